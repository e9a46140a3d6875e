import { m } from "../../../i18n/paraglide/messages.js";
import { shortDayAt } from "../../campaigns/parts/campaign-times.ts";
import type { ListSummary } from "../parts/list-calls.ts";

type ListFooterProps = { usedBy: ListSummary["usedBy"] | undefined; hasMore: boolean; timeZone: string };

/** Shown below the rows: the campaign that needs the list, and whether more rows follow. */
export const ListFooter = ({ usedBy, hasMore, timeZone }: ListFooterProps) => (
  <span className="flex flex-wrap justify-between gap-x-4 gap-y-1">
    {usedBy && (
      <span>
        {usedBy.scheduledAt
          ? m.contact_lists_used_scheduled({ campaign: usedBy.name, day: shortDayAt(usedBy.scheduledAt, timeZone) })
          : m.contact_lists_used({ campaign: usedBy.name })}
      </span>
    )}
    {hasMore && <span className="ml-auto">{m.contacts_scroll_for_more()}</span>}
  </span>
);

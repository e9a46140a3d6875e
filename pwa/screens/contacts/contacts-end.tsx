import { Clock, WifiOff } from "lucide-react";
import { countText } from "../../i18n/count-text.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { List } from "../lists/index.ts";

/** Shown below the rows: how many contacts of the total are loaded; without a network, the meaning of the icons. */
export function ContactsEnd({ list, shown }: { list: List<unknown>; shown: number }) {
  const { count, hasMore, isKept } = list;
  if (isKept) return <Legend hasMore={hasMore} shown={shown} />;
  if (!hasMore) return m.contacts_end({ count: shown });
  if (count === null) return <More />;
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      {m.contacts_shown_of({ shown: numberFormat(shown), total: countText(count) })}
      <More />
    </span>
  );
}

const More = () => <span className="ml-auto">{m.contacts_scroll_for_more()}</span>;

function Legend({ hasMore, shown }: { hasMore: boolean; shown: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 max-sm:justify-center">
      <span className="max-sm:hidden">{m.contacts_sign_none()}</span>
      <span className="inline-flex items-center gap-1.5">
        <WifiOff aria-hidden="true" size={13} />
        {m.contacts_sign_on_server()}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <Clock aria-hidden="true" size={13} />
        {m.contacts_sign_queued()}
      </span>
      {hasMore && <span className="sm:ml-auto">{m.contacts_kept_more({ count: numberFormat(shown) })}</span>}
    </div>
  );
}

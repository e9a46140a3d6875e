import { CloudOff, RefreshCw, WifiOff } from "lucide-react";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useLinkUp } from "../../session/desk.tsx";
import type { ServerData } from "../../session/server-data/use-server-data.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Says at the beginning of a notice when a list was read that may not be current any more. `at` null: it is current. */
export const ListReadAt = ({ at }: { at: string | null }) =>
  at && <b className="font-semibold">{m.lists_list_of({ when: moment(at) })} </b>;

/** The same of other data. */
export const DataReadAt = ({ at }: { at: string | null | undefined }) =>
  at && <b className="font-semibold">{m.lists_data_of({ when: moment(at) })} </b>;

type LastSeenProps = { data: ServerData<unknown> & { again: () => void }; className?: string };

/** Says when data was read that may not be current any more, and why; draws nothing while it is. */
export function LastSeenNotice({ data: { readAt, state, again }, className }: LastSeenProps) {
  const linkUp = useLinkUp();
  if (!readAt) return null;
  if (!linkUp)
    return (
      <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />} className={className}>
        <DataReadAt at={readAt} />
        {m.lists_seen_offline()}
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      icon={<CloudOff aria-hidden="true" size={16} />}
      actions={
        <Button size="small" icon={<RefreshCw aria-hidden="true" size={14} />} onClick={again}>
          {m.ui_try_again()}
        </Button>
      }
      className={className}
    >
      <DataReadAt at={readAt} />
      {state === "failed" ? m.lists_failed_text() : m.lists_unreachable()}
    </Notice>
  );
}

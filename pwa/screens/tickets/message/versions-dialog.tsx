import * as v from "valibot";
import type { MessageView } from "../../../../sync/client/index.ts";
import { MessageBody } from "../../../conversation/text/message-body.tsx";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { ServerNotice } from "../../../session/server-notice.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";

const Versions = v.object({
  versions: v.array(v.object({ id: v.string(), body: v.string(), cause: v.string(), at: v.string() })),
});
const read = (answer: unknown) => v.parse(Versions, answer).versions;

type VersionsDialogProps = { message: MessageView; open: boolean; onClose: () => void };

/** Shows the earlier texts of a message and its refused edits, oldest first, then its current text. */
export function VersionsDialog({ message, open, onClose }: VersionsDialogProps) {
  const versions = useServerData(open ? `/messages/${message.id}/versions` : null, read);
  return (
    <Dialog open={open} onClose={onClose} title={m.tickets_versions()}>
      {versions.data ? (
        <ol className="flex flex-col gap-3">
          {versions.data.map(({ id, body, cause, at }) => (
            <li key={id} className="rounded-lg bg-sunken px-3 py-2 [overflow-wrap:anywhere]">
              <MessageBody body={body} />
              <p className="mt-1 text-2xs text-ink-3 tabular-nums">
                {(cause === "refused" ? m.tickets_version_refused : m.tickets_version_until)({ time: moment(at) })}
              </p>
            </li>
          ))}
          <li className="rounded-lg bg-selected px-3 py-2 [overflow-wrap:anywhere]">
            <MessageBody body={message.body} />
            <p className="mt-1 text-2xs text-ink-3">{m.tickets_version_now()}</p>
          </li>
        </ol>
      ) : (
        <ServerNotice data={versions} />
      )}
    </Dialog>
  );
}

import { TriangleAlert, Users } from "lucide-react";
import * as v from "valibot";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { commandText } from "../outbox/parts/shown-command.tsx";

/** The server's refusal of an edit of an older revision: contains the present one. */
const Conflict = v.object({
  quickMessage: v.object({ shortcode: v.string(), message: v.string(), rev: v.number() }),
});

const nothing: OutboxEntry[] = [];
const isOurs = ({ type, state }: OutboxEntry) => type.startsWith("quickMessage.") && state === "refused";

/** Shows refused changes; for a conflict with a colleague's edit it shows both versions, and the user chooses. */
export function QuickMessageConflicts() {
  const desk = useDesk();
  const entries = useObservable(() => desk.outbox$(), [desk], nothing);
  return entries.filter(isOurs).map((entry) => {
    const details = v.safeParse(Conflict, entry.error?.details);
    const isConflict = entry.error?.code === "ERR_EDIT_CONFLICT" && details.success;
    const again = async () => {
      if (isConflict) await desk.edit(entry.id, { baseRev: details.output.quickMessage.rev });
      await desk.retry(entry.id);
    };
    return (
      <Notice
        key={entry.id}
        tone="warn"
        icon={isConflict ? <Users aria-hidden="true" size={16} /> : <TriangleAlert aria-hidden="true" size={16} />}
        actions={
          <>
            <Button size="small" onClick={() => void desk.discard(entry.id)}>
              {isConflict ? m.tickets_conflict_keep_theirs() : m.ui_discard()}
            </Button>
            <Button size="small" onClick={() => void again()}>
              {isConflict ? m.tickets_conflict_keep_mine() : m.ui_try_again()}
            </Button>
          </>
        }
      >
        <b className="block font-semibold">{commandText(entry)}</b>
        {errorMessage(entry.error?.code ?? "ERR_INTERNAL")}
        {isConflict && entry.type === "quickMessage.update" && (
          <>
            <Version title={m.tickets_conflict_theirs()} {...details.output.quickMessage} />
            <Version title={m.tickets_conflict_mine()} {...details.output.quickMessage} {...entry.payload.change} />
          </>
        )}
      </Notice>
    );
  });
}

function Version({ title, shortcode, message }: { title: string; shortcode?: string; message?: string }) {
  return (
    <p className="mt-2">
      <b className="block font-semibold text-xs">{title}</b>
      <span className="[overflow-wrap:anywhere]">
        /{shortcode} · {message}
      </span>
    </p>
  );
}

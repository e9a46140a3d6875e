import { CircleAlert } from "lucide-react";
import type { OutboxEntry } from "../../../../sync/client/index.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { commandWords } from "../../outbox/parts/command-words.ts";

const nothing: OutboxEntry[] = [];

type RefusedActionsProps = { ticketId: string; onUseText: ((text: string) => void) | null };

/**
 * Shows the refused commands on this ticket until the user retries or discards them. Refused messages are shown in
 * the thread instead. `onUseText`: puts the text of a refused edit into the composer; null when the user may not
 * write.
 */
export function RefusedActions({ ticketId, onUseText }: RefusedActionsProps) {
  const desk = useDesk();
  const entries = useObservable(() => desk.outbox$(), [desk], nothing);
  const refused = entries.filter(
    (entry) => entry.ticketId === ticketId && entry.state === "refused" && entry.type !== "message.send",
  );
  async function sayAnew(id: string, text: string) {
    onUseText?.(text);
    await desk.discard(id);
  }
  return refused.map((entry) => (
    <Notice
      key={entry.id}
      tone="danger"
      icon={<CircleAlert aria-hidden="true" size={16} />}
      className="mx-3 my-1.5"
      actions={
        <>
          <Button size="small" onClick={() => void desk.retry(entry.id)}>
            {m.tickets_retry()}
          </Button>
          {entry.type === "message.edit" && onUseText && (
            <Button size="small" onClick={() => void sayAnew(entry.id, entry.payload.body)}>
              {m.tickets_use_text()}
            </Button>
          )}
          <Button size="small" kind="danger-ghost" onClick={() => void desk.discard(entry.id)}>
            {m.tickets_discard()}
          </Button>
        </>
      }
    >
      <b className="font-semibold">{commandWords(entry)}</b>: {errorMessage(entry.error?.code)}
    </Notice>
  ));
}

import { CircleAlert } from "lucide-react";
import type { OutboxEntry } from "../../../../sync/client/index.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { commandWords } from "../outbox/command-words.ts";

const nothing: OutboxEntry[] = [];

/** What was done to this ticket and refused stays here until someone has read it. Messages say it themselves. */
export function RefusedActions({ ticketId }: { ticketId: string }) {
  const desk = useDesk();
  const entries = useObservable(() => desk.outbox$(), [desk], nothing);
  const refused = entries.filter(
    (entry) => entry.ticketId === ticketId && entry.state === "refused" && entry.type !== "message.send",
  );
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

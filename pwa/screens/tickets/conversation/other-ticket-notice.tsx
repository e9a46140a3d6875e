import { Lock } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { OtherOpenTicket, type TicketDocument } from "../../../../contracts/desk/tickets.ts";
import type { BegunDraft, OutboxEntry } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { DiscardDialog, draftText } from "../../outbox/parts/discard-dialog.tsx";
import { useTicketActions } from "../use-ticket-actions.ts";
import { KeptText } from "./arrival-notice.tsx";

const nothing: OutboxEntry[] = [];
const noDrafts: ReadonlyMap<string, BegunDraft> = new Map();

export type RefusedCreation = { entry: OutboxEntry; other: OtherOpenTicket };

/** Returns why a ticket created here does not exist: the contact has another one, which the user may not see. */
export function useRefusedCreation(ticket: Pick<TicketDocument, "id" | "rev">): RefusedCreation | null {
  const desk = useDesk();
  const isMadeHere = ticket.rev === 0;
  const entries = useObservable(() => (isMadeHere ? desk.outbox$() : null), [desk, isMadeHere], nothing);
  const entry = entries.find(({ id, state }) => id === ticket.id && state === "refused");
  if (entry?.error?.code !== "ERR_OTHER_OPEN_TICKET") return null;
  const details = v.safeParse(OtherOpenTicket, entry.error.details);
  return details.success ? { entry, other: details.output } : null;
}

/** Replaces the composer: says whose the contact's open ticket is, and keeps what was written. */
export function OtherTicketNotice({ entry, other }: RefusedCreation) {
  const desk = useDesk();
  const { leave } = useTicketActions();
  const [asking, setAsking] = useState(false);
  const text = draftText(useObservable(() => desk.drafts$(), [desk], noDrafts).get(entry.id));
  const queue = other.queueName ?? m.tickets_other_no_queue();
  return (
    <div className="flex shrink-0 gap-3 border-line border-t bg-surface px-4 py-3 text-ink-2">
      <Lock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        {other.userName ? m.tickets_other_whose({ name: other.userName, queue }) : m.tickets_other_queue({ queue })}
        {text && <KeptText text={text} />}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={() => void desk.retry(entry.id)}>
            {m.tickets_retry()}
          </Button>
          <Button size="small" kind="danger-ghost" onClick={() => setAsking(true)}>
            {m.tickets_discard()}
          </Button>
        </div>
      </div>
      <DiscardDialog
        entries={[entry]}
        name={null}
        open={asking}
        onClose={() => setAsking(false)}
        onDiscarded={() => void leave()}
      />
    </div>
  );
}

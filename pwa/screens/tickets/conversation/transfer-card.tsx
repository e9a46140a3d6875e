import { ArrowRight, Lock } from "lucide-react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { useAfterPaint } from "../../../ui/hooks/use-after-paint.ts";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import { QueueChip } from "../parts/queue-chip.tsx";
import { transferNoteOf } from "../parts/transfer-note.ts";
import { PresenceLine } from "../presence/presence-line.tsx";

const OptOutQuestion = lazyPart(async () => (await import("./opt-out-question.tsx")).OptOutQuestion);
const ScheduledLines = lazyPart(async () => (await import("./scheduled-lines.tsx")).ScheduledLines);

/**
 * Shows what stands between the messages and the composer: a question about an opt-out, what is scheduled for the
 * contact, the note of the last transfer, and who else is here.
 */
export function AboveComposer({ ticket }: { ticket: TicketView }) {
  const isPainted = useAfterPaint();
  return (
    <>
      <OnDemand open={isPainted}>
        <OptOutQuestion ticket={ticket} />
        <ScheduledLines ticket={ticket} />
      </OnDemand>
      <TransferCard ticket={ticket} />
      <PresenceLine ticketId={ticket.id} className="border-line border-t bg-surface px-4 py-1.5" />
    </>
  );
}

/** Shows the note to the receiver of a transfer until somebody replies; it stays among the notes. */
function TransferCard({ ticket }: { ticket: TicketView }) {
  const { id: me } = useDeskUser();
  const { users, queues } = useDirectory();
  const note = transferNoteOf(ticket);
  if (!note) return null;
  const name = displayName(ticket.contactName);
  const { fromQueueId, queueId, userId } = note.transfer;
  const to = users.get(userId ?? "")?.name ?? queues.get(queueId ?? "")?.name ?? m.tickets_no_queue();
  const title =
    userId === me
      ? m.tickets_transfer_card_you({ author: note.userName, name })
      : m.tickets_transfer_card({ author: note.userName, name, to });
  return (
    <section
      aria-label={title}
      className="mx-4 mb-3 flex shrink-0 gap-3 rounded-lg bg-note-soft px-4 py-3 text-on-note-soft max-sm:mx-2"
    >
      <Avatar id={note.userId} name={note.userName} size={32} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-baseline gap-2">
          <b className="min-w-0 flex-1 font-semibold">{title}</b>
          <time dateTime={note.createdAt} className="shrink-0 text-xs">
            {moment(note.createdAt)}
          </time>
        </div>
        <span className="flex flex-wrap items-center gap-1.5 text-xs">
          <QueueChip queueId={fromQueueId} />
          <ArrowRight aria-hidden="true" size={12} />
          <QueueChip queueId={queueId} />
        </span>
        <p dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words">
          {note.note}
        </p>
        <span className="flex items-center gap-1.5 text-xs">
          <Lock aria-hidden="true" size={12} />
          {m.tickets_transfer_card_team({ name })}
        </span>
      </div>
    </section>
  );
}

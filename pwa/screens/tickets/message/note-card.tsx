import { Clock, Lock } from "lucide-react";
import type { TicketNote } from "../../../../contracts/desk/tickets.ts";
import { clock } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDeskUser } from "../../../session/desk.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useConversation } from "../conversation/conversation-context.tsx";

/** Shows a note of the team between the messages. The customer does not see it; dashed while it is only here. */
export function NoteCard({ note }: { note: TicketNote }) {
  const user = useDeskUser();
  const { ticket } = useConversation();
  const isUnsent = ticket.unsentNotes.includes(note.id);
  return (
    <section
      aria-label={m.tickets_note_mode()}
      className={classNames(
        "my-1.5 rounded-lg px-3 py-2 text-sm",
        isUnsent
          ? "is-queued border-[1.5px] border-note-ink border-dashed text-note-ink"
          : "bg-note-soft text-on-note-soft",
      )}
    >
      <p className="flex items-center gap-2 text-xs">
        <Lock aria-hidden="true" size={13} className="shrink-0" />
        <b className="font-semibold">{m.tickets_note_mode()}</b>
        {m.tickets_notes_team()}
      </p>
      <p dir="auto" className="mt-0.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {note.note}
      </p>
      <p className="mt-0.5 flex items-center gap-2 text-2xs">
        <span className="min-w-0 truncate">
          {note.userId === user.id ? m.tickets_you() : note.userName} · {clock(note.createdAt)}
        </span>
        {isUnsent && (
          <span className="ml-auto flex shrink-0 items-center gap-1">
            <Clock aria-hidden="true" size={12} />
            {m.tickets_only_here()}
          </span>
        )}
      </p>
    </section>
  );
}

import { Clock, Lock, SendHorizontal, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { TicketNote } from "../../../../contracts/desk/tickets.ts";
import type { TicketView } from "../../../../sync/client/index.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCan, useCommand, useDeskUser } from "../../../session/desk.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { isComposingKey, isEnter } from "../../../ui/fields/enter-key.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/layers/dialog.tsx";
import { useNoteDraft } from "../composer/use-note-draft.ts";
import { DrawerSection } from "./drawer-section.tsx";

/** Shows the team's internal notes on a ticket. Works without a network. */
export function Notes({ ticket, asked }: { ticket: TicketView; asked: number }) {
  const send = useCommand();
  const user = useDeskUser();
  const deletesOthers = useCan("deleteOthersNotes");
  const [deleting, setDeleting] = useState<TicketNote | null>(null);
  const isUnsent = (note: TicketNote) => ticket.unsentNotes.includes(note.id);

  async function handleDelete(note: TicketNote) {
    setDeleting(null);
    await send("note.delete", { noteId: note.id, ticketId: ticket.id });
  }

  return (
    <DrawerSection
      title={m.tickets_notes()}
      count={ticket.notes.length}
      note={
        <>
          <Lock aria-hidden="true" size={12} />
          {m.tickets_notes_team()}
        </>
      }
    >
      <ul className="flex flex-col gap-2">
        {ticket.notes.toReversed().map((note) => (
          <li key={note.id} className={classNames("rounded-lg px-2.5 py-2", look(isUnsent(note)))}>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {note.note}
            </p>
            <p className="mt-1 flex items-center gap-1.5 text-2xs">
              <Avatar id={note.userId} name={note.userName} size={18} />
              <span className="min-w-0 flex-1 truncate">
                {note.userName} · {moment(note.createdAt)}
              </span>
              {isUnsent(note) && (
                <span className="flex shrink-0 items-center gap-1">
                  <Clock aria-hidden="true" size={12} />
                  {m.tickets_only_here()}
                </span>
              )}
              {(deletesOthers || note.userId === user.id) && (
                <IconButton
                  size="small"
                  label={m.tickets_note_delete()}
                  icon={<Trash2 size={14} />}
                  onClick={() => setDeleting(note)}
                  className="-my-1 text-inherit"
                />
              )}
            </p>
          </li>
        ))}
      </ul>
      <NewNote key={ticket.id} ticketId={ticket.id} focusAsked={asked} />
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting && void handleDelete(deleting)}
        title={m.ui_delete_question()}
        confirmLabel={m.tickets_note_delete()}
      >
        {deleting?.note}
      </ConfirmDialog>
    </DrawerSection>
  );
}

/** Dashed border: the note is not at the server yet. */
const look = (unsent: boolean) =>
  unsent ? "is-queued border-[1.5px] border-note-ink border-dashed" : "bg-note-soft text-on-note-soft";

/** Writes the same half-written note as the composer's note mode. */
function NewNote({ ticketId, focusAsked }: { ticketId: string; focusAsked: number }) {
  const { text, write, send, problem } = useNoteDraft({ id: ticketId });
  const box = useRef<HTMLTextAreaElement>(null);
  const answered = useRef(0);
  useEffect(() => {
    if (focusAsked === answered.current) return;
    answered.current = focusAsked;
    box.current?.focus();
  }, [focusAsked]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void send();
  }

  return (
    <form onSubmit={handleSubmit} className="mt-2">
      <span className="control-ring flex items-end gap-1 rounded-lg bg-surface p-1 pl-2.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
        <textarea
          ref={box}
          rows={1}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (isComposingKey(event)) return;
            if (isEnter(event) && !event.shiftKey) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            } else if (event.key === "Escape") {
              event.preventDefault();
              event.currentTarget.blur();
            }
          }}
          aria-label={m.tickets_note_write()}
          aria-invalid={problem ? true : undefined}
          placeholder={m.tickets_note_write()}
          className="field-sizing-content max-h-32 min-h-7 min-w-0 flex-1 resize-none bg-transparent py-1 outline-none placeholder:text-ink-3"
        />
        <IconButton type="submit" size="small" label={m.tickets_note_add()} icon={<SendHorizontal size={15} />} />
      </span>
      {problem && (
        <p role="alert" className="mt-1 text-danger-ink text-xs">
          {problem}
        </p>
      )}
    </form>
  );
}

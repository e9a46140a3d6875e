import type { NoteTransfer, TicketNote } from "../../../../contracts/desk/tickets.ts";
import type { TicketView } from "../../../../sync/client/index.ts";

/**
 * Returns the note that a row shows: not when the contact has begun to wait after it, because the row then shows what
 * they said.
 */
export function rowTransferNoteOf(
  ticket: Parameters<typeof transferNoteOf>[0] & Pick<TicketView, "waitingSince">,
): ReturnType<typeof transferNoteOf> {
  const note = transferNoteOf(ticket);
  const { waitingSince: since } = ticket;
  return note && since !== null && Date.parse(since) > Date.parse(note.createdAt) ? undefined : note;
}

/** Returns the note of the last transfer until somebody of the team has written since; undefined: none. */
export function transferNoteOf({
  status,
  notes,
  lastMessage,
  lastMessageAt,
}: Pick<TicketView, "status" | "notes" | "lastMessage" | "lastMessageAt">):
  | (TicketNote & { transfer: NoteTransfer })
  | undefined {
  if (status === "closed") return undefined;
  const note = notes.findLast(({ transfer }) => transfer);
  if (!note?.transfer) return undefined;
  const isAnswered = lastMessage?.fromMe && Date.parse(lastMessageAt) > Date.parse(note.createdAt);
  return isAnswered ? undefined : { ...note, transfer: note.transfer };
}

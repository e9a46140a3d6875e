import type { NoteView } from "../../domain/desk/notes/index.ts";

export function noteToWire({ id, note, ticketId, contactId, userId, userName, createdAt }: NoteView) {
  return { id, note, ticketId, contactId, userId, user: { id: userId, name: userName }, createdAt };
}

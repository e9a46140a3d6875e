export { addNote } from "./add-note.ts";
export { deleteNote } from "./delete-note.ts";
export { listNotes, type NoteView } from "./list-notes.ts";

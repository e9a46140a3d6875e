import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { NewNote } from "../../contracts/desk/tickets.ts";
import { addNote, deleteNote, listNotes } from "../../domain/desk/notes/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { IdOrNothing } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { AddedNoteAnswer, NoteListAnswer } from "./answers.ts";
import { noteToWire } from "./wire.ts";

const NoteQuery = v.object({
  ticketId: v.pipe(IdOrNothing, v.description("Only the notes of this ticket")),
  contactId: v.pipe(IdOrNothing, v.description("Only the notes of this contact's tickets; without both ids: none")),
});

export function noteRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/ticket-notes/list",
      describe("notes", "List the notes of a ticket, or of all tickets of a contact, newest first", {
        200: NoteListAnswer,
      }),
      signedIn,
      validated("query", NoteQuery),
      async (c) => {
        const { ticketId, contactId } = c.req.valid("query");
        const about = { ticketId: ticketId ?? undefined, contactId: contactId ?? undefined };
        const notes = await c.var.read((ctx) => listNotes(ctx, about));
        return c.json(notes.map(noteToWire));
      },
    )
    .post(
      "/ticket-notes",
      describe("notes", "Add a note to a ticket", { 200: AddedNoteAnswer }),
      signedIn,
      validated("json", NewNote),
      async (c) => {
        const { id, ticketId, note, userId, userName, createdAt } = await c.var.act((ctx) =>
          addNote(ctx, c.req.valid("json")),
        );
        return c.json({ id, note, ticketId, user: { id: userId, name: userName }, createdAt });
      },
    )
    .delete(
      "/ticket-notes/:id",
      describe("notes", "Delete a note (its author or an admin)", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr("ERR_NO_NOTE_FOUND", c.req.param("id"));
        await c.var.act((ctx) => deleteNote(ctx, id));
        return c.json({ id });
      },
    );
}

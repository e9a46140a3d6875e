import * as v from "valibot";
import { NewNote } from "../desk/tickets.ts";
import { Id } from "../id.ts";
import { type CommandRow, payloads } from "./row.ts";

export const notePayloads = payloads(() => ({
  "note.add": v.omit(NewNote, ["id"]),
  "note.delete": v.object({ noteId: Id, ticketId: Id }),
}));

type Payload<T extends keyof typeof notePayloads> = v.InferInput<(typeof notePayloads)[T]>;

export const noteCommands = {
  "note.add": {
    ticket: ({ ticketId }) => ticketId,
    shownIn: ["tickets"],
    goesAlong: true,
    effects: {
      tickets(ticket, payload, { id, at, userId, userName }) {
        if (!ticket || ticket.notes.some((known) => known.id === id)) return ticket;
        const note = { id, note: payload.note.trim(), userId, userName, createdAt: at, transfer: null };
        return { ...ticket, notes: [...ticket.notes, note] };
      },
    },
  } satisfies CommandRow<Payload<"note.add">>,
  "note.delete": {
    ticket: ({ ticketId }) => ticketId,
    shownIn: ["tickets"],
    goesAlong: true,
    effects: {
      tickets: (ticket, { noteId }) => ticket && { ...ticket, notes: ticket.notes.filter(({ id }) => id !== noteId) },
    },
  } satisfies CommandRow<Payload<"note.delete">>,
};

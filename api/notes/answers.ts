import * as v from "valibot";
import { AnswerId, AnswerTime, Named } from "../http/answer-values.ts";

const Author = v.pipe(Named, v.description("The author, with the name that they had when they wrote the note"));

export const NoteListAnswer = v.array(
  v.object({
    id: AnswerId,
    note: v.string(),
    ticketId: AnswerId,
    contactId: AnswerId,
    userId: AnswerId,
    user: Author,
    createdAt: AnswerTime,
  }),
);

export const AddedNoteAnswer = v.object({
  id: AnswerId,
  note: v.string(),
  ticketId: AnswerId,
  user: Author,
  createdAt: AnswerTime,
});

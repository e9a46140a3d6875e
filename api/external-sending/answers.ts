import * as v from "valibot";
import { ExternalAnswer } from "../../contracts/desk/external-sending.ts";
import { mediaTypes } from "../../contracts/desk/messages.ts";
import { AnswerId } from "../http/answer-values.ts";

export const ExternalSendAnswer = v.object({
  ...ExternalAnswer.entries,
  messages: v.pipe(
    v.array(v.object({ id: AnswerId, mediaType: v.picklist(mediaTypes) })),
    v.description("One, or one for each file"),
  ),
  ticketId: AnswerId,
  contactId: AnswerId,
  number: v.pipe(v.string(), v.description("The number that is written to: digits, with the country code")),
});

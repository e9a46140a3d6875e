import * as v from "valibot";
import { TagPageWire, TagWire } from "../../contracts/wire/tags.ts";
import { AnswerId, AnswerTime, Count, NamedInColor } from "../http/answer-values.ts";

export const TagListAnswer = v.array(NamedInColor);

/** The lanes of the kanban board from left to right. */
export const LanesAnswer = v.object({ lista: TagListAnswer });

export const TagAnswer = v.object({ ...TagWire.entries, id: AnswerId, createdAt: AnswerTime, updatedAt: AnswerTime });

export const TagPageAnswer = v.object({
  ...TagPageWire.entries,
  tags: v.array(
    v.object({
      ...TagAnswer.entries,
      ticketsCount: v.pipe(
        Count,
        v.description("Tickets of the company with the tag, also those that the asking user may not see"),
      ),
    }),
  ),
});

export const TicketTagAnswer = v.object({ ticketId: AnswerId, tagId: AnswerId });
export const TicketIdAnswer = v.object({ ticketId: AnswerId });

import * as v from "valibot";
import { phoneProblems } from "../../contracts/phones.ts";
import { AnswerId, AnswerTime, Count, Named } from "../http/answer-values.ts";

const Digits = v.pipe(v.string(), v.description("Digits"));

export const MisreadAnswer = v.object({
  count: v.pipe(Count, v.description("All contacts whose number looks misread")),
  contacts: v.pipe(
    v.array(
      v.object({
        ...Named.entries,
        number: Digits,
        proposal: v.pipe(
          v.nullable(Digits),
          v.description("The number that was meant, with its country code; null: the digits are no number"),
        ),
        problem: v.pipe(v.nullable(v.picklist(phoneProblems)), v.description("Why there is no proposal")),
        holder: v.pipe(
          v.nullable(Named),
          v.description("The contact that has the proposed number: the two would be merged"),
        ),
      }),
    ),
    v.description("The newest 100"),
  ),
  applied: v.pipe(
    v.array(
      v.object({
        ...Named.entries,
        id: v.pipe(AnswerId, v.description("The correction, by which it is undone")),
        former: v.pipe(v.string(), v.description("The number before the correction")),
        number: v.pipe(v.string(), v.description("The number that was meant")),
        isMerge: v.boolean(),
        createdAt: AnswerTime,
      }),
    ),
    v.description("The newest 100 corrections that can be undone"),
  ),
});

export const FixedNumberAnswer = v.object({
  id: v.pipe(AnswerId, v.description("The correction, by which it is undone")),
  contactId: v.pipe(AnswerId, v.description("The contact that now has the number")),
});

export const UndoneFixAnswer = v.object({ contactId: AnswerId });

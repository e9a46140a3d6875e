import * as v from "valibot";
import { AnswerId, MediaAddress } from "../http/answer-values.ts";

export const QuickMessageAnswer = v.object({
  id: AnswerId,
  shortcode: v.string(),
  message: v.string(),
  geral: v.pipe(v.boolean(), v.description("For everyone; false: only for its author")),
  userId: v.pipe(v.nullable(AnswerId), v.description("Its author")),
  status: v.pipe(v.literal(true), v.description("Every quick message is in use")),
  isMedia: v.boolean(),
  mediaName: v.pipe(v.nullable(v.string()), v.description("The picture's name; null without one")),
  mediaPath: v.nullable(MediaAddress),
});

export const QuickMessageListAnswer = v.array(
  v.object({
    ...QuickMessageAnswer.entries,
    message: v.pipe(v.string(), v.description("`[shortcode]` for a quick message with a file")),
  }),
);

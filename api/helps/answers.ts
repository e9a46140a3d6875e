import * as v from "valibot";
import { AnswerId } from "../http/answer-values.ts";

export const HelpAnswer = v.object({
  id: AnswerId,
  title: v.string(),
  video: v.pipe(v.string(), v.description("The code of a YouTube video")),
  description: v.string(),
});

export const HelpListAnswer = v.array(HelpAnswer);

import * as v from "valibot";
import { phoneProblems } from "../phones.ts";

/** Rows of each list in one answer. */
export const MISREAD_SHOWN = 100;

/** The numbers that look misread, and the corrections that can be undone (`GET /contacts/misread`). */
export const MisreadView = v.object({
  count: v.number(),
  contacts: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      number: v.string(),
      /** The number that was meant; null: the digits are no number, for the reason `problem`. */
      proposal: v.nullable(v.string()),
      problem: v.nullable(v.picklist(phoneProblems)),
      /** The contact that has the proposed number: the two would be merged. */
      holder: v.nullable(v.object({ id: v.string(), name: v.string() })),
    }),
  ),
  applied: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      former: v.string(),
      number: v.string(),
      isMerge: v.boolean(),
      createdAt: v.string(),
    }),
  ),
});
export type MisreadView = v.InferOutput<typeof MisreadView>;

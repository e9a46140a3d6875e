import * as v from "valibot";

export { type CardDetails, readCardDetails, readCards, splitCards, writeCards } from "./card-text.ts";

/** Contact cards (vCard) that a message can carry. */
export const MAX_CARDS = 10;

export const Card = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  /** Digits only, with country code. */
  number: v.pipe(v.string(), v.regex(/^\d{8,20}$/)),
});
export type Card = v.InferOutput<typeof Card>;
export const Cards = v.pipe(v.array(Card), v.minLength(1), v.maxLength(MAX_CARDS));

import * as v from "valibot";
import { oneLine } from "./place-text.ts";

export { readPlace, writePlace } from "./place-text.ts";

const TextLine = (most: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.maxLength(most),
      v.transform((text) => oneLine(text)),
    ),
    "",
  );

export const Place = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  name: TextLine(100),
  address: TextLine(300),
});
export type Place = v.InferOutput<typeof Place>;
export type PlaceInput = v.InferInput<typeof Place>;

import { languageTag } from "./language.ts";

/** Formats a number as 2.418, with the digit grouping of the chosen language. */
export const numberFormat = (value: number): string => new Intl.NumberFormat(languageTag()).format(value);

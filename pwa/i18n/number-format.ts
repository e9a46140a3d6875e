import { languageTag } from "./language.ts";

/** 2.418, as the chosen language groups digits. */
export const numberFormat = (value: number): string => new Intl.NumberFormat(languageTag()).format(value);

import { brl } from "../../contracts/money.ts";
import { languageTag } from "./language.ts";

/** Formats an amount of the HTTP interface (BRL with decimals) as R$ 1.287,90, in the chosen language. */
export const money = (value: number): string => brl(Math.round(value * 100), languageTag());

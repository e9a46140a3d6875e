import { MAX_COUNTED } from "../../contracts/lists.ts";
import { numberFormat } from "./number-format.ts";
import { m } from "./paraglide/messages.js";

/** Formats the count of a list: 2.418, or "mais de 10.000" where the server stopped counting. */
export const countText = (count: number): string =>
  count > MAX_COUNTED ? m.lists_more_than({ count: numberFormat(MAX_COUNTED) }) : numberFormat(count);

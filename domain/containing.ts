import { searchable } from "../sync/contracts/tickets.ts";

/** Returns the LIKE pattern of texts, in the form of `searchable`, that contain this text; % and _ are literal. */
export function containing(text: string): string {
  return `%${searchable(text).replace(/[\\%_]/g, "\\$&")}%`;
}

import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import type { SearchView, TicketView } from "../../../../sync/client/index.ts";
import { type FoundItem, foundItems } from "../list/found-items.ts";

/** Maximum rows of each kind; the last row of the palette opens the search with all of them. */
export const SHOWN = 5;

export type PaletteHits = {
  tickets: TicketView[];
  messages: Extract<FoundItem, { kind: "message" }>[];
  contacts: ContactDocument[];
};

/** Returns the first hits of each group of the search tab, in its order. */
export function paletteHits(found: SearchView): PaletteHits {
  const items = foundItems(found, []);
  const first = <K extends FoundItem["kind"]>(kind: K) =>
    items.filter((item): item is Extract<FoundItem, { kind: K }> => item.kind === kind).slice(0, SHOWN);
  return {
    tickets: first("ticket").map(({ ticket }) => ticket),
    messages: first("message"),
    contacts: first("contact").map(({ contact }) => contact),
  };
}

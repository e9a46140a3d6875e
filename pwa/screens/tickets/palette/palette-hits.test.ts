import { expect, test } from "vitest";
import type { SearchView, TicketView } from "../../../../sync/client/index.ts";
import { foundItems } from "../list/found-items.ts";
import { paletteHits, SHOWN } from "./palette-hits.ts";

const ticket = (id: string, status: TicketView["status"]) => ({ id, status, contactId: `contact ${id}` }) as TicketView;
const message = (id: string, of: TicketView) => ({
  ticketId: of.id,
  messageId: id,
  body: "Tem caneca?",
  fromMe: false,
  createdAt: "2026-11-21T12:00:00Z",
  ticket: of,
});

test("palette hits: include messages of waiting tickets, as in the search tab", () => {
  const waiting = Array.from({ length: 30 }, (_, index) => ticket(`t${index}`, "pending"));
  const found: SearchView = {
    tickets: [],
    contacts: [],
    messages: waiting.map((of) => message(`m ${of.id}`, of)),
    tookMs: 3,
  };
  const inTab = foundItems(found, []).filter((item) => item.kind === "message");
  expect(inTab).toHaveLength(30);
  expect(paletteHits(found).messages).toEqual(inTab.slice(0, SHOWN));
});

test("palette hits: include a contact of whom a conversation was found", () => {
  const open = ticket("t", "open");
  const contact = { id: open.contactId, name: "Ana", isGroup: false } as SearchView["contacts"][number];
  const hits = paletteHits({ tickets: [open], contacts: [contact], messages: [], tookMs: 1 });
  expect(hits.tickets).toEqual([open]);
  expect(hits.contacts).toEqual([contact]);
});

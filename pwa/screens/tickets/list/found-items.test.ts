import { expect, test } from "vitest";
import type { SearchView, TicketView } from "../../../../sync/client/index.ts";
import { givenContact, givenTicket } from "../../../../sync/client/testing/given.ts";
import { foundItems, type ServerHit } from "./found-items.ts";

const shown = (): TicketView => ({
  ...givenTicket(),
  pending: [],
  failed: 0,
  queued: 0,
  unsentNotes: [],
  unsentTags: [],
});
const said = (ticket: TicketView, messageId: string) => ({
  ...{ ticketId: ticket.id, messageId, body: "coleta", fromMe: false, createdAt: "2026-11-01T12:00:00.000Z" },
});
const nothing: SearchView = { tickets: [], contacts: [], messages: [], tookMs: 1 };
const kinds = (here: SearchView, server: ServerHit[]) => foundItems(here, server).map((item) => item.kind);

test("foundItems: gives each group a heading and omits empty groups", () => {
  const ticket = shown();
  const here = { ...nothing, tickets: [ticket], messages: [{ ...said(ticket, "m"), ticket }] };
  expect(kinds(here, [])).toEqual(["heading", "ticket", "heading", "message"]);
  expect(kinds({ ...nothing, contacts: [givenContact()] }, [])).toEqual(["heading", "contact"]);
  expect(kinds(nothing, [])).toEqual([]);
});

test("foundItems: omits server hits that are on this device, but shows an older message of the same ticket", () => {
  const ticket = shown();
  const here = { ...nothing, tickets: [ticket], messages: [{ ...said(ticket, "m"), ticket }] };
  expect(kinds(here, [{ ticket, message: null }])).toHaveLength(4);
  expect(kinds(here, [{ ticket, message: said(ticket, "m") }])).toHaveLength(4);
  const older = foundItems(here, [{ ticket, message: said(ticket, "older") }]);
  expect(older.slice(4)).toMatchObject([
    { group: "server", count: 1 },
    { kind: "message", key: "message older" },
  ]);
});

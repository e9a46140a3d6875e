import { expect, test } from "vitest";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import { givenContact, givenTicket } from "../../../sync/client/testing/given.ts";
import { readContactPage, rowOfDocument, withQueued } from "./contact-rows.ts";

const helena = {
  id: "helena",
  name: "Helena",
  number: "5531955500148",
  email: "",
  isGroup: false,
  active: true,
  disableBot: false,
  profilePicUrl: "",
  extraInfo: [],
};
const row = {
  ...helena,
  lastMessageAt: null,
  channel: "whatsapp" as const,
  hasNoWhatsapp: false,
  tags: [],
  isTicketless: false,
  isQueued: false,
};
const common = { ticketId: null, chatId: null, createdAt: "", tries: 0, error: null, mayHaveArrived: false };

test("readContactPage: takes the last message's time from the last ticket", () => {
  const page = readContactPage({
    contacts: [{ ...helena, tickets: [{ updatedAt: "2026-01-01" }, { updatedAt: "2026-02-01" }] }, helena],
    hasMore: false,
    count: 2,
  });
  expect(page.rows.map(({ lastMessageAt }) => lastMessageAt)).toEqual(["2026-02-01", null]);
  expect(page).toMatchObject({ hasMore: false, count: 2 });
});

const made: OutboxEntry = {
  ...common,
  id: "rui",
  state: "waiting",
  type: "contact.create",
  payload: { name: "Rui", number: "5531955500149" },
};
const renamed: OutboxEntry = {
  ...common,
  id: "command",
  state: "sending",
  type: "contact.update",
  payload: { contactId: "helena", change: { name: "Helena S." }, baseRev: 1 },
};

test("withQueued: adds queued contacts and applies queued changes, marked as queued", () => {
  expect(withQueued([row], [made, renamed])).toMatchObject([
    { id: "rui", name: "Rui", email: "", isQueued: true },
    { id: "helena", name: "Helena S.", number: "5531955500148", isQueued: true },
  ]);
});

test("withQueued: ignores refused changes and shows a contact that has been created only once", () => {
  expect(withQueued([row], [{ ...renamed, state: "refused" }])).toEqual([row]);
  expect(withQueued([{ ...row, id: "rui" }], [made])).toMatchObject([{ id: "rui", isQueued: false }]);
});

test("rowOfDocument: uses the newest message, its channel and the tags of the device's tickets", () => {
  const contact = givenContact();
  const older = givenTicket({ contactId: contact.id, lastMessageAt: "2026-11-01T12:00:00Z", tagIds: ["vip"] });
  const newer = givenTicket({
    contactId: contact.id,
    lastMessageAt: "2026-11-02T12:00:00Z",
    channel: "instagram",
    tagIds: ["vip"],
  });
  const vip = {
    id: "vip",
    rev: 1,
    kind: "tag" as const,
    name: "VIP",
    color: "#b9890f",
    isKanban: false,
    lanePosition: 0,
  };
  expect(rowOfDocument(contact, [older, newer], [vip, { ...vip, id: "other" }])).toMatchObject({
    lastMessageAt: newer.lastMessageAt,
    channel: "instagram",
    tags: [{ id: "vip" }],
    isTicketless: false,
  });
});

test("rowOfDocument: without tickets on the device, last message and channel are unknown and the row is marked ticketless", () => {
  expect(rowOfDocument(givenContact(), [], [])).toMatchObject({
    lastMessageAt: null,
    channel: null,
    isTicketless: true,
  });
});

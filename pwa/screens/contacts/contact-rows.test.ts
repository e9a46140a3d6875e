import { expect, test } from "vitest";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import { readContactPage, withQueued } from "./contact-rows.ts";

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
const row = { ...helena, lastMessageAt: null, channel: "whatsapp" as const, tags: [], isQueued: false };
const common = { ticketId: null, createdAt: "", tries: 0, error: null, mayHaveArrived: false };

test("the last of its tickets says when somebody last wrote", () => {
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

test("what is still to be sent stands where it belongs, marked", () => {
  expect(withQueued([row], [made, renamed])).toMatchObject([
    { id: "rui", name: "Rui", email: "", isQueued: true },
    { id: "helena", name: "Helena S.", number: "5531955500148", isQueued: true },
  ]);
});

test("a refused change is not shown as done, and what has arrived is shown once", () => {
  expect(withQueued([row], [{ ...renamed, state: "refused" }])).toEqual([row]);
  expect(withQueued([{ ...row, id: "rui" }], [made])).toMatchObject([{ id: "rui", isQueued: false }]);
});

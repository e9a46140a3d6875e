import { expect, test } from "vitest";
import { type CommandType, commandTypes } from "../../../contracts/commands/index.ts";
import { givenCommand } from "../testing/given.ts";
import { entryOf, isCreation, isQuiet, isStopped, isUnsent, laneOf, mayHaveArrived, ticketOf } from "./entry.ts";

const file = { id: "f", name: "mapa.png", mimetype: "image/png", size: 3 };
const reply = (change = {}) => givenCommand("message.send", { ticketId: "t", body: "Oi" }, change);

test.each([
  ["waiting and never tried", { state: "waiting", tries: 0 }, false],
  ["waiting after a lost answer", { state: "waiting", tries: 1 }, true],
  ["waiting for its file", { state: "waiting", tries: 3, uploaded: false }, false],
  ["being sent", { state: "sending", tries: 0 }, true],
  ["answered", { state: "answered", tries: 1 }, true],
  ["refused", { state: "refused", tries: 2 }, false],
  ["held", { state: "held", tries: 2 }, false],
])("mayHaveArrived: a command %s", (_name, change, expected) => {
  expect(mayHaveArrived(reply(change))).toBe(expected);
});

test("entryOf: screens get no answered command, and no fields of the outbox", () => {
  expect(entryOf(reply({ state: "answered" }))).toBeNull();
  const waiting = reply({ file, uploaded: false });
  expect(entryOf(waiting)).toEqual({
    id: waiting.id,
    type: "message.send",
    payload: waiting.payload,
    ticketId: "t",
    chatId: null,
    createdAt: waiting.createdAt,
    state: "waiting",
    tries: 0,
    error: null,
    mayHaveArrived: false,
    fileId: "f",
    file: { mimetype: file.mimetype, name: file.name },
  });
  expect(entryOf(reply({ state: "sending" }))).toMatchObject({ state: "sending", mayHaveArrived: true });
  expect(entryOf(reply())).not.toHaveProperty("fileId");
});

test("a command is unsent or stopped, or it was answered", () => {
  const states = (["waiting", "sending", "refused", "held", "answered"] as const).map((state) => {
    const record = reply({ state });
    return [state, isUnsent(record), isStopped(record)];
  });
  expect(states).toEqual([
    ["waiting", true, false],
    ["sending", true, false],
    ["refused", false, true],
    ["held", false, true],
    ["answered", false, false],
  ]);
});

test("only drafts and readings are quiet, and later commands may refer to six kinds of creations", () => {
  expect(commandTypes.filter((type) => isQuiet({ type }))).toEqual([
    "ticket.read",
    "draft.save",
    "chat.read",
    "announcement.read",
  ]);
  expect(commandTypes.filter((type) => isCreation({ type })).sort()).toEqual([
    "chat.create",
    "contact.create",
    "quickMessage.create",
    "schedule.create",
    "tag.create",
    "ticket.create",
  ]);
});

test("ticketOf: a created ticket is its command's id, other commands name their ticket or have none", () => {
  expect(ticketOf({ id: "x", type: "ticket.create", payload: { contactId: "c" } })).toBe("x");
  expect(ticketOf({ id: "x", type: "ticket.close", payload: { ticketId: "t" } })).toBe("t");
  expect(ticketOf({ id: "x", type: "tag.create", payload: { name: "Vip" } })).toBeNull();
  expect(ticketOf({ id: "x", type: "ticket.close", payload: { ticketId: null } })).toBeNull();
});

test.each([
  ["the ticket", "message.send", { ticketId: "t", body: "Oi" }, "t"],
  ["the created ticket", "ticket.create", { contactId: "c" }, "x"],
  ["the contact", "contact.update", { contactId: "c", change: {}, baseRev: 1 }, "c"],
  ["the quick message", "quickMessage.delete", { quickMessageId: "q" }, "q"],
  ["the schedule, not its contact", "schedule.change", { scheduleId: "s", contactId: "c" }, "s"],
  ["the contact of a new schedule", "schedule.create", { contactId: "c" }, "c"],
  ["the chat", "chatMessage.send", { chatId: "k", quotedId: "q" }, "k"],
  ["the created chat", "chat.create", { userIds: ["u"] }, "x"],
  ["the command's own", "tag.create", { name: "Vip" }, "x"],
] as const)("laneOf: a command is sent in the lane of %s", (_name, type, payload, lane) => {
  expect(laneOf({ id: "x", type, payload })).toBe(lane);
});

test("a command of a newer version, stored by another tab, has its own lane and no effect", () => {
  const newer = { id: "x", type: "ticket.snooze" as CommandType, payload: { ticketId: "t" } };
  expect([isQuiet(newer), isCreation(newer), ticketOf(newer), laneOf(newer)]).toEqual([false, false, null, "x"]);
});

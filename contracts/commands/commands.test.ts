import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { DRAFT_LENGTH } from "../desk/drafts.ts";
import { MAX_BODY } from "../desk/messages.ts";
import { Command, CommandBatch, CommandResult, type CommandType, commandPayloads, commandTypes } from "./index.ts";

const [id, other] = ["0190f3a4-0000-7000-8000-000000000001", "0190f3a4-0000-7000-8000-000000000002"];
const at = "2026-07-01T12:00:00.000Z";
const ids = (count: number) => Array.from({ length: count }, () => id);

/** The smallest payload of each command. */
const least: Record<CommandType, object> = {
  "ticket.accept": { ticketId: id },
  "ticket.return": { ticketId: id },
  "ticket.close": { ticketId: id },
  "ticket.reopen": { ticketId: id },
  "ticket.read": { ticketId: id },
  "ticket.transfer": { ticketId: id, queueId: other },
  "ticket.takeBack": { ticketId: id },
  "ticket.delete": { ticketId: id },
  "ticket.tag": { ticketId: id },
  "ticket.lane": { ticketId: id, laneId: null },
  "ticket.create": { contactId: id },
  "message.send": { ticketId: id },
  "message.retry": { messageId: id, ticketId: other },
  "message.fetchMedia": { messageId: id, ticketId: other },
  "message.discard": { messageId: id, ticketId: other },
  "message.delete": { messageId: id, ticketId: other },
  "message.edit": { messageId: id, ticketId: other, body: "Oi" },
  "message.react": { messageId: id, ticketId: other, emoji: "" },
  "message.forward": { messageIds: [id], contactIds: [other], ticketId: id },
  "note.add": { ticketId: id, note: "ok" },
  "note.delete": { noteId: id, ticketId: other },
  "tag.create": { name: "Vip" },
  "quickMessage.create": { shortcode: "oi", message: "Olá!" },
  "quickMessage.update": { quickMessageId: id, change: {}, baseRev: 0 },
  "quickMessage.delete": { quickMessageId: id },
  "schedule.create": { body: "Até amanhã!", contactId: id, sendAt: "2026-07-02T09:00" },
  "schedule.change": { scheduleId: id },
  "schedule.delete": { scheduleId: id },
  "draft.save": { ticketId: id, text: "", baseRev: 0, writerId: other },
  "chat.create": { userIds: [id] },
  "chat.update": { chatId: id },
  "chat.delete": { chatId: id },
  "chat.read": { chatId: id, seq: 0 },
  "chatMessage.send": { chatId: id },
  "contact.create": { name: "Ivo", number: "5531955500190" },
  "contact.update": { contactId: id, change: {}, baseRev: 0 },
  "announcement.read": { announcementId: id },
};

test.each(commandTypes)("the payload of %s needs each of its required fields", (type) => {
  const schema = commandPayloads[type];
  expect(v.is(schema, least[type])).toBe(true);
  for (const field of Object.keys(least[type])) {
    const { [field]: _removed, ...rest } = least[type] as Record<string, unknown>;
    expect([field, v.is(schema, rest)]).toEqual([field, false]);
  }
});

test.each(commandTypes)("the payload of %s cannot choose the id of a row", (type) => {
  const parsed = v.parse(commandPayloads[type], { ...least[type], id: other, companyId: other });
  expect(Object.keys(parsed)).not.toContain("id");
  expect(Object.keys(parsed)).not.toContain("companyId");
});

test.each<[string, CommandType, object, object]>([
  ["a transfer goes to the queue alone", "ticket.transfer", least["ticket.transfer"], { userId: null }],
  ["a ticket is created open", "ticket.create", least["ticket.create"], { status: "open", queueId: null }],
  [
    "a message has no file, quote or place",
    "message.send",
    least["message.send"],
    { body: "", fileId: null, quotedId: null, cards: null, place: null, isVoice: false },
  ],
  ["a change of tags adds and removes none", "ticket.tag", least["ticket.tag"], { add: [], remove: [] }],
  ["a quick message is the user's own", "quickMessage.create", least["quickMessage.create"], { isGeneral: false }],
  ["a chat has no title", "chat.create", least["chat.create"], { title: "" }],
  ["a change of a chat adds and removes none", "chat.update", least["chat.update"], { add: [], remove: [] }],
  [
    "a chat message has no file",
    "chatMessage.send",
    least["chatMessage.send"],
    { body: "", fileId: null, quotedId: null },
  ],
  ["a deleted schedule was not sent", "schedule.delete", least["schedule.delete"], { isSent: false }],
])("without the optional fields, %s", (_rule, type, payload, defaults) => {
  expect(v.parse(commandPayloads[type], payload)).toMatchObject(defaults);
});

test.each<[string, CommandType, object, object]>([
  ["30 forwarded messages", "message.forward", { messageIds: ids(30) }, { messageIds: ids(31) }],
  ["20 contacts of a forward", "message.forward", { contactIds: ids(20) }, { contactIds: ids(21) }],
  ["a forward of something", "message.forward", { messageIds: ids(1) }, { messageIds: [] }],
  ["a forward to someone", "message.forward", { contactIds: ids(1) }, { contactIds: [] }],
  ["the longest body", "message.send", { body: "x".repeat(MAX_BODY) }, { body: "x".repeat(MAX_BODY + 1) }],
  ["the longest edited body", "message.edit", { body: "x".repeat(MAX_BODY) }, { body: "x".repeat(MAX_BODY + 1) }],
  ["the longest draft", "draft.save", { text: "x".repeat(DRAFT_LENGTH) }, { text: "x".repeat(DRAFT_LENGTH + 1) }],
  ["a revision of a draft", "draft.save", { baseRev: 2 ** 53 - 1 }, { baseRev: -1 }],
  ["a whole revision of a draft", "draft.save", { baseRev: 3 }, { baseRev: 1.5 }],
  ["the longest reaction", "message.react", { emoji: "x".repeat(40) }, { emoji: "x".repeat(41) }],
  ["the longest title of a chat", "chat.create", { title: "x".repeat(100) }, { title: "x".repeat(101) }],
  ["100 people in a chat", "chat.create", { userIds: ids(99) }, { userIds: ids(100) }],
  ["a chat with someone", "chat.create", { userIds: ids(1) }, { userIds: [] }],
  ["a position in a chat", "chat.read", { seq: 2 ** 53 - 1 }, { seq: -1 }],
  ["a whole position in a chat", "chat.read", { seq: 3 }, { seq: 1.5 }],
  ["the longest chat message", "chatMessage.send", { body: "x".repeat(MAX_BODY) }, { body: "x".repeat(MAX_BODY + 1) }],
  ["an open or a pending ticket", "ticket.create", { status: "pending" }, { status: "closed" }],
  ["a picture of a quick message", "quickMessage.update", { fileId: null }, { fileId: "no id" }],
])("a command accepts %s and no more", (_limit, type, passes, fails) => {
  const isValid = (change: object) => v.is(commandPayloads[type], { ...least[type], ...change });
  expect([isValid(passes), isValid(fails)]).toEqual([true, false]);
});

test("the change of a quick message does not carry the picture, which has its own field", () => {
  const payload = { ...least["quickMessage.update"], change: { message: " Olá! ", fileId: id }, fileId: other };
  expect(v.parse(commandPayloads["quickMessage.update"], payload)).toMatchObject({
    change: { message: "Olá!" },
    fileId: other,
  });
  expect(v.parse(commandPayloads["quickMessage.update"], payload).change).not.toHaveProperty("fileId");
});

test("a command has an id in lower case, any type and payload, and the time of its creation", () => {
  const command = { id: id.toUpperCase(), type: "unknown.type", payload: null, createdAt: at };
  expect(v.parse(Command, command).id).toBe(id);
  for (const change of [{ id: "1" }, { type: 7 }, { createdAt: "2026-07-01" }, { createdAt: undefined }])
    expect(v.is(Command, { ...command, ...change })).toBe(false);
});

test("a batch has 1 to 100 commands", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 130 }), (count) => {
      const commands = Array.from({ length: count }, () => ({ id, type: "ticket.read", payload: {}, createdAt: at }));
      return v.is(CommandBatch, { commands }) === (count >= 1 && count <= 100);
    }),
    { seed: 9, examples: [[0], [1], [100], [101]] },
  );
});

test("an answer has one of three statuses, and null where there is no revision or code", () => {
  const answer = { id, status: "applied", rev: 4, code: null };
  for (const status of ["applied", "duplicate", "rejected"])
    expect(v.is(CommandResult, { ...answer, status })).toBe(true);
  for (const change of [{ status: "held" }, { rev: undefined }, { code: undefined }])
    expect(v.is(CommandResult, { ...answer, ...change })).toBe(false);
});

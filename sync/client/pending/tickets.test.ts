import fc from "fast-check";
import { expect, test } from "vitest";
import { sortKeyOf, type TicketDocument } from "../../../contracts/desk/tickets.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { givenCommand, givenTicket } from "../testing/given.ts";
import { applyEffects } from "./apply-effects.ts";
import { type Overlay, ticketView } from "./tickets.ts";

const overlay: Overlay = {
  userId: "me",
  userName: "Ana",
  isKanban: (id) => id.startsWith("lane"),
  contact: () => ({ name: "Dona Rosa", number: "5511", isGroup: false, profilePicUrl: "" }),
};

/** The ticket after a command that does not delete it. */
function after(ticket: TicketDocument, command: OutboxRecord): TicketDocument {
  const changed = applyEffects("tickets", ticket, [command], overlay);
  if (!changed) throw new Error("the ticket is gone");
  return changed;
}

test("accepting, returning, closing and reopening show immediately", () => {
  const ticket = givenTicket({ status: "pending", unreadMessages: 2 });
  const on = { ticketId: ticket.id };
  const accept = givenCommand("ticket.accept", on);
  expect(ticketView(ticket, [accept], overlay)).toMatchObject({
    status: "open",
    userId: "me",
    pending: ["ticket.accept"],
  });
  const back = givenCommand("ticket.return", on);
  expect(ticketView(ticket, [accept, back], overlay)).toMatchObject({ status: "pending", userId: null });
  const close = givenCommand("ticket.close", on);
  expect(ticketView(ticket, [accept, close], overlay)).toMatchObject({ status: "closed" });
  const reopen = givenCommand("ticket.reopen", on);
  expect(ticketView(ticket, [accept, close, reopen], overlay)).toMatchObject({ status: "open", userId: "me" });
  expect(ticketView(ticket, [givenCommand("ticket.read", on)], overlay)).toMatchObject({ unreadMessages: 0 });
});

test("a deleted ticket disappears immediately, and returns when that is refused", () => {
  const ticket = givenTicket({ status: "open" });
  expect(ticketView(ticket, [givenCommand("ticket.delete", { ticketId: ticket.id })], overlay)).toBeNull();
  const refused = givenCommand("ticket.delete", { ticketId: ticket.id }, { state: "refused" });
  expect(ticketView(ticket, [refused], overlay)).toMatchObject({ id: ticket.id, failed: 1 });
});

test("a transfer to a queue alone leaves the ticket pending without a user", () => {
  const ticket = givenTicket({ status: "open", userId: "me" });
  const toQueue = givenCommand("ticket.transfer", { ticketId: ticket.id, queueId: "q" });
  expect(ticketView(ticket, [toQueue], overlay)).toMatchObject({ status: "pending", userId: null, queueId: "q" });
  const toUser = givenCommand("ticket.transfer", { ticketId: ticket.id, queueId: "q", userId: "bia" });
  expect(ticketView(ticket, [toUser], overlay)).toMatchObject({ status: "open", userId: "bia", queueId: "q" });
});

test("a reply becomes the last message, moves the ticket up and accepts a pending one", () => {
  const ticket = givenTicket({ status: "pending" });
  const reply = givenCommand("message.send", { ticketId: ticket.id, body: "Bom dia" });
  expect(ticketView(ticket, [reply], overlay)).toMatchObject({
    status: "open",
    userId: "me",
    lastMessage: { id: reply.id, body: "Bom dia", fromMe: true },
    sortKey: sortKeyOf(reply.createdAt),
    queued: 1,
  });
});

test("a refused command has no effect but is counted", () => {
  const ticket = givenTicket({ status: "pending" });
  const refused = givenCommand("ticket.accept", { ticketId: ticket.id }, { state: "refused" });
  const held = givenCommand("message.send", { ticketId: ticket.id, body: "oi" }, { state: "held" });
  expect(ticketView(ticket, [refused, held], overlay)).toEqual({
    ...ticket,
    pending: [],
    failed: 2,
    queued: 0,
    unsentNotes: [],
    unsentTags: [],
  });
});

test("an answered command counts until the pulled ticket has passed its answer", () => {
  const ticket = givenTicket({ status: "pending", rev: 4 });
  const accept = givenCommand("ticket.accept", { ticketId: ticket.id }, { state: "answered", rev: 5 });
  expect(ticketView(ticket, [accept], overlay)).toMatchObject({ status: "open", pending: [] });
  // Someone returned it right after: the server's state is newer than ours.
  expect(ticketView({ ...ticket, rev: 6 }, [accept], overlay)).toMatchObject({ status: "pending" });
});

test("a ticket created offline shows immediately, named after the contact", () => {
  const create = givenCommand("ticket.create", { contactId: "c", queueId: "q" });
  const reply = givenCommand("message.send", { ticketId: create.id, body: "Olá" });
  expect(ticketView(null, [create, reply], overlay)).toMatchObject({
    id: create.id,
    status: "open",
    userId: "me",
    contactName: "Dona Rosa",
    queueId: "q",
    lastMessage: { body: "Olá" },
  });
  expect(ticketView(null, [{ ...create, state: "refused" }], overlay)).toMatchObject({ id: create.id, failed: 1 });
  expect(ticketView(null, [reply], overlay)).toBeNull();
});

test("tags, notes and a reaction to the last message show immediately", () => {
  const lastMessage = {
    body: "Chegou!",
    fromMe: false,
    mediaType: "chat",
    ack: 0,
    errorCode: null,
    mediaSeconds: null,
    origin: null,
    isDeleted: false,
  };
  const note = {
    id: "n1",
    note: "Prefere boleto",
    userId: "bia",
    userName: "Bia",
    createdAt: "2026-05-01T10:00:00.000Z",
  };
  const ticket = givenTicket({ tagIds: ["a", "b"], notes: [note], lastMessage: { ...lastMessage, id: "m1" } });
  const on = { ticketId: ticket.id };
  const add = givenCommand("note.add", { ...on, note: " Ligar amanhã " });
  const view = ticketView(
    ticket,
    [
      givenCommand("ticket.tag", { ...on, add: ["c", "b"], remove: ["a"] }),
      add,
      givenCommand("note.delete", { ...on, noteId: "n1" }),
      givenCommand("message.react", { ...on, messageId: "m1", emoji: "👍" }),
    ],
    overlay,
  );
  expect(view).toMatchObject({
    tagIds: ["c", "b"],
    notes: [{ id: add.id, note: "Ligar amanhã", userId: "me", userName: "Ana" }],
    lastReaction: { messageId: "m1", emoji: "👍", fromMe: true, body: "Chegou!" },
  });
  const back = givenCommand("message.react", { ...on, messageId: "m1", emoji: "" });
  expect(ticketView(view, [back], overlay)?.lastReaction).toBeNull();
  const reply = givenCommand("message.send", { ...on, body: "Que bom" }, { createdAt: "2027-01-01T10:00:00.000Z" });
  expect(ticketView(view, [reply], overlay)?.lastReaction).toBeNull();
  const edits = ["m1", "m0"].map((messageId) => givenCommand("message.edit", { ...on, messageId, body: messageId }));
  expect(ticketView(ticket, edits, overlay)?.lastMessage?.body).toBe("m1");
});

test("accepting or reopening gives the right to answer, transferring takes it, closing gives the right to reopen", () => {
  const pending = givenTicket({ status: "pending", canAnswer: true });
  const on = { ticketId: pending.id };
  const accept = givenCommand("ticket.accept", on);
  const away = givenCommand("ticket.transfer", { ...on, queueId: "q", userId: "bia" });
  const close = givenCommand("ticket.close", on);
  const reopen = givenCommand("ticket.reopen", on);
  const may = (...commands: Parameters<typeof ticketView>[1]) => {
    const view = ticketView(pending, commands, overlay);
    return [view?.status, view?.canAnswer, view?.canReopen];
  };
  expect(may(accept)).toEqual(["open", true, false]);
  expect(may(accept, away)).toEqual(["open", false, false]);
  expect(may(close)).toEqual(["closed", true, true]);
  expect(may(close, reopen)).toEqual(["open", true, false]);
});

test("a draft changes no ticket: it is neither waiting nor failed there", () => {
  const ticket = givenTicket();
  const draft = { ticketId: ticket.id, text: "Bom", baseRev: 0, writerId: "w" };
  const commands = [givenCommand("draft.save", draft), givenCommand("draft.save", draft, { state: "refused" })];
  expect(ticketView(ticket, commands, overlay)).toEqual({
    ...ticket,
    pending: [],
    failed: 0,
    queued: 0,
    unsentNotes: [],
    unsentTags: [],
  });
});

test("notes and tags added here are unsent until the server has answered", () => {
  const ticket = givenTicket();
  const note = givenCommand("note.add", { ticketId: ticket.id, note: "Prefere retirada" });
  const tag = givenCommand("ticket.tag", { ticketId: ticket.id, add: ["vip"], remove: [] });
  expect(ticketView(ticket, [note, tag], overlay)).toMatchObject({
    unsentNotes: [note.id],
    unsentTags: ["vip"],
    tagIds: ["vip"],
  });
  const answered = [note, tag].map((command) => ({ ...command, state: "answered" as const, rev: ticket.rev + 1 }));
  expect(ticketView(ticket, answered, overlay)).toMatchObject({ unsentNotes: [], unsentTags: [] });
});

test("a move replaces the kanban tag, keeps the other tags and waits until the server has answered", () => {
  const ticket = givenTicket({ tagIds: ["a", "lane b"] });
  const move = (laneId: string | null) => givenCommand("ticket.lane", { ticketId: ticket.id, laneId });
  const [away, toOpen] = [move("lane c"), move(null)];
  expect(ticketView(ticket, [away], overlay)).toMatchObject({
    tagIds: ["a", "lane c"],
    pending: ["ticket.lane"],
    unsentTags: ["lane c"],
  });
  expect(ticketView(ticket, [away, toOpen], overlay)?.tagIds).toEqual(["a"]);
  expect(ticketView(ticket, [toOpen, away], overlay)?.tagIds).toEqual(["a", "lane c"]);
  const refused = { ...away, state: "refused" as const };
  expect(ticketView(ticket, [refused], overlay)).toMatchObject({ tagIds: ["a", "lane b"], pending: [] });
});

test("adding a kanban tag by any command replaces the present one; the last one added stays", () => {
  const ticket = givenTicket({ tagIds: ["lane b", "a"] });
  const tag = givenCommand("ticket.tag", { ticketId: ticket.id, add: ["d", "lane e", "lane c"], remove: [] });
  expect(ticketView(ticket, [tag], overlay)?.tagIds).toEqual(["a", "d", "lane c"]);
});

test.each<[OutboxRecord["type"], string, object]>([
  ["ticket.accept", "open", { status: "open", userId: "bia" }],
  ["ticket.accept", "closed", { status: "closed", userId: "bia" }],
  ["ticket.return", "pending", { status: "pending", userId: "bia" }],
  ["ticket.return", "closed", { status: "closed", userId: "bia" }],
  ["ticket.reopen", "pending", { status: "pending", userId: "bia" }],
  ["ticket.reopen", "open", { status: "open", userId: "bia" }],
])("%s does not change a ticket that is %s", (type, status, expected) => {
  const ticket = givenTicket({ status: status as "open", userId: "bia" });
  const command = givenCommand(type as "ticket.accept", { ticketId: ticket.id });
  expect(after(ticket, command)).toBe(ticket);
  expect(ticketView(ticket, [command], overlay)).toMatchObject(expected);
});

test("accepting and replying take a ticket out of the bot's menu", () => {
  const ticket = givenTicket({ status: "pending", chatbot: true, canAnswer: false });
  const commands = [
    givenCommand("ticket.accept", { ticketId: ticket.id }),
    givenCommand("message.send", { ticketId: ticket.id, body: "Oi" }),
  ];
  for (const command of commands)
    expect(after(ticket, command)).toMatchObject({
      chatbot: false,
      canAnswer: true,
      userId: "me",
    });
});

test("a reply to a closed ticket leaves it closed, and one older than the last message does not move it", () => {
  const closed = givenTicket({ status: "closed", userId: "bia" });
  const reply = givenCommand("message.send", { ticketId: closed.id, body: "Oi" });
  expect(after(closed, reply)).toMatchObject({ status: "closed", userId: "bia" });
  const old = givenCommand(
    "message.send",
    { ticketId: closed.id, body: "Oi" },
    { createdAt: "2020-01-01T10:00:00.000Z" },
  );
  const pending = givenTicket({ status: "pending" });
  const { lastMessage, lastMessageAt, sortKey } = pending;
  expect(after(pending, old)).toMatchObject({
    status: "open",
    lastMessage,
    lastMessageAt,
    sortKey,
  });
});

test("a reply with a file alone shows the file's name", () => {
  const ticket = givenTicket();
  const file = { id: "f", name: "contrato.pdf", mimetype: "application/pdf", size: 3 };
  const reply = givenCommand("message.send", { ticketId: ticket.id, fileId: "f" }, { file });
  expect(ticketView(ticket, [reply], overlay)?.lastMessage).toMatchObject({
    body: "contrato.pdf",
    mediaType: "document",
    ack: 0,
  });
});

test("a transfer to oneself keeps the right to answer, and does not give it", () => {
  const [may, mayNot] = [givenTicket({ canAnswer: true }), givenTicket({ canAnswer: false })];
  const answers = [may, mayNot].map((ticket) => {
    const transfer = givenCommand("ticket.transfer", { ticketId: ticket.id, queueId: "q", userId: "me" });
    return ticketView(ticket, [transfer], overlay)?.canAnswer;
  });
  expect(answers).toEqual([true, false]);
});

test("a ticket created here as pending has no user, and an unknown contact no name", () => {
  const create = givenCommand("ticket.create", { contactId: "c", status: "pending" });
  expect(ticketView(null, [create], { ...overlay, contact: () => undefined })).toMatchObject({
    status: "pending",
    userId: null,
    queueId: null,
    contactName: "",
    rev: 0,
    search: "",
  });
});

test("a ticket that was created here and pulled shows the pulled one", () => {
  const create = givenCommand("ticket.create", { contactId: "c" }, { state: "answered", rev: 3 });
  const pulled = givenTicket({ id: create.id, rev: 3, contactName: "Rosa Lima" });
  expect(ticketView(pulled, [create], overlay)).toMatchObject({ contactName: "Rosa Lima", rev: 3, pending: [] });
});

test("a reaction to an unknown message changes nothing, and to the message reacted to before keeps its text", () => {
  const lastReaction = { messageId: "m1", emoji: "👍", fromMe: false, body: "Chegou!", mediaType: "chat" };
  const ticket = givenTicket({ lastReaction });
  const react = (messageId: string, emoji: string) =>
    after(ticket, givenCommand("message.react", { ticketId: ticket.id, messageId, emoji }));
  expect(react("unknown", "🎉")).toBe(ticket);
  expect(react("unknown", "")).toBe(ticket);
  expect(react("m1", "🎉").lastReaction).toEqual({ ...lastReaction, emoji: "🎉", fromMe: true });
});

const ids = ["a", "lane b", "lane c"];
const some = fc.subarray(ids);
const one = fc.constantFrom(...ids);
const payloads = fc.oneof(
  fc
    .constantFrom("ticket.accept", "ticket.return", "ticket.close", "ticket.reopen", "ticket.read")
    .map((type) => ({ type, payload: {} })),
  fc.record({
    type: fc.constant("ticket.transfer"),
    payload: fc.record({ queueId: one, userId: fc.constantFrom("me", "bia", null) }),
  }),
  fc.record({ type: fc.constant("ticket.tag"), payload: fc.record({ add: some, remove: some }) }),
  fc.record({
    type: fc.constant("ticket.lane"),
    payload: fc.record({ laneId: fc.constantFrom("lane b", "lane c", null) }),
  }),
  fc.record({ type: fc.constant("note.add"), payload: fc.record({ note: fc.constantFrom("Ligar", " Boleto ") }) }),
  fc.record({ type: fc.constant("note.delete"), payload: fc.record({ noteId: one }) }),
  fc.record({ type: fc.constant("message.edit"), payload: fc.record({ messageId: one, body: fc.string() }) }),
  fc.record({
    type: fc.constant("message.react"),
    payload: fc.record({ messageId: one, emoji: fc.constantFrom("👍", "") }),
  }),
  fc.record({ type: fc.constant("message.send"), payload: fc.record({ body: fc.string() }) }),
);
const tickets = fc.record({
  status: fc.constantFrom("pending" as const, "open" as const, "closed" as const),
  userId: fc.constantFrom("me", "bia", null),
  chatbot: fc.boolean(),
  canAnswer: fc.boolean(),
  tagIds: some,
  rev: fc.constant(4),
});
const commandOn = (ticketId: string, { type, payload }: { type: string; payload: object }, change = {}) =>
  givenCommand(type as "ticket.accept", { ticketId, ...payload }, change);

test("a command whose effect the ticket already shows changes nothing more", () => {
  fc.assert(
    fc.property(tickets, fc.array(payloads, { maxLength: 5 }), payloads, (change, earlier, last) => {
      const pulled = givenTicket({ ...change, lastMessage: null });
      const before = earlier.reduce((ticket, step) => after(ticket, commandOn(pulled.id, step)), pulled);
      const command = commandOn(pulled.id, last);
      const once = after(before, command);
      expect(after(once, command)).toEqual(once);
      expect([once.id, once.rev, once.contactId, once.createdAt]).toEqual([
        pulled.id,
        4,
        pulled.contactId,
        pulled.createdAt,
      ]);
    }),
    { seed: 27 },
  );
});

test("refused commands, and answers that the pulled ticket has passed, change no field", () => {
  const passed = fc.constantFrom(
    { state: "refused" },
    { state: "held" },
    { state: "answered", rev: 4 },
    { state: "answered", rev: 1 },
  );
  fc.assert(
    fc.property(tickets, fc.array(fc.tuple(payloads, passed), { maxLength: 6 }), (change, steps) => {
      const pulled = givenTicket(change);
      const commands = steps.map(([step, state]) => commandOn(pulled.id, step, state));
      const failed = steps.filter(([, { state }]) => state !== "answered").length;
      expect(ticketView(pulled, commands, overlay)).toEqual({
        ...pulled,
        pending: [],
        failed,
        queued: 0,
        unsentNotes: [],
        unsentTags: [],
      });
    }),
    { seed: 28 },
  );
});

test("an overlay never changes the pulled ticket itself, and applies commands in their order", () => {
  fc.assert(
    fc.property(tickets, fc.array(payloads, { maxLength: 6 }), (change, steps) => {
      const pulled = givenTicket(change);
      const copy = structuredClone(pulled);
      const commands = steps.map((step) => commandOn(pulled.id, step));
      const view = ticketView(pulled, commands, overlay);
      expect(pulled).toEqual(copy);
      const folded = commands.reduce((ticket, command) => after(ticket, command), pulled);
      expect(view).toMatchObject(folded);
      expect(view?.queued).toBe(commands.filter(({ type }) => type === "message.send").length);
    }),
    { seed: 29 },
  );
});

import { expect, test } from "vitest";
import { sortKeyOf } from "../../contracts/tickets.ts";
import { givenCommand, givenTicket } from "../testing/given.ts";
import { type Overlay, ticketView } from "./tickets.ts";

const overlay: Overlay = {
  userId: "me",
  userName: "Ana",
  contact: () => ({ name: "Dona Rosa", number: "5511", isGroup: false, profilePicUrl: "" }),
};

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

import { expect, test } from "vitest";
import { derivedId } from "../../../contracts/desk/messages.ts";
import { givenCommand, givenMessage, givenTicket } from "../testing/given.ts";
import { type ForwardCommand, forwardedMessages } from "./forwards.ts";

test("forwarded messages show in the contact's ticket under the ids that the server will use", () => {
  const [first, second] = [givenMessage({ fromMe: false, body: "um" }), givenMessage({ body: "dois" })];
  const ticket = givenTicket();
  const messageIds = [first.id, second.id];
  const command = givenCommand("message.forward", {
    messageIds,
    contactIds: [ticket.contactId],
    ticketId: first.ticketId,
  }) as ForwardCommand;
  const known = new Map([first, second].map((row) => [row.id, row]));
  const shown = forwardedMessages(command, ticket, known, "me");
  expect(shown).toMatchObject([
    { body: "um", fromMe: true, userId: "me", ticketId: ticket.id, ack: 0, local: "queued" },
    { body: "dois", fromMe: true },
  ]);
  expect(shown.map(({ id }) => id)).toEqual(messageIds.map((id) => derivedId(command.id, ticket.contactId, id)));
  expect(forwardedMessages(command, givenTicket(), known, "me")).toEqual([]);
  expect(forwardedMessages({ ...command, state: "refused" }, ticket, known, "me")).toEqual([]);
});

test("derived ids are UUIDs, one for each message and contact", () => {
  const ids = Array.from({ length: 40 }, () => givenMessage().id);
  const [command = "", ...others] = ids;
  const derived = others.flatMap((contact) => others.map((message) => derivedId(command, contact, message)));
  expect(new Set(derived).size).toBeGreaterThanOrEqual((others.length * (others.length - 1)) / 2);
  for (const id of derived) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a forwarded message starts anew: without the original's reactions, quote, delivery and edit", () => {
  const ticket = givenTicket({ queueId: "q" });
  const source = givenMessage({
    author: "Ivo",
    quoted: { id: null, body: "antes", fromMe: true, mediaType: "chat", author: "" },
    ack: 3,
    errorCode: "ERR_SENDING_WAPP_MSG",
    life: { server: null, accepted: "2026-05-01T10:00:00.000Z", delivered: null, read: null, played: null },
    reactions: [{ emoji: "👍", fromMe: false }],
    editedAt: "2026-05-01T10:00:00.000Z",
    isLate: true,
  });
  const payload = { messageIds: [source.id], contactIds: [ticket.contactId], ticketId: source.ticketId };
  const command = givenCommand("message.forward", payload) as ForwardCommand;
  expect(forwardedMessages(command, ticket, new Map([[source.id, source]]), "me")).toMatchObject([
    {
      queueId: "q",
      author: null,
      quoted: null,
      ack: 0,
      errorCode: null,
      life: { accepted: null },
      reactions: [],
      editedAt: null,
      isLate: false,
      createdAt: command.createdAt,
      commandId: command.id,
    },
  ]);
});

test("forwarded messages keep their order, unknown originals are left out, and the state is the command's", () => {
  const ticket = givenTicket();
  const [first, unknown, last] = [givenMessage(), givenMessage(), givenMessage()];
  const messageIds = [last.id, unknown.id, first.id];
  const known = new Map([first, last].map((row) => [row.id, row]));
  const payload = { messageIds, contactIds: ["other", ticket.contactId], ticketId: first.ticketId };
  const locals = (["waiting", "sending", "answered"] as const).map((state) => {
    const shown = forwardedMessages(
      givenCommand("message.forward", payload, { state }) as ForwardCommand,
      ticket,
      known,
      "me",
    );
    expect(shown.map(({ body }) => body)).toEqual([last.body, first.body]);
    expect(shown[0]?.seq).toBeLessThan(shown[1]?.seq ?? 0);
    return shown[0]?.local;
  });
  expect(locals).toEqual(["queued", "sending", null]);
});

import { expect, test } from "vitest";
import { derivedId } from "../../contracts/messages.ts";
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

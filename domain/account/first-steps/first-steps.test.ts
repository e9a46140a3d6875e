import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { receiveMessage, sendMessage } from "../../desk/messages/index.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { hasAnswered } from "./index.ts";

async function givenOpenTicket() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const contact = await givenContact({ companyId, name: "Helena Sampaio" });
  const place = { companyId, queueId: queue.id, connectionId: connection.id, contactId: contact.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  return { ...company, contact, ticket };
}

test("hasAnswered becomes true when an agent writes, not when a customer does", async () => {
  const { companyId, connection, ana, admin, ticket } = await givenOpenTicket();
  await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id)));
  expect(await acting(admin, hasAnswered)).toBe(false);
  await acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "Olá!" }));
  expect(await acting(admin, hasAnswered)).toBe(true);
});

test("another company's reply does not count", async () => {
  const [own, other] = [await givenOpenTicket(), await givenOpenTicket()];
  await acting(other.ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: other.ticket.id, body: "Olá!" }));
  expect(await acting(own.admin, hasAnswered)).toBe(false);
});

test("an agent who is not an admin may not ask", async () => {
  const { ana } = await givenOpenTicket();
  expect(await refusal(acting(ana, hasAnswered))).toMatchObject({ code: "ERR_NO_PERMISSION" });
});

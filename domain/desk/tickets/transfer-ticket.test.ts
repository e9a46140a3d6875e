import { expect, test } from "vitest";
import { givenAgent, givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { changeTicket, requireTicket, transferTicket } from "./index.ts";

async function given() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  return { ...company, ticket: await givenTicket({ ...place, status: "open", userId: ana.id }) };
}

test("transferTicket: refuses an agent who does not serve the named queue, and changes nothing", async () => {
  const { ana, bia, queue, ticket } = await given();
  const to = { queueId: queue.id, userId: bia.id };
  expect(await refusal(acting(ana, (ctx) => transferTicket(ctx, ticket.id, to)))).toMatchObject({
    code: "ERR_AGENT_NOT_IN_QUEUE",
    details: to,
  });
  expect(await acting(ana, (ctx) => requireTicket(ctx, ticket.id))).toMatchObject({ userId: ana.id, status: "open" });
});

test("transferTicket: refuses an admin without queues as the target, because the rule has no exception", async () => {
  const { ana, admin, queue, ticket } = await given();
  const transfer = acting(ana, (ctx) => transferTicket(ctx, ticket.id, { queueId: queue.id, userId: admin.id }));
  expect((await refusal(transfer)).code).toBe("ERR_AGENT_NOT_IN_QUEUE");
});

test("transferTicket: accepts an agent who serves the named queue", async () => {
  const { ana, bia, support, ticket } = await given();
  const moved = await acting(ana, (ctx) => transferTicket(ctx, ticket.id, { queueId: support.id, userId: bia.id }));
  expect(moved).toMatchObject({ queueId: support.id, userId: bia.id, status: "open", isBot: false });
});

test("changeTicket: lets an agent keep a ticket whose queue changes to one that they do not serve", async () => {
  const { ana, support, ticket } = await given();
  const moved = await acting(ana, (ctx) => changeTicket(ctx, ticket.id, { status: "open", queueId: support.id }));
  expect(moved).toMatchObject({ queueId: support.id, userId: ana.id, status: "open" });
});

test("transferTicket: another company's ticket, queue and user do not exist", async () => {
  const { ana, queue, ticket } = await given();
  const other = await given();
  const transfer = (id: string, to: { queueId: string | null; userId: string | null }) =>
    acting(ana, (ctx) => transferTicket(ctx, id, to));
  const toOwn = { queueId: queue.id, userId: null };
  expect((await refusal(transfer(other.ticket.id, toOwn))).code).toBe("ERR_NO_TICKET_FOUND");
  expect((await refusal(transfer(ticket.id, { queueId: other.queue.id, userId: null }))).code).toBe(
    "ERR_NO_QUEUE_FOUND",
  );
  expect((await refusal(transfer(ticket.id, { queueId: null, userId: other.ana.id }))).code).toBe("ERR_NO_USER_FOUND");
});

test("transferTicket: a colleague who sees the ticket but may not answer it is refused", async () => {
  const { companyId, ana, queue, ticket } = await given();
  const carla = await givenAgent({ companyId, name: "Carla", queueIds: [queue.id] });
  const transfer = acting(carla, (ctx) => transferTicket(ctx, ticket.id, { queueId: queue.id, userId: carla.id }));
  expect(await refusal(transfer)).toMatchObject({ code: "ERR_NO_PERMISSION", details: { userId: ana.id } });
});

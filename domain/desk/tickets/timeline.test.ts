import { expect, test } from "vitest";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { acceptTicket, listTimeline, returnTicket, transferTicket } from "./index.ts";

test("a ticket's events say who did what, when, on which device, and where it was transferred", async () => {
  const { companyId, queue, support, ana, bia, admin } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id, status: "pending" });
  const at = (minute: number) => new Date(Date.UTC(2026, 6, 1, 10, minute));
  await acting(ana, (ctx) => acceptTicket({ ...ctx, device: "Chrome, Linux" }, ticket.id), at(1));
  await acting(ana, (ctx) => returnTicket(ctx, ticket.id), at(2));
  const to = { queueId: support.id, userId: bia.id };
  await acting(admin, (ctx) => transferTicket(ctx, ticket.id, to), at(3));
  const events = await acting(bia, (ctx) => listTimeline(ctx, ticket.id));
  expect(events).toMatchObject([
    { type: "accepted", user: { id: ana.id, name: "Ana" }, device: "Chrome, Linux", at: at(1).toISOString(), to: null },
    { type: "returned", user: { name: "Ana" }, device: "Teste", from: null },
    {
      type: "transferred",
      user: { name: "Marina" },
      from: { queue: { id: queue.id, name: "Vendas" }, user: null },
      to: { queue: { name: "Suporte" }, user: { id: bia.id, name: "Bia" } },
    },
  ]);
});

test("users who do not see the ticket, and other companies, cannot read its events", async () => {
  const { companyId, queue, bia } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const stranger = (await givenCompany()).admin;
  for (const other of [bia, stranger])
    expect(await refusal(acting(other, (ctx) => listTimeline(ctx, ticket.id)))).toMatchObject({
      code: "ERR_NO_TICKET_FOUND",
    });
});

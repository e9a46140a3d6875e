import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk } from "../../testing.ts";
import { discardMessage, listNotDelivered, retryMessage } from "./index.ts";

const { messages, tickets } = schema;

async function givenDesk() {
  const { companyId, queue, support, connection, ana, admin } = await givenCompany();
  const on = { companyId, connectionId: connection.id, status: "open" as const, userId: ana.id };
  const ticket = await givenTicket({ ...on, queueId: queue.id });
  const write = async (body: string, by: GivenAgent, errorCode: string | null, more = {}) => {
    const id = randomUUID();
    const own = { companyId, id, ticketId: ticket.id, contactId: ticket.contactId, connectionId: connection.id };
    await atDesk(companyId, (ctx) =>
      ctx.db.insert(messages).values({ ...own, fromMe: true, userId: by.id, body, errorCode, ...more }),
    );
    return id;
  };
  const listOf = async (agent: GivenAgent) => (await acting(agent, (ctx) => listNotDelivered(ctx))).messages;
  return { companyId, support, ticket, ana, admin, write, listOf };
}

test("an agent's failed messages are listed until they are retried or discarded", async () => {
  const { ana, admin, write, listOf } = await givenDesk();
  await write("Chegou", ana, null);
  const older = await write("Segue o boleto", ana, "ERR_SENDING_WAPP_MSG", { createdAt: new Date(testTime() - 1_000) });
  const newer = await write("E a nota", ana, "ERR_SENDING_WAPP_MSG");
  await write("Da Marina", admin, "ERR_SENDING_WAPP_MSG");
  await write("Apagada", ana, "ERR_SENDING_WAPP_MSG", { isDeleted: true });
  expect(await listOf(ana)).toMatchObject([
    { id: newer, body: "E a nota", contactName: "Helena Sampaio", errorCode: "ERR_SENDING_WAPP_MSG", mayDecide: true },
    { id: older, body: "Segue o boleto" },
  ]);
  await acting(ana, (ctx) => retryMessage(ctx, { messageId: newer }));
  await acting(ana, (ctx) => discardMessage(ctx, { messageId: older }));
  expect(await listOf(ana)).toEqual([]);
  expect((await listOf(admin)).map(({ body }) => body)).toEqual(["Da Marina"]);
});

test("in a colleague's ticket they are visible without actions, and in an invisible ticket they are not listed", async () => {
  const { companyId, support, ticket, ana, admin, write, listOf } = await givenDesk();
  await write("Segue o boleto", ana, "ERR_SENDING_WAPP_MSG");
  const move = (change: object) =>
    atDesk(companyId, (ctx) => ctx.db.update(tickets).set(change).where(eq(tickets.id, ticket.id)));
  await move({ userId: admin.id });
  expect(await listOf(ana)).toMatchObject([{ mayDecide: false }]);
  await move({ queueId: support.id });
  expect(await listOf(ana)).toEqual([]);
  const stranger = await givenCompany();
  expect(await listOf({ ...stranger.ana, id: ana.id })).toEqual([]);
});

test("failed messages come in pages of twenty", async () => {
  const { ana, write, listOf } = await givenDesk();
  const at = (second: number) => new Date(Date.UTC(2026, 6, 1, 12, 0, second));
  const failed = (n: number) => write(`${n}`, ana, "ERR_SENDING_WAPP_MSG", { createdAt: at(n) });
  for (let n = 1; n <= 20; n += 1) await failed(n);
  expect((await acting(ana, (ctx) => listNotDelivered(ctx))).hasMore).toBe(false);
  await failed(21);
  const second = await acting(ana, (ctx) => listNotDelivered(ctx, { page: 2 }));
  expect(second).toMatchObject({ messages: [{ body: "1" }], hasMore: false });
  expect((await listOf(ana)).map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, n) => `${21 - n}`));
  expect((await acting(ana, (ctx) => listNotDelivered(ctx))).hasMore).toBe(true);
});

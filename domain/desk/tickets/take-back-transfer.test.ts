import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { deleteQueue } from "../queues/index.ts";
import { acceptTicket, takeBackTransfer, ticketDocuments, transferTicket } from "./index.ts";

const { tickets } = schema;
const NOW = new Date("2026-11-26T14:07:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

async function givenTransferred(userId: "bia" | null = null) {
  const company = await givenCompany();
  const { companyId, queue, support, ana, bia } = company;
  const ticket = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open" });
  const to = { queueId: support.id, userId: userId && bia.id, note: " chegou trincado " };
  await acting(ana, (ctx) => transferTicket(ctx, ticket.id, to), NOW);
  const row = async () =>
    (await atDesk(companyId, ({ db }) => db.select().from(tickets).where(eq(tickets.id, ticket.id))))[0];
  return { ...company, ticket, row };
}

test("a transfer leaves its note to the receiver, with both queues", async () => {
  const { bia, ana, queue, support, ticket } = await givenTransferred("bia");
  const [document] = await acting(bia, (ctx) => ticketDocuments(ctx, [ticket.id]));
  expect(document?.notes).toMatchObject([
    {
      ...{ note: "chegou trincado", userId: ana.id, userName: "Ana" },
      transfer: { fromQueueId: queue.id, queueId: support.id, userId: bia.id },
    },
  ]);
});

test("the sender takes a transfer back, to the former queue and agent, and the note goes", async () => {
  const { ana, queue, ticket, row } = await givenTransferred();
  expect(await row()).toMatchObject({ status: "pending", userId: null });
  await acting(ana, (ctx) => takeBackTransfer(ctx, ticket.id), later(9));
  expect(await row()).toMatchObject({ status: "open", userId: ana.id, queueId: queue.id });
  const [document] = await acting(ana, (ctx) => ticketDocuments(ctx, [ticket.id]));
  expect(document?.notes).toEqual([]);
});

test("a transfer is taken back once, and not after a reply from the company's phone", async () => {
  const { ana, ticket } = await givenTransferred();
  await acting(ana, (ctx) => takeBackTransfer(ctx, ticket.id), later(1));
  const again = acting(ana, (ctx) => takeBackTransfer(ctx, ticket.id), later(2));
  expect(await refusal(again)).toMatchObject({ code: "ERR_TRANSFER_TAKEN" });
  const answered = await givenTransferred();
  const { companyId } = answered;
  await atDesk(companyId, ({ db }) =>
    db.insert(schema.messages).values({
      ...{ companyId, id: uuidv7(), ticketId: answered.ticket.id, contactId: answered.ticket.contactId },
      ...{ fromMe: true, body: "Já respondi pelo celular", createdAt: later(1) },
    }),
  );
  const taken = acting(answered.ana, (ctx) => takeBackTransfer(ctx, answered.ticket.id), later(2));
  expect(await refusal(taken)).toMatchObject({ code: "ERR_TRANSFER_TAKEN" });
});

test("a ticket whose former queue is deleted returns to its agent without a queue", async () => {
  const { ana, admin, queue, ticket, row } = await givenTransferred();
  await acting(admin, (ctx) => deleteQueue(ctx, queue.id), later(1));
  await acting(ana, (ctx) => takeBackTransfer(ctx, ticket.id), later(2));
  expect(await row()).toMatchObject({ status: "open", userId: ana.id, queueId: null });
});

test("a transfer is not taken back by others, too late, or after the receiver has begun", async () => {
  const { ana, bia, admin, support, ticket, row } = await givenTransferred();
  const code = async (agent: typeof ana, minutes: number) =>
    (await refusal(acting(agent, (ctx) => takeBackTransfer(ctx, ticket.id), later(minutes)))).code;
  const stranger = (await givenCompany()).admin;
  for (const agent of [bia, admin, stranger]) expect(await code(agent, 1)).toBe("ERR_NO_TICKET_FOUND");
  expect(await code(ana, 11)).toBe("ERR_NO_TICKET_FOUND");
  await acting(bia, (ctx) => acceptTicket(ctx, ticket.id), later(2));
  expect(await code(ana, 3)).toBe("ERR_TRANSFER_TAKEN");
  expect(await row()).toMatchObject({ userId: bia.id, queueId: support.id });
});

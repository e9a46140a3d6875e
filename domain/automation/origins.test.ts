import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany } from "../../db/testing/given.ts";
import { messageRows, receiveMessage, sendMessage } from "../messages/index.ts";
import { acting, atDesk, textFrom } from "../testing.ts";
import { acceptTicket, returnTicket, ticketDocuments } from "../tickets/index.ts";

const { connections, connectionQueues, messages, tickets } = schema;

/** A customer who wrote over a connection with two queues, so that the bot asked for the queue. */
async function givenInMenu(body = "Bom dia! O vaso veio trincado") {
  const company = await givenCompany();
  const { companyId, connection, support } = company;
  await atDesk(companyId, async (ctx) => {
    await ctx.db.update(connections).set({ greetingMessage: "Com quem quer falar?" });
    await ctx.db.insert(connectionQueues).values({ companyId, connectionId: connection.id, queueId: support.id });
    await receiveMessage(ctx, textFrom(connection.id, { body }));
  });
  const [ticket] = await atDesk(companyId, (ctx) => ctx.db.select().from(tickets));
  if (!ticket) throw new Error("no ticket");
  return { ...company, ticketId: ticket.id };
}

const documentOf = (actor: Parameters<typeof acting>[0], ticketId: string) =>
  acting(actor, async (ctx) => (await ticketDocuments(ctx, [ticketId]))[0]);

test("the bot's menu is marked as the bot's, and the list shows the customer's last message beside it", async () => {
  const { admin, companyId, ticketId } = await givenInMenu();
  const rows = await atDesk(companyId, (ctx) =>
    ctx.db.select({ id: messages.id, origin: messages.origin }).from(messages).orderBy(asc(messages.createdAt)),
  );
  expect(rows.map(({ origin }) => origin)).toEqual([null, "menu"]);
  const travelling = await acting(admin, (ctx) =>
    messageRows(
      ctx,
      rows.map(({ id }) => id),
    ),
  );
  expect(travelling.map(({ origin }) => origin)).toEqual([null, "menu"]);
  expect(await documentOf(admin, ticketId)).toMatchObject({
    chatbot: true,
    lastMessage: { fromMe: true, origin: "menu" },
    lastWords: { body: "Bom dia! O vaso veio trincado", fromMe: false },
  });
});

test("after an agent's message the list shows that one; in a pending ticket the customer's again", async () => {
  const { ana, companyId, connection, queue, ticketId } = await givenInMenu();
  await atDesk(companyId, (ctx) => ctx.db.update(tickets).set({ queueId: queue.id }).where(eq(tickets.id, ticketId)));
  await acting(ana, (ctx) => acceptTicket(ctx, ticketId));
  await acting(ana, (ctx) => sendMessage(ctx, { id: crypto.randomUUID(), ticketId, body: "Já vejo" }));
  expect(await documentOf(ana, ticketId)).toMatchObject({ lastMessage: { body: "Já vejo" }, lastWords: null });
  await acting(ana, (ctx) => returnTicket(ctx, ticketId));
  expect((await documentOf(ana, ticketId))?.lastWords?.body).toBe("Bom dia! O vaso veio trincado");
  await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { body: "Alguém aí?", seq: 9 })));
  expect(await documentOf(ana, ticketId)).toMatchObject({ lastMessage: { body: "Alguém aí?" }, lastWords: null });
});

test("a customer's message from a queue that the agent may not read stays hidden in the list", async () => {
  const { bia, companyId, queue, support, ticketId } = await givenInMenu("segredo de Vendas");
  await atDesk(companyId, async (ctx) => {
    await ctx.db.update(messages).set({ queueId: queue.id });
    await ctx.db.update(tickets).set({ queueId: support.id });
  });
  expect((await documentOf(bia, ticketId))?.lastWords?.body).toBe("");
});

test("another company's message is never a ticket's last message", async () => {
  const [ours, theirs] = [await givenInMenu("nossas palavras"), await givenInMenu("palavras deles")];
  expect((await documentOf(ours.admin, ours.ticketId))?.lastWords?.body).toBe("nossas palavras");
  expect(await documentOf(ours.admin, theirs.ticketId)).toBeUndefined();
});

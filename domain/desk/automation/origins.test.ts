import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { acting, atDesk, textFrom } from "../../testing.ts";
import { messageRows, receiveMessage, sendMessage } from "../messages/index.ts";
import { writeOutgoing } from "../outbox/index.ts";
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

const receive = (companyId: string, connectionId: string, body: string, seq: number) =>
  atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connectionId, { body, seq })));

const documentOf = (actor: Parameters<typeof acting>[0], ticketId: string) =>
  acting(actor, async (ctx) => (await ticketDocuments(ctx, [ticketId]))[0]);

test("the bot's menu is marked as the bot's, and the list shows the customer's last message", async () => {
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
    lastMessage: { body: "Bom dia! O vaso veio trincado", fromMe: false },
    lastWords: null,
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

test("no automatic text and no answer to a question of the desk is a ticket's last message", async () => {
  const { admin, ana, companyId, connection, queue, ticketId } = await givenInMenu();
  let seq = 10;
  const receiveText = (body: string) => receive(companyId, connection.id, body, seq++);
  const row = async () => {
    const [found] = await atDesk(companyId, ({ db }) => db.select().from(tickets));
    return found;
  };
  const said = async () => (await documentOf(admin, ticketId))?.lastMessage?.body;
  const before = await row();
  expect(before).toMatchObject({ isBot: true, waitingSince: null });
  await receiveText("7");
  await receiveText("Quero o preço da moringa");
  expect(await said()).toBe("Quero o preço da moringa");
  const asked = await row();
  await receiveText("2");
  // The bot is done: the contact waits for a person from now on, with what they said before.
  expect(await row()).toMatchObject({
    ...{ isBot: false, lastMessageId: asked?.lastMessageId, lastMessageAt: asked?.lastMessageAt },
  });
  const waitingSince = (await row())?.waitingSince;
  expect(waitingSince).toBeInstanceOf(Date);
  expect(await said()).toBe("Quero o preço da moringa");
  await receiveText("1");
  expect([await said(), (await row())?.waitingSince]).toEqual(["1", waitingSince]);
  // A campaign's message, a scheduled one and a notice.
  await acting(ana, (ctx) => acceptTicket(ctx, ticketId));
  const accepted = await row();
  if (!accepted) throw new Error("no ticket");
  const write = (origin: "campaign" | "notice" | "schedule", body: string) =>
    atDesk(companyId, (ctx) =>
      writeOutgoing(ctx, accepted, { connectionId: connection.id }, { id: crypto.randomUUID(), body, origin }),
    );
  for (const origin of ["campaign", "notice"] as const) await write(origin, "Semana do barro");
  const { lastMessageId, lastMessageAt, updatedAt } = accepted;
  expect(await row()).toMatchObject({ lastMessageId, lastMessageAt, updatedAt, waitingSince });
  await write("schedule", "Seu vaso está pronto");
  expect([await said(), (await row())?.waitingSince]).toEqual(["Seu vaso está pronto", waitingSince]);
  // A reply ends the wait, the next message begins one, and a return keeps it.
  await acting(ana, (ctx) => sendMessage(ctx, { id: crypto.randomUUID(), ticketId, body: "Já vejo" }));
  expect((await row())?.waitingSince).toBeNull();
  await receiveText("Obrigada");
  const again = (await row())?.waitingSince;
  expect(again).toBeInstanceOf(Date);
  await acting(ana, (ctx) => returnTicket(ctx, ticketId));
  expect(await row()).toMatchObject({ status: "pending", queueId: queue.id, waitingSince: again });
});

test("a contact who only used the menu has said nothing, and waits since the bot handed them over", async () => {
  const { admin, companyId, ticketId } = await givenInMenu("1");
  expect((await documentOf(admin, ticketId))?.lastMessage).toBeNull();
  const [{ connectionId } = { connectionId: "" }] = await atDesk(companyId, ({ db }) => db.select().from(tickets));
  await receive(companyId, connectionId ?? "", "2️⃣", 5);
  expect(await documentOf(admin, ticketId)).toMatchObject({
    ...{ lastMessage: null, chatbot: false, unreadMessages: 2, waitingSince: expect.any(String) },
  });
});

test("another company's message is never a ticket's last message", async () => {
  const [ours, theirs] = [await givenInMenu("nossas palavras"), await givenInMenu("palavras deles")];
  expect((await documentOf(ours.admin, ours.ticketId))?.lastMessage?.body).toBe("nossas palavras");
  expect(await documentOf(ours.admin, theirs.ticketId)).toBeUndefined();
});

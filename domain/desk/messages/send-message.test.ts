import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { writeCards } from "../../../contracts/desk/bodies/cards.ts";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { resumeSends } from "../outbox/index.ts";
import { requireTicket, transferTicket } from "../tickets/index.ts";
import {
  applyReceipt,
  deleteMessage,
  discardMessage,
  listMessages,
  markAccepted,
  markFailed,
  markRevoked,
  markSending,
  messageRows,
  nextOutgoing,
  nextRevocations,
  postponeSend,
  receiveMessage,
  retryMessage,
  sendMessage,
  threadTail,
} from "./index.ts";

const { messages, messageVersions } = schema;

async function given() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const carla = await givenAgent({ companyId, name: "Carla", queueIds: [queue.id] });
  const contact = await givenContact({ companyId, name: "Helena Sampaio" });
  const place = { companyId, queueId: queue.id, connectionId: connection.id, contactId: contact.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  let clock = testTime();
  const say = (body: string, more: Partial<Parameters<typeof sendMessage>[1]> = {}, agent = ana) =>
    acting(
      agent,
      (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body, ...more }),
      new Date(clock++),
    );
  const desk = <T>(work: Parameters<typeof atDesk<T>>[1], now?: Date) => atDesk(companyId, work, now);
  const row = async (id: string) => {
    const [message] = await desk((ctx) => ctx.db.select().from(messages).where(eq(messages.id, id)));
    return message;
  };
  const due = (at = new Date(clock), skipContactIds: string[] = []) =>
    desk(async (ctx) => {
      const next = await nextOutgoing(ctx, connection.id, { skipContactIds });
      return next.map((message) => message.body);
    }, at);
  return { ...company, carla, contact, place, ticket, say, desk, row, due };
}

test("a message is stored with its author and notifies the connection's owner", async () => {
  const { companyId, contact, ticket, connection, ana, say, desk, row } = await given();
  const notified: string[] = [];
  const listening = await testDatabase().listen("balcao_outbox", (payload) => notified.push(payload));
  const sent = await say("Bom dia!");
  expect(await row(sent.id)).toMatchObject({
    fromMe: true,
    userId: ana.id,
    ack: 0,
    queueId: ana.queueIds[0],
    providerId: null,
  });
  expect(await acting(ana, (ctx) => requireTicket(ctx, ticket.id))).toMatchObject({ lastMessageId: sent.id });
  await expect.poll(() => notified).toContain(JSON.stringify({ companyId, connectionId: connection.id }));
  await listening.unlisten();
  const [outgoing] = await desk((ctx) => nextOutgoing(ctx, connection.id), new Date(testTime() + 1000));
  expect(outgoing).toMatchObject({ messageId: sent.id, to: { phone: contact.number }, tries: 0 });
});

test("contact cards and locations are sent as such on channels that support them", async () => {
  const { say, desk, connection, ticket, row } = await given();
  const written = async (more: Parameters<typeof say>[1]) => row((await say("", more)).id);
  const cards = [{ name: "Ivo Prado", number: "5531955500190" }];
  const place = { latitude: -19.93, longitude: -43.93, name: "Loja", address: "" };
  expect(await written({ cards })).toMatchObject({ mediaType: "vcard", body: writeCards(cards), fileId: null });
  expect(await written({ place })).toMatchObject({ mediaType: "locationMessage", body: "-19.93,-43.93\nLoja" });
  await desk(async (ctx) => {
    await ctx.db
      .update(schema.connections)
      .set({ channel: "facebook" })
      .where(eq(schema.connections.id, connection.id));
    // On a page one may write only to people who have written recently.
    await ctx.db.update(schema.tickets).set({ lastCustomerMessageAt: ctx.now }).where(eq(schema.tickets.id, ticket.id));
  });
  expect(await refusal(say("", { place }))).toMatchObject({ code: "ERR_CHANNEL_WITHOUT_KIND" });
  await say("palavras");
});

test("the same id, even simultaneously, is the same message", async () => {
  const { ticket, ana, desk } = await given();
  const wanted = { id: randomUUID(), ticketId: ticket.id, body: "uma vez" };
  await Promise.all([1, 2, 3].map(() => acting(ana, (ctx) => sendMessage(ctx, wanted))));
  expect(await desk((ctx) => ctx.db.select().from(messages))).toHaveLength(1);
});

test("a new message is always placed last, however clocks differ", async () => {
  const { ticket, ana, say, desk, connection, contact } = await given();
  const ahead = new Date(testTime() + 3_600_000);
  await desk((ctx) =>
    receiveMessage(ctx, textFrom(connection.id, { sender: { phone: contact.number }, at: ahead, seq: 7, body: "1" })),
  );
  await say("2");
  await say("3");
  const { messages: rows } = await acting(ana, (ctx) => listMessages(ctx, ticket.id, {}));
  expect(rows.map((row) => row.body)).toEqual(["1", "2", "3"]);
});

test("replying to a pending ticket accepts it; of two simultaneous replies one is refused", async () => {
  const { place, ana, carla, companyId } = await given();
  const pending = await givenTicket({ ...place, contactId: (await givenContact({ companyId })).id });
  const replies = await Promise.allSettled(
    [ana, carla].map((agent) =>
      acting(agent, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: pending.id, body: "Olá" })),
    ),
  );
  const refused = replies.filter((reply) => reply.status === "rejected").map((reply) => reply.reason);
  expect(refused).toMatchObject([{ code: "ERR_NO_PERMISSION", details: { userName: expect.any(String) } }]);
  const ticket = await acting(ana, (ctx) => requireTicket(ctx, pending.id));
  expect(ticket).toMatchObject({ status: "open" });
});

test("an invalid message is refused", async () => {
  const { companyId, place, ticket, ana, bia, carla, admin, say } = await given();
  const stranger = await givenCompany();
  const other = await givenContact({ companyId });
  const closed = await givenTicket({ ...place, contactId: other.id, status: "closed", userId: ana.id });
  const code = async (promise: Promise<unknown>) => (await refusal(promise)).code;
  expect(await code(say("oi", {}, bia))).toBe("ERR_NO_TICKET_FOUND");
  expect(await code(say("oi", {}, carla))).toBe("ERR_NO_PERMISSION");
  expect(
    await code(
      acting(stranger.admin, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "oi" })),
    ),
  ).toBe("ERR_NO_TICKET_FOUND");
  expect(await code(say("oi", { ticketId: closed.id }, admin))).toBe("ERR_TICKET_CLOSED");
  expect(await code(say("  "))).toBe("ERR_MESSAGE_EMPTY");
  expect(await code(say("", { fileId: randomUUID() }))).toBe("ERR_NO_FILE_FOUND");
  expect(await code(say("oi", { quotedId: randomUUID() }))).toBe("ERR_NO_MESSAGE_FOUND");
});

test("a reply written before a colleague's unseen reply is held", async () => {
  const { say, admin, ana } = await given();
  const seen = await say("Já vejo");
  await say("Eu respondo", {}, admin);
  const held = await refusal(say("Pronto", { seenMessageId: seen.id }));
  expect(held).toMatchObject({ code: "ERR_REPLY_HELD", details: { userId: admin.id } });
  const newest = await say("Sem olhar");
  const row = async (id: string) => (await acting(admin, (ctx) => messageRows(ctx, [id])))[0];
  expect((await row(newest.id))?.userId).toBe(ana.id);
  const seenNow = await say("Agora sim", { seenMessageId: newest.id });
  expect((await row(seenNow.id))?.body).toBe("Agora sim");
});

test("only each contact's first unsent message is due; a waiting one blocks later ones, a failed one does not", async () => {
  const { desk, say, due, contact } = await given();
  const [first, second] = [await say("1"), await say("2")];
  await say("3");
  expect(await due()).toEqual(["1"]);
  expect(await due(undefined, [contact.id])).toEqual([]);

  const later = new Date(testTime() + 60_000);
  await desk((ctx) => postponeSend(ctx, { messageId: first.id, until: later }));
  expect(await due()).toEqual([]);
  expect(await due(later)).toEqual(["1"]);
  await desk((ctx) => markFailed(ctx, { messageId: first.id, code: "ERR_SENDING_WAPP_MSG" }));
  expect(await due()).toEqual(["2"]);

  const sending = { messageId: second.id, chatKey: "chat", providerId: "3EB0" };
  expect(await desk((ctx) => markSending(ctx, sending))).toEqual({ body: "2" });
  expect(await due()).toEqual([]);
  expect(await due(new Date(testTime() + 31_000))).toEqual(["2"]);
});

test("the delivery status only rises, each status keeps its time, and a failed message may still arrive", async () => {
  const { desk, say, row, connection, due } = await given();
  const { id } = await say("1");
  await desk((ctx) => markSending(ctx, { messageId: id, chatKey: "chat", providerId: "3EB1" }));
  await desk((ctx) => markFailed(ctx, { messageId: id, code: "ERR_SENDING_WAPP_MSG" }));
  expect(await row(id)).toMatchObject({ errorCode: "ERR_SENDING_WAPP_MSG", sendAfter: null });
  const at = (n: number) => new Date(Date.UTC(2026, 6, 1, 12, 0, n));
  await desk((ctx) => markAccepted(ctx, { connectionId: connection.id, providerId: "3EB1", at: at(1) }));
  expect(await row(id)).toMatchObject({ ack: 1, errorCode: null, acceptedAt: at(1) });
  const receipt = { connectionId: connection.id, providerIds: ["3EB1"] };
  await desk((ctx) => applyReceipt(ctx, { ...receipt, ack: 3, at: at(3) }));
  await desk((ctx) => applyReceipt(ctx, { ...receipt, ack: 2, at: at(2) }));
  await desk((ctx) => applyReceipt(ctx, { ...receipt, ack: 3, at: at(9) }));
  expect(await row(id)).toMatchObject({ ack: 3, acceptedAt: at(1), deliveredAt: at(3), readAt: at(3), playedAt: null });
  await desk((ctx) => markFailed(ctx, { messageId: id, code: "ERR_SENDING_WAPP_MSG" }));
  expect(await row(id)).toMatchObject({ ack: 3, errorCode: null });
  expect(await due(new Date(testTime() + 60_000))).toEqual([]);
});

test("the phone's echo of an own message is not a second message and confirms its acceptance", async () => {
  const { desk, say, row, connection } = await given();
  const { id } = await say("1");
  await desk((ctx) => markSending(ctx, { messageId: id, chatKey: "a@lid", providerId: "3EB2" }));
  const echo = textFrom(connection.id, { fromMe: true, providerId: "3EB2", chatKey: "b@s.whatsapp.net", body: "1" });
  const received = await desk((ctx) => receiveMessage(ctx, echo));
  expect(received).toMatchObject({ messageId: id, isNew: false });
  expect(await row(id)).toMatchObject({ ack: 1, sendAfter: null });
});

test("a failed message is retried with the same provider id, or discarded", async () => {
  const { desk, say, row, due, ana, carla, ticket } = await given();
  const [kept, failed] = [await say("fica"), await say("falha")];
  const of = (messageId: string) => ({ messageId, ticketId: ticket.id });
  expect((await refusal(acting(ana, (ctx) => retryMessage(ctx, of(kept.id))))).code).toBe("ERR_MESSAGE_NOT_FAILED");
  expect((await refusal(acting(ana, (ctx) => discardMessage(ctx, of(kept.id))))).code).toBe("ERR_MESSAGE_NOT_FAILED");
  await desk((ctx) => markSending(ctx, { messageId: failed.id, chatKey: "chat", providerId: "3EB3" }));
  await desk((ctx) => markFailed(ctx, { messageId: failed.id, code: "ERR_SENDING_WAPP_MSG" }));
  expect((await refusal(acting(carla, (ctx) => retryMessage(ctx, of(failed.id))))).code).toBe("ERR_NO_PERMISSION");
  await acting(ana, (ctx) => retryMessage(ctx, of(failed.id)));
  expect(await row(failed.id)).toMatchObject({ errorCode: null, providerId: "3EB3" });
  expect(await due()).toEqual(["fica"]);
  await desk((ctx) => markFailed(ctx, { messageId: failed.id, code: "ERR_SENDING_WAPP_MSG" }));
  await acting(ana, (ctx) => discardMessage(ctx, of(failed.id)));
  expect(await row(failed.id)).toBeUndefined();
  expect(await acting(ana, (ctx) => requireTicket(ctx, ticket.id))).toMatchObject({ lastMessageId: kept.id });
  expect((await refusal(acting(ana, (ctx) => retryMessage(ctx, of(failed.id))))).code).toBe("ERR_NO_MESSAGE_FOUND");
});

test("deleting an unsent message stops it; a sent one is revoked on the channel; the text is kept", async () => {
  const { desk, say, row, due, ana, connection, contact } = await given();
  const unsent = await say("nunca");
  await acting(ana, (ctx) => deleteMessage(ctx, unsent.id));
  expect(await due()).toEqual([]);
  const sent = await say("ops");
  await desk((ctx) => markSending(ctx, { messageId: sent.id, chatKey: "chat", providerId: "3EB4" }));
  await desk((ctx) => markAccepted(ctx, { connectionId: connection.id, providerId: "3EB4", at: testNow() }));
  await acting(ana, (ctx) => deleteMessage(ctx, sent.id));
  expect(await row(sent.id)).toMatchObject({ isDeleted: true, body: "ops" });
  expect(await desk((ctx) => nextRevocations(ctx, connection.id))).toEqual([
    { messageId: sent.id, chatKey: "chat", providerId: "3EB4" },
  ]);
  await desk((ctx) => markRevoked(ctx, { messageId: sent.id }));
  expect(await desk((ctx) => nextRevocations(ctx, connection.id))).toEqual([]);
  expect(await desk((ctx) => ctx.db.select().from(messageVersions))).toHaveLength(2);
  const theirs = await desk((ctx) =>
    receiveMessage(ctx, textFrom(connection.id, { sender: { phone: contact.number } })),
  );
  expect((await refusal(acting(ana, (ctx) => deleteMessage(ctx, theirs.messageId as string)))).code).toBe(
    "ERR_DELETE_WAPP_MSG",
  );
});

test("a reply quotes its message with the agent's name; the contact's name is not copied", async () => {
  const { desk, say, ana, connection, contact } = await given();
  const { messageId } = await desk((ctx) =>
    receiveMessage(ctx, textFrom(connection.id, { sender: { phone: contact.number }, body: "Tem azul?" })),
  );
  const reply = await say("Tem!", { quotedId: messageId });
  const [row] = await acting(ana, (ctx) => messageRows(ctx, [reply.id]));
  expect(row?.quoted).toMatchObject({ id: messageId, body: "Tem azul?", fromMe: false, author: "" });
  const again = await say("Tem mesmo.", { quotedId: reply.id });
  const [second] = await acting(ana, (ctx) => messageRows(ctx, [again.id]));
  expect(second?.quoted).toMatchObject({ id: reply.id, fromMe: true, author: ana.name });
});

test("a conversation is read in pages, with the contact's earlier tickets before it, in order", async () => {
  const { desk, place, ticket, ana } = await given();
  const former = await givenTicket({ ...place, status: "closed", number: ticket.number - 1 });
  const start = testTime() - 1_000_000;
  for (const [n, ticketId] of [...Array(25).fill(former.id), ...Array(30).fill(ticket.id)].entries())
    await desk((ctx) =>
      ctx.db.insert(messages).values({
        companyId: place.companyId,
        id: randomUUID(),
        ticketId,
        contactId: place.contactId,
        queueId: place.queueId,
        fromMe: false,
        body: `${n}`,
        createdAt: new Date(start + n),
      }),
    );
  await desk((ctx) => ctx.db.update(schema.tickets).set({ lastMessageId: randomUUID() }));
  const page = (from: Parameters<typeof listMessages>[2]) => acting(ana, (ctx) => listMessages(ctx, ticket.id, from));
  const bodies = (rows: { body: string }[]) => rows.map((row) => Number(row.body));
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
  const pages = [await page({ page: 1 }), await page({ page: 2 }), await page({ page: 3 })];
  expect(pages.map((one) => bodies(one.messages))).toEqual([range(35, 55), range(15, 35), range(0, 15)]);
  expect(pages.map((one) => one.hasMore)).toEqual([true, true, false]);
  const older = await page({ before: pages[0]?.messages[0]?.id });
  expect(bodies(older.messages)).toEqual(range(15, 35));

  const tail = (await acting(ana, (ctx) => threadTail(ctx, [ticket.id, former.id]))).get(ticket.id);
  expect([bodies(tail?.messages ?? []), tail?.hasOlder]).toEqual([range(25, 55), true]);
});

test("a transferred conversation goes along with its ticket, to its queue and to its agent", async () => {
  const { companyId, say, ana, bia, ticket, support, connection, contact, desk } = await given();
  const secret = await say("assunto de Vendas");
  const dora = await givenAgent({ companyId, name: "Dora", queueIds: [support.id] });
  const allReadIt = async () => {
    for (const agent of [bia, dora]) {
      const { messages: rows } = await acting(agent, (ctx) => listMessages(ctx, ticket.id, {}));
      const tail = await acting(agent, (ctx) => threadTail(ctx, [ticket.id]));
      for (const shown of [rows, tail.get(ticket.id)?.messages ?? []])
        expect(shown.map(({ body, hidden }) => [body, hidden])).toContainEqual(["assunto de Vendas", false]);
    }
  };
  await acting(ana, (ctx) => transferTicket(ctx, ticket.id, { queueId: support.id, userId: null }));
  await allReadIt();
  const answer = await say("assunto de Suporte", { quotedId: secret.id }, bia);
  const [quoting] = await acting(bia, (ctx) => messageRows(ctx, [answer.id]));
  expect(quoting?.quoted?.body).toBe("assunto de Vendas");
  await allReadIt();
  // The sender no longer sees the ticket.
  expect(await acting(ana, (ctx) => messageRows(ctx, [answer.id, secret.id]))).toEqual([]);
  expect(await acting(ana, (ctx) => threadTail(ctx, [ticket.id]))).toEqual(new Map());
  // Closed, it is still the ticket of that queue; the contact's earlier ticket of a foreign queue stays hidden.
  await desk(({ db }) => db.update(schema.tickets).set({ status: "closed" }).where(eq(schema.tickets.id, ticket.id)));
  await allReadIt();
  const later = await givenTicket({
    ...{
      companyId,
      contactId: contact.id,
      connectionId: connection.id,
      queueId: ana.queueIds[0],
      number: 2_000_000_000,
    },
    ...{ status: "open" as const, userId: ana.id },
  });
  const quote = await say("de volta", { ticketId: later.id, quotedId: answer.id });
  const { messages: joined } = await acting(ana, (ctx) => listMessages(ctx, later.id, {}));
  expect(joined.map(({ id, body, hidden, quoted }) => [id, body, hidden, quoted?.body])).toEqual([
    [secret.id, "assunto de Vendas", false, undefined],
    [answer.id, "", true, undefined],
    [quote.id, "de volta", false, ""],
  ]);
});

test("another company can read, send and delete nothing", async () => {
  const { say, ticket } = await given();
  const { id } = await say("nosso");
  const { admin } = await givenCompany();
  const code = async (verb: Parameters<typeof acting>[1]) => (await refusal(acting(admin, verb))).code;
  expect(await code((ctx) => listMessages(ctx, ticket.id, {}))).toBe("ERR_NO_TICKET_FOUND");
  expect(await code((ctx) => deleteMessage(ctx, id))).toBe("ERR_NO_MESSAGE_FOUND");
  expect(await code((ctx) => retryMessage(ctx, { messageId: id }))).toBe("ERR_NO_MESSAGE_FOUND");
  expect(await acting(admin, (ctx) => messageRows(ctx, [id]))).toEqual([]);
});

test("messages in progress of a former owner are due immediately, with the same provider id and in order", async () => {
  const { connection, say, desk, row, due } = await given();
  const first = await say("um");
  await say("dois");
  await desk((ctx) => markSending(ctx, { messageId: first.id, chatKey: "x@lid", providerId: "P1" }));
  expect(await due()).toEqual([]);
  await desk((ctx) => resumeSends(ctx, connection.id));
  expect(await due(new Date(testTime() + 1_000))).toEqual(["um"]);
  expect((await row(first.id))?.providerId).toBe("P1");
});

test("on a page, a message is refused from 24 hours after the contact's last one, and to those who never wrote", async () => {
  const { ticket, ana, desk, connection } = await given();
  const wroteAt = new Date("2026-07-01T13:00:00Z");
  const set = (lastCustomerMessageAt: Date | null) =>
    desk((ctx) => ctx.db.update(schema.tickets).set({ lastCustomerMessageAt }).where(eq(schema.tickets.id, ticket.id)));
  await desk((ctx) =>
    ctx.db.update(schema.connections).set({ channel: "instagram" }).where(eq(schema.connections.id, connection.id)),
  );
  const sayAt = (afterMs: number) =>
    acting(
      ana,
      (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "oi" }),
      new Date(wroteAt.getTime() + afterMs),
    );
  await set(wroteAt);
  expect((await refusal(sayAt(86_400_000 - 1))).code).toBe("nothing was refused");
  expect(await refusal(sayAt(86_400_000))).toEqual({ code: "ERR_WINDOW_CLOSED", details: { id: ticket.id } });
  await set(null);
  expect((await refusal(sayAt(0))).code).toBe("ERR_WINDOW_CLOSED");
});

test("a file above the limit of the ticket's channel is refused, though the desk stores it", async () => {
  const { companyId, ticket, ana, say, desk, connection, row } = await given();
  const id = randomUUID();
  const size = 8 * 1_048_576 + 1;
  const file = { companyId, id, name: "foto.png", mimetype: "image/png", kind: "image" as const, size, sha256: "" };
  await desk(async ({ db, now }) => {
    await db.insert(schema.files).values({ ...file, userId: ana.id, isComplete: true });
    await db.update(schema.connections).set({ channel: "instagram" }).where(eq(schema.connections.id, connection.id));
    await db.update(schema.tickets).set({ lastCustomerMessageAt: now }).where(eq(schema.tickets.id, ticket.id));
  });
  expect(await refusal(say("", { fileId: id }))).toEqual({ code: "ERR_FILE_TOO_LARGE", details: { id } });
  await desk(({ db }) =>
    db
      .update(schema.files)
      .set({ size: size - 1 })
      .where(eq(schema.files.id, id)),
  );
  expect(await row((await say("", { fileId: id })).id)).toMatchObject({ fileId: id, mediaType: "image" });
});

test("a ticket of a deleted connection is answered over the default one; without one the message is refused", async () => {
  const { companyId, place, ana, connection, desk, row } = await given();
  const contactId = (await givenContact({ companyId })).id;
  const ticket = await givenTicket({ ...place, contactId, connectionId: randomUUID(), status: "open", userId: ana.id });
  const say = () =>
    acting(ana, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "Continuamos aqui" }));
  expect(await row((await say()).id)).toMatchObject({ connectionId: connection.id });
  await desk(({ db }) =>
    db.update(schema.connections).set({ isDefault: false }).where(eq(schema.connections.id, connection.id)),
  );
  expect((await refusal(say())).code).toBe("ERR_NO_DEF_WAPP_FOUND");
});

test("a message of another contact cannot be quoted", async () => {
  const { companyId, place, ana, say } = await given();
  const contactId = (await givenContact({ companyId })).id;
  const other = await givenTicket({ ...place, contactId, status: "open", userId: ana.id });
  const theirs = await say("Para outra pessoa", { ticketId: other.id });
  const code = (await refusal(say("Veja", { quotedId: theirs.id }))).code;
  expect(code).toBe("ERR_NO_MESSAGE_FOUND");
});

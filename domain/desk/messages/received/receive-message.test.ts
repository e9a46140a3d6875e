import { randomUUID } from "node:crypto";
import { asc, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { testNow, testTime } from "../../../../contracts/testing/clock.ts";
import { schema } from "../../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../../db/testing/given.ts";
import { acting, atDesk, textFrom } from "../../../testing.ts";
import { blockContact } from "../../contacts/index.ts";
import { closeTicket, listTickets } from "../../tickets/index.ts";
import {
  applyIncomingChange,
  type IncomingMessage,
  listMessages,
  messageRows,
  receiveMessage,
  sendMessage,
} from "../index.ts";

const { companies, contacts, messages, tickets, messageVersions } = schema;

const receive = (companyId: string, message: IncomingMessage, now?: Date) =>
  atDesk(companyId, (ctx) => receiveMessage(ctx, message), now);

async function ticketsOf(companyId: string) {
  return atDesk(companyId, (ctx) => ctx.db.select().from(tickets).orderBy(asc(tickets.number)));
}

test("a first message creates a contact and a pending ticket in the connection's only queue", async () => {
  const { companyId, connection, queue, ana, bia } = await givenCompany();
  const received = await receive(companyId, textFrom(connection.id, { body: "Quero um vaso" }));
  expect(received.isNew).toBe(true);
  const [ticket] = await ticketsOf(companyId);
  expect(ticket).toMatchObject({ number: 1, status: "pending", queueId: queue.id, userId: null, unreadMessages: 1 });
  const seen = await acting(ana, (ctx) => listTickets(ctx, { status: "pending" }));
  expect(seen.tickets).toMatchObject([
    { contactName: "Helena Sampaio", contactNumber: "5531988887777", lastMessage: { body: "Quero um vaso" } },
  ]);
  expect((await acting(bia, (ctx) => listTickets(ctx, { status: "pending" }))).tickets).toEqual([]);
});

test("a message received many times, simultaneously and later, is stored and counted once", async () => {
  const { companyId, connection } = await givenCompany();
  const message = textFrom(connection.id);
  await Promise.all(Array.from({ length: 5 }, () => receive(companyId, message)));
  const again = await receive(companyId, message);
  expect(again.isNew).toBe(false);
  expect(await ticketsOf(companyId)).toMatchObject([{ unreadMessages: 1 }]);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(messages))).toHaveLength(1);
});

test("fifty simultaneous first messages create one contact and one ticket with fifty messages", async () => {
  const { companyId, connection } = await givenCompany();
  const sender = { lid: "8812345", phone: "5511987654321", name: "Rui" };
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      receive(companyId, textFrom(connection.id, { sender: n % 2 ? sender : { ...sender, phone: undefined }, seq: n })),
    ),
  );
  const found = await ticketsOf(companyId);
  expect(found).toMatchObject([{ unreadMessages: 50 }]);
  const stored = await atDesk(companyId, (ctx) => ctx.db.select().from(messages));
  expect(stored.filter((message) => message.ticketId === found[0]?.id)).toHaveLength(50);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(contacts))).toHaveLength(1);
});

test("within the reopen window a message reopens the closed ticket, later a new one is created", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const { ticketId } = await receive(companyId, textFrom(connection.id));
  const closedAt = testNow();
  await acting(admin, (ctx) => closeTicket(ctx, ticketId as string), closedAt);
  const after = (minutes: number) => new Date(closedAt.getTime() + minutes * 60_000);

  const soon = await receive(companyId, textFrom(connection.id, { at: after(119) }), after(119));
  expect(soon.ticketId).toBe(ticketId);
  expect(await ticketsOf(companyId)).toMatchObject([{ status: "pending", userId: null, closedAt: null }]);

  await acting(admin, (ctx) => closeTicket(ctx, ticketId as string), closedAt);
  const later = await receive(companyId, textFrom(connection.id, { at: after(121) }), after(121));
  expect(later.ticketId).not.toBe(ticketId);
  expect(await ticketsOf(companyId)).toMatchObject([{ status: "closed" }, { status: "pending", number: 2 }]);
});

test("the reopen window is a setting of the company; zero always creates a new ticket", async () => {
  const { companyId, connection, admin } = await givenCompany();
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(schema.settings).values({ companyId, key: "reopenWindowMinutes", value: "0" }),
  );
  const { ticketId } = await receive(companyId, textFrom(connection.id));
  await acting(admin, (ctx) => closeTicket(ctx, ticketId as string));
  expect((await receive(companyId, textFrom(connection.id))).ticketId).not.toBe(ticketId);
});

test("a blocked contact's message is stored but opens no ticket and counts nothing", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const contact = await givenContact({ companyId, number: "5531977776666" });
  await acting(admin, (ctx) => blockContact(ctx, contact.id, false));
  const message = textFrom(connection.id, { sender: { phone: "5531977776666" } });
  const { messageId, ticketId } = await receive(companyId, message);
  expect(messageId).not.toBeNull();
  expect(await ticketsOf(companyId)).toMatchObject([{ id: ticketId, status: "closed", unreadMessages: 0 }]);
});

test("group messages are ignored unless the company wants them; then the group is the contact", async () => {
  const { companyId, connection } = await givenCompany();
  const group = { address: "12036304@g.us", name: "Família", author: "Rui" };
  const message = textFrom(connection.id, { group, chatKey: group.address });
  expect(await receive(companyId, message)).toEqual({ messageId: null, ticketId: null, isNew: false });
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(schema.settings).values({ companyId, key: "CheckMsgIsGroup", value: "disabled" }),
  );
  await receive(companyId, message);
  expect(await ticketsOf(companyId)).toMatchObject([{ isGroup: true, queueId: null }]);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(contacts))).toMatchObject([
    { name: "Família", isGroup: true },
  ]);
});

test("history is stored as read and opens no ticket", async () => {
  const { companyId, connection } = await givenCompany();
  const at = new Date("2026-01-05T12:00:00Z");
  await receive(companyId, textFrom(connection.id, { at, isHistory: true }));
  expect(await ticketsOf(companyId)).toMatchObject([{ status: "closed", unreadMessages: 0, lastMessageAt: at }]);
  await receive(companyId, textFrom(connection.id));
  expect(await ticketsOf(companyId)).toMatchObject([{ status: "closed" }, { status: "pending", unreadMessages: 1 }]);
});

test("a message written on the phone is stored in the ticket and counts no unread", async () => {
  const { companyId, connection } = await givenCompany();
  await receive(companyId, textFrom(connection.id));
  await receive(companyId, textFrom(connection.id, { fromMe: true, body: "Já respondo" }));
  expect(await ticketsOf(companyId)).toMatchObject([{ unreadMessages: 1 }]);
  const stored = await atDesk(companyId, (ctx) => ctx.db.select().from(messages).where(eq(messages.fromMe, true)));
  expect(stored).toMatchObject([{ body: "Já respondo", ack: 1, userId: null, sendAfter: null }]);
});

test("a late message is sorted into its position and marked", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const start = testTime() - 60_000;
  await receive(companyId, textFrom(connection.id, { body: "segunda", at: new Date(start + 10_000) }));
  const { ticketId } = await receive(companyId, textFrom(connection.id, { body: "primeira", at: new Date(start) }));
  const { messages: rows } = await acting(admin, (ctx) => listMessages(ctx, ticketId as string, {}));
  expect(rows.map(({ body, isLate }) => [body, isLate])).toEqual([
    ["primeira", true],
    ["segunda", false],
  ]);
  const listed = await acting(admin, (ctx) => listTickets(ctx, { status: "pending" }));
  expect(listed.tickets[0]?.lastMessage?.body).toBe("segunda");
});

test("a reply within the same second as ours is placed after it, though channel times are whole seconds", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const second = new Date(Math.floor(testTime() / 1000) * 1000);
  const { ticketId } = await receive(companyId, textFrom(connection.id, { body: "oi", at: second }), second);
  const half = new Date(second.getTime() + 500);
  await acting(
    admin,
    (ctx) => sendMessage(ctx, { id: crypto.randomUUID(), ticketId: ticketId as string, body: "olá" }),
    half,
  );
  await receive(companyId, textFrom(connection.id, { body: "tudo bem?", at: second, seq: 2 }), half);
  const { messages: rows } = await acting(admin, (ctx) => listMessages(ctx, ticketId as string, {}));
  expect(rows.map(({ body, isLate }) => [body, isLate])).toEqual([
    ["oi", false],
    ["olá", false],
    ["tudo bem?", false],
  ]);
});

test("messages from the company's phone within a second keep their order, even with desk replies between them", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const second = new Date(Math.floor(testTime() / 1000) * 1000);
  const after = (ms: number) => new Date(second.getTime() + ms);
  const { ticketId } = await receive(companyId, textFrom(connection.id, { body: "oi", at: second }), second);
  const reply = (body: string, ms: number) =>
    acting(
      admin,
      (ctx) => sendMessage(ctx, { id: crypto.randomUUID(), ticketId: ticketId as string, body }),
      after(ms),
    );
  const onPhone = (body: string, seq: number, ms: number) =>
    receive(companyId, textFrom(connection.id, { body, at: second, seq, fromMe: true }), after(ms));
  await reply("olá", 500);
  await onPhone("já vejo", 2, 600);
  await reply("um momento", 1_200);
  await onPhone("achei", 3, 1_300);
  const { messages: rows } = await acting(admin, (ctx) => listMessages(ctx, ticketId as string, {}));
  expect(rows.map(({ body }) => body)).toEqual(["oi", "olá", "já vejo", "achei", "um momento"]);
});

test("edits and deletions keep earlier texts, reactions are one per person, for repeated and early changes", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const message = textFrom(connection.id, { body: "tres vasos" });
  const { chatKey, providerId: targetProviderId, sender } = message;
  const base = { connectionId: connection.id, chatKey, targetProviderId, sender, fromMe: false };
  const at = testNow();
  const change = (rest: Parameters<typeof applyIncomingChange>[1]) =>
    atDesk(companyId, (ctx) => applyIncomingChange(ctx, rest));

  expect(await change({ ...base, at, type: "edit", body: "três vasos" })).toEqual({ messageId: null });
  const { messageId } = await receive(companyId, message);
  await change({ ...base, at, type: "edit", body: "três vasos" });
  await change({ ...base, at, type: "reaction", emoji: "👍" });
  await change({ ...base, at: new Date(at.getTime() + 1), type: "reaction", emoji: "❤️" });
  await change({ ...base, at, fromMe: true, type: "reaction", emoji: "🙏" });
  await change({ ...base, at, fromMe: true, type: "edit", body: "não é meu" });

  const [edited] = await acting(admin, (ctx) => messageRows(ctx, [messageId as string]));
  expect(edited).toMatchObject({
    body: "três vasos",
    reactions: [
      { emoji: "❤️", fromMe: false },
      { emoji: "🙏", fromMe: true },
    ],
  });
  await change({ ...base, at, type: "delete" });
  await change({ ...base, at, type: "delete" });
  const [deleted] = await acting(admin, (ctx) => messageRows(ctx, [messageId as string]));
  expect(deleted).toMatchObject({ body: "três vasos", isDeleted: true });
  const versions = await atDesk(companyId, (ctx) => ctx.db.select().from(messageVersions).orderBy(messageVersions.id));
  expect(versions.map(({ body, cause }) => [body, cause])).toEqual([
    ["tres vasos", "edit"],
    ["três vasos", "delete"],
  ]);
});

test("messages of one second keep their order, however many replies were written before they were processed", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const second = Math.floor(testTime() / 1000) * 1000 - 10_000;
  const at = new Date(second);
  const say = (seq: number) => receive(companyId, textFrom(connection.id, { body: `m${seq}`, at, seq }));
  const { ticketId } = await say(1);
  const answer = (body: string, ms: number) =>
    acting(
      admin,
      (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId: ticketId as string, body }),
      new Date(second + ms),
    );
  await answer("r1", 500);
  await say(2);
  await answer("r2", 999);
  await say(3);
  await answer("r3", 1_300);
  await say(4);
  const { messages: rows } = await acting(admin, (ctx) => listMessages(ctx, ticketId as string, { page: 1 }, 20));
  expect(rows.map(({ body }) => body)).toEqual(["m1", "r1", "m2", "r2", "m3", "m4", "r3"]);
});

test("of two edits or reactions in the same second the later arrival counts, also when the message comes after them", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const at = new Date(Math.floor(testTime() / 1000) * 1000);
  for (const isEarly of [false, true]) {
    const message = textFrom(connection.id, { body: "tres vasos", providerId: `M${isEarly}` });
    const { chatKey, providerId: targetProviderId, sender } = message;
    const base = { connectionId: connection.id, chatKey, targetProviderId, sender, fromMe: false, at };
    if (!isEarly) await receive(companyId, message);
    for (const body of ["três vasos", "quatro vasos"])
      await atDesk(companyId, (ctx) => applyIncomingChange(ctx, { ...base, type: "edit", body }));
    for (const emoji of ["👍", "❤️"])
      await atDesk(companyId, (ctx) => applyIncomingChange(ctx, { ...base, type: "reaction", emoji }));
    const { messageId } = await receive(companyId, message);
    const [row] = await acting(admin, (ctx) => messageRows(ctx, [messageId as string]));
    expect(row).toMatchObject({ body: "quatro vasos", reactions: [{ emoji: "❤️", fromMe: false }] });
  }
});

test("with exact channel times the later edit counts, whichever arrives first", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const second = Math.floor(testTime() / 1000) * 1000;
  for (const isEarly of [false, true]) {
    const message = textFrom(connection.id, { body: "tres vasos", providerId: `E${isEarly}`, at: new Date(second) });
    const { chatKey, providerId: targetProviderId, sender } = message;
    const base = { connectionId: connection.id, chatKey, targetProviderId, sender, fromMe: false, isExact: true };
    if (!isEarly) await receive(companyId, message);
    for (const [ms, body] of [
      [200, "quatro vasos"],
      [100, "três vasos"],
    ] as const)
      await atDesk(companyId, (ctx) =>
        applyIncomingChange(ctx, { ...base, at: new Date(second + ms), type: "edit", body }),
      );
    const { messageId } = await receive(companyId, message);
    const [row] = await acting(admin, (ctx) => messageRows(ctx, [messageId as string]));
    expect(row?.body).toBe("quatro vasos");
  }
});

test("a media download is enqueued in the same transaction, and the message is pending until then", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const media = { name: "foto.jpg", mimetype: "image/jpeg", size: 1000, seconds: null, waveform: null };
  const { messageId } = await receive(companyId, textFrom(connection.id, { kind: "image", body: "", media }));
  const [row] = await acting(admin, (ctx) => messageRows(ctx, [messageId as string]));
  expect(row?.media).toMatchObject({ name: "foto.jpg", state: "pending", fileId: null });
});

test("a message belongs to the company that received it, never to another company's contact with the same number", async () => {
  const [one, other] = [await givenCompany(), await givenCompany()];
  await givenTicket({ companyId: other.companyId });
  await receive(one.companyId, textFrom(one.connection.id));
  await receive(other.companyId, textFrom(other.connection.id));
  expect(await ticketsOf(one.companyId)).toHaveLength(1);
  expect(await ticketsOf(other.companyId)).toHaveLength(2);
});

test("overlong texts and names of a modified client are cut to the channel's own limits", async () => {
  const { companyId, connection } = await givenCompany();
  const long = "\u{1f600}".repeat(50_001);
  const sender = { phone: "5531988887711", name: long };
  const media = { name: long, mimetype: "image/png", size: 1, seconds: null, waveform: null };
  const message = textFrom(connection.id, { body: `a${long}`, sender, kind: "image", media });
  const { messageId } = await receive(companyId, message);
  const [row] = await atDesk(companyId, (ctx) => ctx.db.select().from(messages));
  expect([row?.body.length, row?.body.isWellFormed(), row?.mediaName?.length]).toEqual([65_536, true, 254]);
  const [contact] = await atDesk(companyId, (ctx) => ctx.db.select().from(contacts));
  expect(contact?.name).toBe("\u{1f600}".repeat(50));
  const edit = { ...message, type: "edit" as const, targetProviderId: message.providerId, body: `b${long}` };
  expect(await atDesk(companyId, (ctx) => applyIncomingChange(ctx, edit))).toEqual({ messageId });
  const [edited] = await atDesk(companyId, (ctx) => ctx.db.select().from(messages));
  expect([edited?.body.length, edited?.body[0]]).toEqual([65_536, "b"]);
});

test("names and file names of strangers lose the signs that reorder text, and are cut between signs", async () => {
  const { companyId, connection } = await givenCompany();
  const sender = { phone: "5531988887712", name: "Ana\u202egnp.exe" };
  const media = { name: "fatura\u202efdp.exe", mimetype: "application/pdf", size: 1, seconds: null, waveform: null };
  await receive(companyId, textFrom(connection.id, { body: "", sender, kind: "document", media }));
  const long = { phone: "5531988887713", name: `${"a".repeat(99)}🌻` };
  await receive(companyId, textFrom(connection.id, { body: "oi", sender: long }));
  const rows = await atDesk(companyId, (ctx) => ctx.db.select().from(messages).where(isNotNull(messages.mediaName)));
  expect(rows.map(({ mediaName }) => mediaName)).toEqual(["faturafdp.exe"]);
  const names = (await atDesk(companyId, (ctx) => ctx.db.select().from(contacts))).map(({ name }) => name);
  expect(names.sort()).toEqual(["Anagnp.exe", "a".repeat(99)]);
});

test("the time in an event's text is in the company's time zone", async () => {
  const { companyId, connection } = await givenCompany();
  await atDesk(companyId, (ctx) =>
    ctx.db.update(companies).set({ timeZone: "America/Manaus" }).where(eq(companies.id, companyId)),
  );
  const message = textFrom(connection.id, { body: "", sender: { phone: "5531988887714" } });
  await receive(companyId, { ...message, bodyIn: (timeZone) => `às 15h, ${timeZone}` });
  const [row] = await atDesk(companyId, (ctx) => ctx.db.select().from(messages));
  expect(row?.body).toBe("às 15h, America/Manaus");
});

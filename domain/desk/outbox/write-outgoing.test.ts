import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { accepted, at, givenChat, givenConnection, messageOf, NOW, ticketOf } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { sayText, writeOutgoing } from "./index.ts";

const { messages, tickets } = schema;
const DAY_MS = 86_400_000;

let company: Awaited<ReturnType<typeof givenCompany>>;
let companyId: string;
beforeAll(async () => {
  company = await givenCompany();
  companyId = company.companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>) => atDesk(companyId, work, NOW);

async function givenTicketOn(channel: "whatsapp" | "facebook" = "whatsapp") {
  const connectionId = await givenConnection(companyId, { channel });
  const chat = await givenChat(companyId, connectionId);
  return {
    ...chat,
    connectionId,
    set: (values: Partial<typeof tickets.$inferInsert>) =>
      desk((ctx) => ctx.db.update(tickets).set(values).where(eq(tickets.id, chat.ticketId))),
    ticket: () => ticketOf(companyId, chat.ticketId),
    written: () =>
      desk((ctx) =>
        ctx.db
          .select()
          .from(messages)
          .where(and(eq(messages.ticketId, chat.ticketId), eq(messages.fromMe, true)))
          .orderBy(asc(messages.createdAt), asc(messages.seq)),
      ),
  };
}

describe("writeOutgoing", () => {
  test("a message is due at once and becomes its ticket's last one", async () => {
    const { connectionId, contact, ticketId, ticket, set } = await givenTicketOn();
    await set({ queueId: company.queue.id, lastReactionId: randomUUID() });
    const id = randomUUID();
    const row = await ticket();
    const said = await desk((ctx) => writeOutgoing(ctx, row, { connectionId }, { id, body: "Bom dia!" }));
    expect(said).toEqual({ id, ticketId, mediaType: "chat", createdAt: NOW });
    const stored = await messageOf(companyId, id);
    expect(stored).toMatchObject({ ticketId, contactId: contact.id, connectionId, queueId: company.queue.id });
    expect(stored).toMatchObject({ fromMe: true, seq: 1, createdAt: NOW, receivedAt: NOW, sendAfter: NOW, ack: 0 });
    const after = { lastMessageId: id, lastMessageAt: NOW, lastReactionId: null, updatedAt: NOW };
    expect(await ticket()).toMatchObject(after);
  });

  test("a message comes last also when the thread's newest is later than our clock", async () => {
    const { connectionId, ticket, write } = await givenTicketOn();
    await write({ ...accepted, fromMe: false, createdAt: at(60_000), seq: 41 });
    const row = await ticket();
    const { id } = await desk((ctx) => writeOutgoing(ctx, row, { connectionId }, { id: randomUUID(), body: "oi" }));
    expect(await messageOf(companyId, id)).toMatchObject({ createdAt: at(60_001), seq: 42, sendAfter: NOW });
  });

  test("the parts of a long text follow each other, and the ticket shows the last part", async () => {
    const { connectionId, ticket, written } = await givenTicketOn("facebook");
    const content = { id: randomUUID(), body: `${"a".repeat(2_000)} ${"b".repeat(10)}`, userId: company.ana.id };
    const row = await ticket();
    const said = await desk((ctx) => writeOutgoing(ctx, row, { connectionId }, content));
    const parts = await written();
    expect(parts.map(({ body, seq, createdAt, userId }) => [body[0], body.length, seq, createdAt, userId])).toEqual([
      ["a", 2_000, 1, NOW, company.ana.id],
      ["b", 10, 2, at(1), company.ana.id],
    ]);
    expect(said.id).toBe(content.id);
    expect(await ticket()).toMatchObject({ lastMessageId: parts[1]?.id, lastMessageAt: at(1) });
  });

  test("the connection's owner is notified when the transaction commits, and not when it is rolled back", async () => {
    const { connectionId, ticket } = await givenTicketOn();
    const notified: string[] = [];
    const subscription = await testDatabase().listen("balcao_outbox", (payload) => {
      if (payload.includes(companyId)) notified.push(payload);
    });
    const row = await ticket();
    const write = (isKept: boolean) =>
      desk(async (ctx) => {
        await writeOutgoing(ctx, row, { connectionId }, { id: randomUUID(), body: "oi" });
        if (!isKept) throw new Error("rolled back");
      });
    await expect(write(false)).rejects.toThrow("rolled back");
    await write(true);
    await expect.poll(() => notified).toEqual([JSON.stringify({ companyId, connectionId })]);
    await subscription.unlisten();
  });
});

describe("sayText", () => {
  const say = (ticket: typeof tickets.$inferSelect, text: string, more?: Parameters<typeof sayText>[4]) =>
    desk((ctx) => sayText(ctx, ticket, "greeting", text, more));
  const stored = async (...text: Parameters<typeof say>) => messageOf(companyId, (await say(...text))?.id ?? "");

  test("the text is sent with its variables, origin and typing time, as no user's message", async () => {
    const { ticket, set, connectionId } = await givenTicketOn();
    await set({ userId: company.ana.id });
    const said = await stored(await ticket(), "{{firstName}}, aqui é {{userName}}", { composeMs: 700 });
    const sent = { body: "Helena, aqui é Ana", origin: "greeting", composeMs: 700, userId: null, connectionId };
    expect(said).toMatchObject(sent);
    const other = await stored(await ticket(), "{{userName}}", { userName: "Bia" });
    expect(other).toMatchObject({ body: "Bia", composeMs: 0 });
  });

  test.each<[string, string, Partial<typeof tickets.$inferInsert>]>([
    ["an empty text", " \n ", { isGroup: false }],
    ["a group", "oi", { isGroup: true }],
    ["a ticket without a connection", "oi", { connectionId: null }],
    ["a ticket whose connection was deleted", "oi", { connectionId: randomUUID() }],
  ])("nothing is sent for %s", async (_what, text, values) => {
    const { ticket, set, written } = await givenTicketOn();
    await set(values);
    expect(await say(await ticket(), text)).toBeUndefined();
    expect(await written()).toEqual([]);
  });

  test.each<[string, Date | null, boolean]>([
    ["the person never wrote", null, false],
    ["the person wrote 24 hours ago", at(-DAY_MS), false],
    ["the person wrote less than 24 hours ago", at(-DAY_MS + 1), true],
  ])("a page answers only within its window: %s", async (_when, lastCustomerMessageAt, isSent) => {
    const { ticket, set, written } = await givenTicketOn("facebook");
    const before = await ticket();
    // The verb reads the present time of the last message, not the caller's row.
    await set({ lastCustomerMessageAt });
    await say(before, "oi");
    expect((await written()).map(({ body }) => body)).toEqual(isSent ? ["oi"] : []);
  });

  test("another company's ticket gets no text", async () => {
    const { ticket, written } = await givenTicketOn();
    const row = await ticket();
    expect(await atDesk(randomUUID(), (ctx) => sayText(ctx, row, "greeting", "oi"), NOW)).toBeUndefined();
    expect(await written()).toEqual([]);
  });
});

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { FROM_NEWEST, mediaTypes, messageOrigins, OLDER_PAGE } from "../../contracts/desk/messages.ts";
import { schema } from "../../db/index.ts";
import { givenCompany, givenContact, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { refusal } from "../../domain/testing.ts";
import { pullThreads } from "./index.ts";
import { givenMessage, sequencer } from "./testing/given-device.ts";

const START_MS = Date.UTC(2026, 6, 1, 12);
const deps = { database: testDatabase(), sequencer };

async function givenConversation() {
  const { companyId, queue, support, ana, bia, admin } = await givenCompany();
  const contact = await givenContact({ companyId });
  const place = { companyId, contactId: contact.id, queueId: queue.id, lastMessageId: randomUUID() };
  const earlier = await givenTicket({ ...place, status: "closed", number: 501 });
  const later = await givenTicket({ ...place, number: 502 });
  let second = 0;
  const write = (ticket: typeof later, change: Partial<typeof schema.messages.$inferInsert> = {}) =>
    givenMessage(ticket, {
      companyId,
      queueId: queue.id,
      createdAt: new Date(START_MS + ++second * 1_000),
      ...change,
    });
  const ask = async (ids: string[], before?: string, actor = ana) =>
    await pullThreads(deps, actor, { collection: "threads", ids, ...(before && { before }) });
  return { companyId, support, earlier, later, write, ask, ana, bia, admin };
}

test("older pages have every kind of message in the form of the thread", async () => {
  const { earlier, later, write, ask } = await givenConversation();
  const quoted = await write(earlier, { body: "antes", fromMe: true });
  for (const mediaType of mediaTypes)
    for (const fromMe of [true, false])
      await write(earlier, {
        mediaType,
        fromMe,
        body: `legenda de ${mediaType}`,
        author: "Helena",
        quotedId: quoted.id,
        mediaState: mediaType === "chat" ? null : "remote",
        mediaName: "caneca.jpg",
        mediaMimetype: "image/jpeg",
        mediaSize: 12,
        mediaSeconds: 3,
        waveform: [1, 2],
        errorCode: fromMe ? "ERR_WAPP_INVALID_CONTACT" : null,
        isDeleted: mediaType === "vcard",
        isLate: true,
        editedAt: new Date(START_MS),
        reactions: [{ emoji: "👍", fromMe: false, by: "x", at: "2026-07-01T12:00:00.000Z" }],
      });
  const newest = await write(later);
  const [[page], [thread]] = [await ask([later.id], newest.id), await ask([earlier.id])];
  expect(page?.messages).toEqual(thread?.messages);
  expect(page).toMatchObject({ id: later.id, whole: false, hasOlder: false });
  expect(page?.messages).toHaveLength(1 + 2 * mediaTypes.length);
  for (const origin of messageOrigins) await write(earlier, { origin, fromMe: true, createdAt: new Date(START_MS) });
  const [again, tail] = [await ask([later.id], newest.id), await ask([earlier.id])];
  expect(again[0]?.messages.slice(-30)).toEqual(tail[0]?.messages);
});

test("older pages continue before a message down to the first, or begin at the newest", async () => {
  const { later, write, ask } = await givenConversation();
  const all: string[] = [];
  for (let count = 0; count < OLDER_PAGE + 3; count += 1) all.push((await write(later)).id);
  const ids = ([page]: Awaited<ReturnType<typeof ask>>) => page?.messages.map(({ id }) => id);
  const newest = await ask([later.id], FROM_NEWEST);
  expect([ids(newest), newest[0]?.hasOlder]).toEqual([all.slice(3), true]);
  const rest = await ask([later.id], all[3] ?? "");
  expect([ids(rest), rest[0]?.hasOlder]).toEqual([all.slice(0, 3), false]);
});

test("older pages of a ticket that the user may not see, or after an unknown message, are refused", async () => {
  const { later, write, ask, bia } = await givenConversation();
  await write(later);
  expect((await refusal(ask([later.id], FROM_NEWEST, bia))).code).toBe("ERR_NO_TICKET_FOUND");
  expect((await refusal(ask([later.id], randomUUID()))).code).toBe("ERR_NO_MESSAGE_FOUND");
});

test("older pages: messages of a ticket that the user may not read are hidden as in the thread", async () => {
  const { companyId, support, earlier, later, write, ask } = await givenConversation();
  await testDatabase().company(companyId, (tx) =>
    tx.update(schema.tickets).set({ queueId: support.id }).where(eq(schema.tickets.id, earlier.id)),
  );
  await write(earlier, { queueId: support.id, body: "segredo" });
  const newest = await write(later);
  const [page] = await ask([later.id], newest.id);
  expect(page?.messages).toMatchObject([{ hidden: true, body: "" }]);
});

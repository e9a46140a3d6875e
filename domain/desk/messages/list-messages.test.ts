import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { listMedia, listMessages, messageRows, threadTail } from "./index.ts";

const { messages } = schema;
const START_MS = Date.UTC(2026, 6, 1, 12);
const NUMBER = 500;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let stranger: GivenAgent;
beforeAll(async () => {
  desk = await givenCompany();
  stranger = (await givenCompany()).admin;
});

let number = NUMBER;
/** A contact with an earlier, closed ticket and a later one. */
async function givenThread() {
  const { companyId, queue } = desk;
  const contactId = (await givenContact({ companyId })).id;
  const place = { companyId, contactId, queueId: queue.id, lastMessageId: randomUUID() };
  const earlier = await givenTicket({ ...place, status: "closed", number: number++ });
  const later = await givenTicket({ ...place, number: number++ });
  const write = async (ticketId: string, second: number, change: Partial<typeof messages.$inferInsert> = {}) => {
    const id = randomUUID();
    const row = { companyId, id, ticketId, contactId, queueId: queue.id, fromMe: false, body: `${second}` };
    const createdAt = new Date(START_MS + second * 1_000);
    await atDesk(companyId, ({ db }) => db.insert(messages).values({ ...row, createdAt, ...change }));
    return id;
  };
  return { contactId, earlier, later, write };
}
const bodies = (rows: { body: string }[]) => rows.map(({ body }) => body);

test("messages of one instant are ordered by the channel's sequence, then by id", async () => {
  const { later, write } = await givenThread();
  const ids = [randomUUID(), randomUUID()].sort();
  await write(later.id, 1, { seq: 3, body: "c" });
  await write(later.id, 1, { seq: 2, body: "b", id: ids[1] });
  await write(later.id, 1, { seq: 2, body: "a", id: ids[0] });
  const list = (from: Parameters<typeof listMessages>[2], limit?: number) =>
    acting(desk.ana, (ctx) => listMessages(ctx, later.id, from, limit));
  expect(bodies((await list({})).messages)).toEqual(["a", "b", "c"]);
  // The page before a message continues exactly there, although all have the same time.
  const { messages: before, hasMore } = await list({ before: ids[1] }, 1);
  expect([bodies(before), hasMore]).toEqual([["a"], false]);
});

test("a page of exactly the limit has no more, one message more has", async () => {
  const { later, write } = await givenThread();
  for (const second of [1, 2]) await write(later.id, second);
  const list = (limit: number, page = 1) => acting(desk.ana, (ctx) => listMessages(ctx, later.id, { page }, limit));
  expect(await list(2)).toMatchObject({ messages: [{ body: "1" }, { body: "2" }], hasMore: false });
  expect(await list(1)).toMatchObject({ messages: [{ body: "2" }], hasMore: true });
  expect(await list(1, 2)).toMatchObject({ messages: [{ body: "1" }], hasMore: false });
  expect(await list(1, 0)).toMatchObject({ messages: [{ body: "2" }] });
  expect(await list(2, 2)).toMatchObject({ messages: [], hasMore: false });
});

test("an earlier ticket's conversation does not contain the later one's messages", async () => {
  const { earlier, later, write } = await givenThread();
  await write(earlier.id, 5);
  // Older by the clock, but of the later ticket: it comes after the earlier ticket's messages.
  const newest = await write(later.id, 1);
  const list = (ticketId: string, from = {}) => acting(desk.ana, (ctx) => listMessages(ctx, ticketId, from));
  expect(bodies((await list(later.id)).messages)).toEqual(["5", "1"]);
  expect(bodies((await list(later.id, { before: newest })).messages)).toEqual(["5"]);
  expect(bodies((await list(earlier.id)).messages)).toEqual(["5"]);
  expect((await refusal(list(earlier.id, { before: newest }))).code).toBe("ERR_NO_MESSAGE_FOUND");
});

test("a message of another contact, or an unknown one, is no place to continue from", async () => {
  const [thread, other] = [await givenThread(), await givenThread()];
  const foreign = await other.write(other.later.id, 1);
  for (const before of [foreign, randomUUID()]) {
    const page = acting(desk.ana, (ctx) => listMessages(ctx, thread.later.id, { before }));
    expect(await refusal(page)).toEqual({ code: "ERR_NO_MESSAGE_FOUND", details: { id: before } });
  }
});

test("an invisible ticket's messages and media do not exist, here and in another company", async () => {
  const { later, write } = await givenThread();
  const id = await write(later.id, 1);
  for (const agent of [desk.bia, stranger]) {
    for (const list of [
      () => acting(agent, (ctx) => listMessages(ctx, later.id, {})),
      () => acting(agent, (ctx) => listMedia(ctx, later.id, {})),
    ])
      expect((await refusal(list())).code).toBe("ERR_NO_TICKET_FOUND");
    expect(await acting(agent, (ctx) => messageRows(ctx, [id]))).toEqual([]);
    expect(await acting(agent, (ctx) => threadTail(ctx, [later.id]))).toEqual(new Map());
  }
});

test("a thread's tail has older messages if the ticket has more, or an earlier ticket has any", async () => {
  const { companyId } = desk;
  const { earlier, later, write } = await givenThread();
  for (const second of [1, 2, 3]) await write(later.id, second);
  await write(earlier.id, 0);
  const empty = await givenTicket({ companyId, queueId: desk.queue.id });
  const tails = (limit: number) =>
    acting(desk.ana, (ctx) => threadTail(ctx, [later.id, earlier.id, empty.id, randomUUID()], limit));
  const found = await tails(3);
  expect([...found.keys()].sort()).toEqual([later.id, earlier.id, empty.id].sort());
  expect(bodies(found.get(later.id)?.messages ?? [])).toEqual(["1", "2", "3"]);
  expect(found.get(later.id)?.hasOlder).toBe(true);
  expect(found.get(earlier.id)).toMatchObject({ messages: [{ body: "0" }], hasOlder: false });
  expect(found.get(empty.id)).toEqual({ messages: [], hasOlder: false });
  expect(bodies((await tails(2)).get(later.id)?.messages ?? [])).toEqual(["2", "3"]);
  expect(await acting(desk.ana, (ctx) => threadTail(ctx, []))).toEqual(new Map());
});

test("a ticket with exactly the tail's length and no earlier ticket has no older messages", async () => {
  const { earlier, write } = await givenThread();
  for (const second of [1, 2, 3]) await write(earlier.id, second);
  const hasOlder = async (limit: number) =>
    (await acting(desk.ana, (ctx) => threadTail(ctx, [earlier.id], limit))).get(earlier.id)?.hasOlder;
  expect([await hasOlder(3), await hasOlder(2)]).toEqual([false, true]);
});

test("messages are returned in the order of the ids, without unknown ones", async () => {
  const { later, write } = await givenThread();
  const [one, two] = [await write(later.id, 1), await write(later.id, 2)];
  const rowsOf = async (ids: string[]) => bodies(await acting(desk.ana, (ctx) => messageRows(ctx, ids)));
  expect(await rowsOf([two, randomUUID(), one])).toEqual(["2", "1"]);
  expect(await rowsOf([])).toEqual([]);
});

test("a message of a foreign queue shows its time and delivery, but no content", async () => {
  const { support, companyId } = desk;
  const { contactId, write } = await givenThread();
  const place = { companyId, contactId, lastMessageId: randomUUID() };
  const foreign = await givenTicket({ ...place, queueId: support.id, status: "closed", number: number++ });
  const later = await givenTicket({ ...place, queueId: desk.queue.id, status: "closed", number: number++ });
  const quotedId = await write(foreign.id, 1);
  const content = { author: "Helena", mediaType: "image" as const, mediaState: "ready" as const, fileId: randomUUID() };
  const reactions = [{ emoji: "👍", fromMe: true, by: "me", at: new Date(START_MS).toISOString() }];
  const hidden = { queueId: support.id, ack: 2, origin: "menu" as const, quotedId, reactions };
  const id = await write(foreign.id, 2, { ...hidden, ...content, body: "segredo", userId: desk.ana.id });
  const page = await acting(desk.ana, (ctx) => listMessages(ctx, later.id, {}));
  expect(page.messages.find((row) => row.id === id)).toMatchObject({
    ...{ id, ticketId: foreign.id, ack: 2, createdAt: new Date(START_MS + 2_000).toISOString(), hidden: true },
    ...{ userId: null, origin: null, author: null, body: "", mediaType: "chat" },
    ...{ media: null, quoted: null, reactions: [] },
  });
  const [shown] = await acting(desk.admin, (ctx) => messageRows(ctx, [id]));
  expect(shown).toMatchObject({
    hidden: false,
    body: "segredo",
    author: "Helena",
    quoted: { id: quotedId, body: "1" },
  });
  expect(shown?.reactions).toEqual([{ emoji: "👍", fromMe: true }]);
});

test("a message has media from the moment its file is expected, with a general type until it is known", async () => {
  const { later, write } = await givenThread();
  const [text, file] = [
    await write(later.id, 1),
    await write(later.id, 2, { mediaType: "document", mediaState: "pending" }),
  ];
  const rows = await acting(desk.ana, (ctx) => messageRows(ctx, [text, file]));
  expect(rows.map(({ media }) => media)).toEqual([
    null,
    {
      ...{ fileId: null, name: "", mimetype: "application/octet-stream", size: 0 },
      ...{ seconds: null, waveform: null, state: "pending" },
    },
  ]);
});

test("the media of a contact are pictures, videos and documents with a file, newest first and in pages", async () => {
  const { support } = desk;
  const { contactId, earlier, later, write } = await givenThread();
  const media = (mediaType: MediaType, change = {}) =>
    ({ mediaType, mediaState: "ready", fileId: randomUUID(), ...change }) as const;
  await write(earlier.id, 1, media("document"));
  await write(later.id, 2, media("image"));
  await write(later.id, 3, media("video"));
  await write(later.id, 4, media("audio"));
  await write(later.id, 5, media("sticker"));
  await write(later.id, 6, media("image", { fileId: null, mediaState: "remote" }));
  await write(later.id, 7, media("image", { isDeleted: true }));
  const foreign = await givenTicket({ companyId: desk.companyId, contactId, queueId: support.id, status: "closed" });
  await write(foreign.id, 8, media("image", { queueId: support.id }));
  const list = (page?: { page?: number; limit?: number }) =>
    acting(desk.ana, (ctx) => listMedia(ctx, later.id, { ...page }));
  expect(bodies((await list()).messages)).toEqual(["3", "2", "1"]);
  expect(await list({ limit: 2 })).toMatchObject({ messages: [{ body: "3" }, { body: "2" }], hasMore: true });
  expect(await list({ limit: 2, page: 2 })).toMatchObject({ messages: [{ body: "1" }], hasMore: false });
  expect((await list({ limit: 3 })).hasMore).toBe(false);
  // The earlier ticket shows the files of all visible tickets of its contact.
  const ofEarlier = await acting(desk.admin, (ctx) => listMedia(ctx, earlier.id, {}));
  expect(bodies(ofEarlier.messages)).toEqual(["8", "3", "2", "1"]);
});

import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { attachMedia, describeRecording, failMedia, fetchMediaAgain } from "./index.ts";

const { messages } = schema;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let stranger: GivenAgent;
let ticket: Awaited<ReturnType<typeof givenTicket>>;
beforeAll(async () => {
  desk = await givenCompany();
  stranger = (await givenCompany()).admin;
  const { companyId, queue, connection } = desk;
  ticket = await givenTicket({ companyId, queueId: queue.id, connectionId: connection.id });
});

async function givenMedia(change: Partial<typeof messages.$inferInsert> = {}): Promise<string> {
  const { companyId, queue, connection } = desk;
  const id = randomUUID();
  const place = { companyId, id, ticketId: ticket.id, contactId: ticket.contactId, queueId: queue.id };
  const media = { mediaType: "audio", mediaState: "pending", mediaName: "voz.ogg", mediaSeconds: 7 } as const;
  const row = { ...place, ...media, connectionId: connection.id, fromMe: false, ...change };
  await atDesk(companyId, ({ db }) => db.insert(messages).values(row));
  return id;
}
const rowOf = async (id: string) => {
  const rows = await atDesk(desk.companyId, ({ db }) => db.select().from(messages).where(eq(messages.id, id)));
  return rows[0];
};
const jobsOf = async (messageId: string) => {
  const rows = await testDatabase().platform.execute<{ data: object }>(
    sql`select data from pgboss.job where name = 'media.fetch' and data ->> 'messageId' = ${messageId}`,
  );
  return rows.map(({ data }) => data);
};
const fetchedFile = () => ({ fileId: randomUUID(), mimetype: "audio/ogg", size: 900 });

test("a fetched file makes the media ready and keeps the duration that the channel told", async () => {
  const messageId = await givenMedia();
  const file = fetchedFile();
  await atDesk(desk.companyId, (ctx) => attachMedia(ctx, { messageId, ...file, seconds: null, waveform: null }));
  expect(await rowOf(messageId)).toMatchObject({
    ...{ fileId: file.fileId, mediaMimetype: "audio/ogg", mediaSize: 900, mediaState: "ready" },
    ...{ mediaSeconds: 7, mediaName: "voz.ogg", waveform: null },
  });
});

test("a fetched recording brings its own duration, also of 0 seconds, and waveform", async () => {
  const messageId = await givenMedia();
  await atDesk(desk.companyId, (ctx) =>
    attachMedia(ctx, { messageId, ...fetchedFile(), seconds: 0, waveform: [1, 9] }),
  );
  expect(await rowOf(messageId)).toMatchObject({ mediaSeconds: 0, waveform: [1, 9] });
});

test("media that is not available fails, unless its file was stored meanwhile", async () => {
  const [missing, stored] = [await givenMedia(), await givenMedia({ fileId: randomUUID(), mediaState: "ready" })];
  for (const messageId of [missing, stored]) await atDesk(desk.companyId, (ctx) => failMedia(ctx, { messageId }));
  expect([(await rowOf(missing))?.mediaState, (await rowOf(stored))?.mediaState]).toEqual(["failed", "ready"]);
});

test("a converted recording gets its duration and waveform, and its state is unchanged", async () => {
  const messageId = await givenMedia({ mediaState: "ready", fileId: randomUUID() });
  await atDesk(desk.companyId, (ctx) => describeRecording(ctx, { messageId, seconds: 12, waveform: [5] }));
  expect(await rowOf(messageId)).toMatchObject({ mediaSeconds: 12, waveform: [5], mediaState: "ready" });
});

test("another company changes no media of a message whose id it knows", async () => {
  const messageId = await givenMedia();
  await atDesk(stranger.companyId, async (ctx) => {
    await attachMedia(ctx, { messageId, ...fetchedFile() });
    await failMedia(ctx, { messageId });
    await describeRecording(ctx, { messageId, seconds: 1, waveform: [] });
  });
  expect(await rowOf(messageId)).toMatchObject({ mediaState: "pending", mediaSeconds: 7, fileId: null });
});

test.each(["failed", "remote"] as const)("%s media is requested again, with one job", async (mediaState) => {
  const messageId = await givenMedia({ mediaState });
  const ask = () => acting(desk.ana, (ctx) => fetchMediaAgain(ctx, messageId));
  expect(await ask()).toMatchObject({ id: messageId, mediaState: "pending" });
  expect(await ask()).toMatchObject({ mediaState: "pending" });
  expect(await jobsOf(messageId)).toEqual([{ companyId: desk.companyId, connectionId: desk.connection.id, messageId }]);
});

test.each<[string, Partial<typeof messages.$inferInsert>]>([
  ["media that is being fetched", { mediaState: "pending" }],
  ["media that is there", { mediaState: "ready", fileId: randomUUID() }],
  ["media of a deleted connection", { mediaState: "failed", connectionId: null }],
  ["a text", { mediaType: "chat", mediaState: null }],
])("%s is not requested again", async (_name, change) => {
  const messageId = await givenMedia(change);
  const answer = await acting(desk.ana, (ctx) => fetchMediaAgain(ctx, messageId));
  expect(answer.mediaState).toBe(change.mediaState);
  expect(await jobsOf(messageId)).toEqual([]);
});

test("media of an invisible ticket, another company and an unknown message cannot be requested", async () => {
  const messageId = await givenMedia({ mediaState: "failed" });
  const code = async (agent: GivenAgent, id = messageId) =>
    (await refusal(acting(agent, (ctx) => fetchMediaAgain(ctx, id)))).code;
  expect(await code(desk.bia)).toBe("ERR_NO_TICKET_FOUND");
  expect(await code(stranger)).toBe("ERR_NO_MESSAGE_FOUND");
  expect(await code(desk.ana, randomUUID())).toBe("ERR_NO_MESSAGE_FOUND");
  expect(await jobsOf(messageId)).toEqual([]);
});

import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { schema } from "../../../../db/index.ts";
import { givenCompany, givenPhoneNumber, testDatabase } from "../../../../db/testing/given.ts";
import { atDesk, textFrom } from "../../../testing.ts";
import { applyIncomingChange, attachMedia, receiveMessage } from "../index.ts";
import type { IncomingMessage } from "./incoming.ts";

const { messages } = schema;

let companyId: string;
let connectionId: string;
let phone: string;
beforeEach(async () => {
  const given = await givenCompany();
  companyId = given.companyId;
  connectionId = given.connection.id;
  phone = givenPhoneNumber();
});

const picture = { name: "foto.jpg", mimetype: "image/jpeg", size: 10, seconds: null, waveform: null };
function photo(id: string, more: Partial<IncomingMessage> = {}, attrs: Record<string, string> = {}): IncomingMessage {
  const raw = { attrs: { id, ...attrs }, message: id };
  const sender = { phone };
  return textFrom(connectionId, { providerId: id, kind: "image", body: "", media: picture, sender, raw, ...more });
}
const receive = (incoming: IncomingMessage) => atDesk(companyId, (ctx) => receiveMessage(ctx, incoming));
const stored = () => atDesk(companyId, ({ db }) => db.select().from(messages).where(eq(messages.companyId, companyId)));
const jobsOf = async (messageId: string) => {
  const rows = await testDatabase().platform.execute(
    sql`select id from pgboss.job where name = 'media.fetch' and data ->> 'messageId' = ${messageId}`,
  );
  return rows.length;
};

test("a copy in higher quality becomes the file of its message, once", async () => {
  const [first, copy] = [randomUUID(), randomUUID()];
  const { messageId } = await receive(photo(first, { body: "a caneca" }));
  for (let times = 0; times < 3; times++)
    expect(await receive(photo(copy, { copyOf: first }))).toMatchObject({ messageId, isNew: false });
  const [message, ...others] = await stored();
  expect([message?.body, message?.providerId, message?.raw, others]).toEqual([
    "a caneca",
    first,
    { attrs: { id: copy }, message: copy, first: { attrs: { id: first }, message: first } },
    [],
  ]);
  expect(await jobsOf(messageId ?? "")).toBe(2);
});

test("the copy may arrive first: the first message adds its caption and is not shown again", async () => {
  const [first, copy] = [randomUUID(), randomUUID()];
  const { messageId, isNew } = await receive(photo(copy, { copyOf: first }));
  expect(isNew).toBe(true);
  for (let times = 0; times < 2; times++)
    expect(await receive(photo(first, { body: "a caneca" }))).toMatchObject({ messageId, isNew: false });
  expect(await receive(photo(copy, { copyOf: first }))).toMatchObject({ messageId, isNew: false });
  const all = await stored();
  expect(all.map(({ body }) => body)).toEqual(["a caneca"]);
  expect(all[0]?.raw).toEqual({ attrs: { id: copy }, message: copy, first: { attrs: { id: first }, message: first } });
});

test("the file that is shown stays until the copy is fetched", async () => {
  const [first, copy] = [randomUUID(), randomUUID()];
  const messageId = (await receive(photo(first))).messageId ?? "";
  const raw = { attrs: { id: first }, message: first };
  const file = { messageId, fileId: randomUUID(), mimetype: "image/jpeg", size: 9 };
  await atDesk(companyId, (ctx) => attachMedia(ctx, { ...file, raw }));
  await receive(photo(copy, { copyOf: first }));
  expect((await stored())[0]).toMatchObject({ fileId: file.fileId, mediaState: "ready" });
  // A fetch of the first copy that ends now comes too late.
  const late = { ...file, fileId: randomUUID(), raw };
  expect(await atDesk(companyId, (ctx) => attachMedia(ctx, late))).toBe(false);
  expect((await stored())[0]).toMatchObject({ fileId: file.fileId });
});

test("a copy of another kind, or by another member of a group, is a message of its own", async () => {
  const [first, video, foreign] = [randomUUID(), randomUUID(), randomUUID()];
  const group = { address: "120363000000000001@g.us", name: "Feira", author: "Ana" };
  const chatKey = group.address;
  await atDesk(companyId, ({ db }) =>
    db.insert(schema.settings).values({ companyId, key: "CheckMsgIsGroup", value: "disabled" }),
  );
  await receive(photo(first, { group, chatKey }, { participant: "1@lid" }));
  await receive(photo(video, { kind: "video", copyOf: first, group, chatKey }, { participant: "1@lid" }));
  await receive(photo(foreign, { copyOf: first, group, chatKey }, { participant: "2@lid" }));
  const all = await stored();
  expect(all.map(({ providerId }) => providerId).sort()).toEqual([first, video, foreign].sort());
  expect(all.find(({ providerId }) => providerId === first)?.raw).toMatchObject({ message: first });
});

test("a deleted message gets no other file", async () => {
  const [first, copy] = [randomUUID(), randomUUID()];
  const incoming = photo(first);
  await receive(incoming);
  await atDesk(companyId, (ctx) => applyIncomingChange(ctx, { ...incoming, type: "delete", targetProviderId: first }));
  await receive(photo(copy, { copyOf: first }));
  expect((await stored()).map(({ raw }) => raw)).toEqual([{ attrs: { id: first }, message: first }]);
});

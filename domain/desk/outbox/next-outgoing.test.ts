import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { accepted, at, givenChat, givenConnection, messageOf, NOW } from "../../../db/testing/given-chat.ts";
import { atDesk } from "../../testing.ts";
import { nextOutgoing } from "./index.ts";

const { connections, files, messages } = schema;

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});

const next = (connectionId: string, options: Parameters<typeof nextOutgoing>[2] = {}, now = NOW) =>
  atDesk(companyId, (ctx) => nextOutgoing(ctx, connectionId, options), now);
const due = async (...of: Parameters<typeof next>) => (await next(...of)).map(({ body }) => body);
const change = (id: string, values: Partial<typeof messages.$inferInsert>) =>
  atDesk(companyId, (ctx) => ctx.db.update(messages).set(values).where(eq(messages.id, id)));

/** Two chats on a connection, each with two due messages. */
async function givenTwoChats() {
  const connectionId = await givenConnection(companyId);
  const [helena, rui] = [await givenChat(companyId, connectionId), await givenChat(companyId, connectionId)];
  const h1 = await helena.write({ body: "h1" });
  const r1 = await rui.write({ body: "r1" });
  const h2 = await helena.write({ body: "h2" });
  await rui.write({ body: "r2" });
  return { connectionId, helena, rui, h1, h2, r1 };
}

test("of each contact only the first unsent message is due, in the order of writing", async () => {
  const { connectionId, h1 } = await givenTwoChats();
  expect(await due(connectionId)).toEqual(["h1", "r1"]);
  await change(h1, accepted);
  expect(await due(connectionId)).toEqual(["r1", "h2"]);
});

test("a postponed message holds back later messages to its contact until its time, and no other contact's", async () => {
  const { connectionId, h1 } = await givenTwoChats();
  await change(h1, { sendAfter: at(1) });
  expect(await due(connectionId)).toEqual(["r1"]);
  expect(await due(connectionId, {}, at(1))).toEqual(["h1", "r1"]);
});

test("campaign messages come after all others, also of their contact, until their first attempt", async () => {
  const { connectionId, h1, r1 } = await givenTwoChats();
  const bulk = { origin: "campaign" as const };
  await change(h1, bulk);
  const people = await next(connectionId);
  expect(people.map(({ body, isCampaign }) => [body, isCampaign])).toEqual([
    ["r1", false],
    ["h2", false],
  ]);
  await change(r1, bulk);
  expect(await due(connectionId)).toEqual(["h2", "r2"]);
  expect(await due(connectionId, { limit: 1 })).toEqual(["h2"]);
  // An attempt was made: the channel may have it already.
  await change(h1, { providerId: "p1", sendTries: 1 });
  expect(await due(connectionId)).toEqual(["h1", "r2"]);
});

test("campaign messages are due last of all contacts, and can be skipped", async () => {
  const connectionId = await givenConnection(companyId);
  const [ana, bia] = [await givenChat(companyId, connectionId), await givenChat(companyId, connectionId)];
  await ana.write({ body: "oferta", origin: "campaign" });
  await bia.write({ body: "resposta" });
  expect(await due(connectionId)).toEqual(["resposta", "oferta"]);
  expect(await due(connectionId, { limit: 1 })).toEqual(["resposta"]);
  expect(await due(connectionId, { skipCampaigns: true })).toEqual(["resposta"]);
});

test("a failed or deleted message holds back nothing and is not sent", async () => {
  const { connectionId, h1, r1 } = await givenTwoChats();
  await change(h1, { sendAfter: null, errorCode: "ERR_SENDING" });
  await change(r1, { isDeleted: true });
  expect(await due(connectionId)).toEqual(["h2", "r2"]);
});

test("the limit returns the earliest contacts, and skipped contacts are left out", async () => {
  const { connectionId, helena, rui } = await givenTwoChats();
  expect(await due(connectionId, { limit: 1 })).toEqual(["h1"]);
  expect(await due(connectionId, { skipContactIds: [helena.contact.id] })).toEqual(["r1"]);
  expect(await due(connectionId, { skipContactIds: [helena.contact.id, rui.contact.id] })).toEqual([]);
});

test("messages of another connection or another company are not due", async () => {
  const { connectionId } = await givenTwoChats();
  expect(await due(await givenConnection(companyId))).toEqual([]);
  expect(await atDesk(randomUUID(), (ctx) => nextOutgoing(ctx, connectionId), NOW)).toEqual([]);
});

test("while first contacts are restricted, only contacts who wrote over this connection get messages", async () => {
  const { connectionId, helena, rui } = await givenTwoChats();
  await atDesk(companyId, (ctx) =>
    ctx.db
      .update(connections)
      .set({ firstContactsAfter: at(1_000) })
      .where(eq(connections.id, connectionId)),
  );
  expect(await due(connectionId)).toEqual([]);
  await helena.write({ fromMe: false, sendAfter: null });
  const elsewhere = { connectionId: await givenConnection(companyId) };
  const { id: ticketId } = await givenTicket({ companyId, contactId: rui.contact.id, ...elsewhere });
  await rui.write({ fromMe: false, sendAfter: null, ticketId, ...elsewhere });
  expect(await due(connectionId, {}, at(999))).toEqual(["h1"]);
  expect(await due(connectionId, {}, at(1_000))).toEqual(["h1", "r1"]);
});

test("a message carries its destination, file, quote and number of attempts", async () => {
  const connectionId = await givenConnection(companyId);
  const { contact, chatKey, write } = await givenChat(companyId, connectionId);
  const fileId = randomUUID();
  const mimetype = "audio/ogg";
  await atDesk(companyId, (ctx) =>
    ctx.db
      .insert(files)
      .values({ companyId, id: fileId, name: "stored.ogg", mimetype, kind: "audio", size: 9, sha256: "00" }),
  );
  const quotedId = await write({ ...accepted, fromMe: false, providerId: "p1", author: "Rui", body: "Quanto custa?" });
  const file = { fileId, mediaType: "audio" as const, mediaSeconds: 4, waveform: [1, 2], isVoice: true };
  const id = await write({ ...file, quotedId, sendTries: 2, composeMs: 300, chatKey, providerId: "p2" });
  expect(await next(connectionId)).toEqual([
    {
      messageId: id,
      contactId: contact.id,
      chatKey,
      providerId: "p2",
      to: { phone: contact.number },
      body: "",
      mediaType: "audio",
      file: { id: fileId, name: "stored.ogg", mimetype, seconds: 4, waveform: [1, 2], isVoice: true },
      quoted: { providerId: "p1", fromMe: false, body: "Quanto custa?", mediaType: "chat", participant: "Rui" },
      tries: 2,
      writtenAt: (await messageOf(companyId, id)).receivedAt,
      composeMs: 300,
      isCampaign: false,
      needsConsent: false,
    },
  ]);
  await change(id, { mediaName: "Áudio.ogg" });
  await change(quotedId, { providerId: null });
  expect(await next(connectionId)).toMatchObject([{ file: { name: "Áudio.ogg" }, quoted: null }]);
});

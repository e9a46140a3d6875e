import { readFileSync } from "node:fs";
import { proto } from "@whiskeysockets/baileys";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { providerIdOf } from "../channels/whatsapp/jids.ts";
import { agentOf } from "../testing/agent-actions.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openTestEnvironment();
  await environment.connector({ jobs: true });
});
afterAll(() => environment.close());

async function givenPhone() {
  const linked = await givenLinkedConnection(environment.database, environment.emulator);
  const ana = environment.emulator.createContact({ name: "Ana Prado" });
  const [device] = linked.shop.companions.values();
  return { ...linked, ana, device, agent: agentOf(linked.company, environment.dataDir) };
}

const bodies = async (company: TestCompany) => (await company.messages()).map(({ body }) => body);
const untilMessages = (company: TestCompany, count: number) =>
  until(async () => (await company.messages()).length >= count);
const contacts = (company: TestCompany) => company.inside((db) => db.select().from(schema.contacts));

test("200 messages with a lost connection in between arrive once and in order", async () => {
  const { company, shop, ana, device } = await givenPhone();
  let confirmed = 0;
  const socket = device?.socket;
  shop.on("confirmed", () => {
    confirmed += 1;
    if (confirmed === 100) socket?.drop();
  });
  const expected = Array.from({ length: 200 }, (_, index) => `mensagem ${index}`);
  const nacks: string[] = [];
  shop.on("nack", ({ id }) => nacks.push(id));
  for (const text of expected) await ana.sendText(shop, text);
  await untilMessages(company, 200);
  await until(() => (device?.unconfirmed.size ?? 0) === 0);
  expect(nacks).toEqual([]);
  expect(await bodies(company)).toEqual(expected);
  expect(await company.tickets()).toMatchObject([{ unreadMessages: 200 }]);
});

test("a message that cannot be stored is not acknowledged, and is delivered again", async () => {
  const { company, shop, ana } = await givenPhone();
  const nacks: string[] = [];
  shop.on("nack", ({ id }) => nacks.push(id));
  await ana.sendText(shop, "antes");
  await untilMessages(company, 1);
  const owner = postgres(environment.ownerUrl, { max: 1 });
  // A check rather than a trigger: several nodes take it, too.
  await owner.unsafe(
    `alter table channel_keys add constraint no_room check (connection_id <> '${company.connectionId}') not valid`,
  );
  const online = shop.onlineCompanions.length;
  await ana.sendText(shop, "sem lugar");
  await until(() => nacks.length > 0 || shop.onlineCompanions.length < online);
  await owner.unsafe("alter table channel_keys drop constraint no_room");
  await owner.end();
  await untilMessages(company, 2);
  expect(nacks).toEqual([]);
  expect(await bodies(company)).toEqual(["antes", "sem lugar"]);
});

test("messages sent while no connector ran arrive once and in order", async () => {
  const { company, shop, ana } = await givenPhone();
  await company.inside((db) => db.update(schema.connectionLeases).set({ epoch: 99, owner: "nobody" }));
  await until(() => shop.onlineCompanions.length === 0);
  for (let i = 0; i < 20; i++) await ana.sendText(shop, `espera ${i}`);
  await company.inside((db) => db.update(schema.connectionLeases).set({ owner: null, leaseUntil: null }));
  await untilMessages(company, 20);
  expect(await bodies(company)).toEqual(Array.from({ length: 20 }, (_, i) => `espera ${i}`));
});

test("a person has one contact for LID and phone number", async () => {
  const { company, shop, ana } = await givenPhone();
  ana.addressing = "pn";
  await ana.sendText(shop, "pelo número");
  ana.addressing = "lid";
  await ana.sendText(shop, "pelo LID");
  await untilMessages(company, 2);
  expect(await contacts(company)).toMatchObject([{ name: "Ana Prado", number: ana.phone }]);
  const addresses = await company.inside((db) => db.select().from(schema.contactAddresses));
  expect(new Set(addresses.map(({ address }) => address))).toEqual(new Set([ana.lid, ana.phone]));
  expect(await company.tickets()).toHaveLength(1);
});

test("a quoted reply refers to the message that it answers", async () => {
  const { company, shop, ana, agent } = await givenPhone();
  await ana.sendText(shop, "oi");
  await untilMessages(company, 1);
  const [ticket] = await company.tickets();
  const question = await agent.write(ticket?.id ?? "", "qual vaso?");
  await until(() => ana.messages.get(providerIdOf(question)) !== undefined);
  const contextInfo = {
    stanzaId: providerIdOf(question),
    participant: shop.lidJid,
    quotedMessage: { conversation: "qual vaso?" },
  };
  await ana.send(shop, { extendedTextMessage: { text: "o azul", contextInfo } });
  await untilMessages(company, 3);
  const answer = (await company.messages()).find(({ body }) => body === "o azul");
  expect(answer?.quotedId).toBe(question);
});

test("edits, reactions and deletions change the message and keep its history", async () => {
  const { company, shop, ana } = await givenPhone();
  const id = await ana.sendText(shop, "amanha");
  await untilMessages(company, 1);
  const key = { remoteJid: shop.jid, id, fromMe: true };
  const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;
  await ana.send(shop, { protocolMessage: { key, type: MESSAGE_EDIT, editedMessage: { conversation: "amanhã" } } });
  await until(async () => (await bodies(company))[0] === "amanhã");
  await ana.send(shop, { reactionMessage: { key, text: "👍", senderTimestampMs: testTime() } });
  await until(async () => (await company.messages())[0]?.reactions[0]?.emoji === "👍");
  await ana.send(shop, { protocolMessage: { key, type: REVOKE } });
  await until(async () => (await company.messages())[0]?.isDeleted === true);
  expect(await company.messages()).toHaveLength(1);
  const versions = await company.inside((db) => db.select().from(schema.messageVersions));
  expect(new Set(versions.map(({ cause, body }) => `${cause}: ${body}`))).toEqual(
    new Set(["edit: amanha", "delete: amanhã"]),
  );
});

test("a reaction that arrives before its message waits for it", async () => {
  const { company, shop, ana } = await givenPhone();
  const key = { remoteJid: shop.jid, id: "3EB0TARDE", fromMe: true };
  await ana.send(shop, { reactionMessage: { key, text: "🎉", senderTimestampMs: testTime() } });
  await until(async () => (await company.inside((db) => db.select().from(schema.earlyChanges))).length === 1);
  await ana.sendText(shop, "cheguei", { id: "3EB0TARDE" });
  await until(async () => (await company.messages())[0]?.reactions[0]?.emoji === "🎉");
});

test("a picture and a voice note are downloaded into the store", async () => {
  const { company, shop, ana, agent } = await givenPhone();
  const picture = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(5000, 7)]);
  const sound = Buffer.concat([Buffer.from("OggS\0\x02"), Buffer.alloc(3000, 3)]);
  await ana.sendMedia(shop, "image", picture, { mimetype: "image/png", caption: "assim" });
  await ana.sendMedia(shop, "audio", sound, { mimetype: "audio/ogg; codecs=opus", ptt: true, seconds: 7 });
  await untilMessages(company, 2);
  await until(async () => (await company.messages()).every(({ mediaState }) => mediaState === "ready"));
  const [image, voice] = await company.messages();
  expect(image).toMatchObject({ mediaType: "image", body: "assim", mediaSize: picture.length });
  expect(voice).toMatchObject({ mediaType: "audio", mediaSeconds: 7 });
  expect(readFileSync(await agent.pathOf(image?.fileId ?? ""))).toEqual(picture);
  expect(readFileSync(await agent.pathOf(voice?.fileId ?? ""))).toEqual(sound);
});

test("media with an expired link is uploaded again by the phone and downloaded", async () => {
  const { company, shop, ana, agent } = await givenPhone();
  const bytes = Buffer.from("%PDF-1.4 orçamento");
  const stop = new AbortController();
  const put = environment.emulator.media.put.bind(environment.emulator.media);
  // Expired before it could be fetched.
  environment.emulator.media.put = (blob) => {
    const place = put(blob);
    if (!stop.signal.aborted) environment.emulator.media.expire(place.directPath);
    stop.abort();
    return place;
  };
  await ana.sendMedia(shop, "document", bytes, { mimetype: "application/pdf", fileName: "orçamento.pdf" });
  await until(async () => (await company.messages())[0]?.mediaState === "ready");
  environment.emulator.media.put = put;
  const [message] = await company.messages();
  expect(message).toMatchObject({ mediaType: "document", mediaName: "orçamento.pdf" });
  expect(readFileSync(await agent.pathOf(message?.fileId ?? ""))).toEqual(bytes);
});

test("locations, contact cards and unknown kinds are stored with their kind", async () => {
  const { company, shop, ana } = await givenPhone();
  await ana.send(shop, { locationMessage: { degreesLatitude: -19.9, degreesLongitude: -43.9 } });
  await ana.send(shop, { contactMessage: { displayName: "Ivo", vcard: "BEGIN:VCARD\nFN:Ivo\nEND:VCARD" } });
  await ana.send(shop, { encCommentMessage: { encPayload: new Uint8Array([1]) } });
  await untilMessages(company, 3);
  const stored = await company.messages();
  expect(stored.map(({ mediaType, body }) => [mediaType, body])).toEqual([
    ["locationMessage", "-19.9,-43.9"],
    ["vcard", "BEGIN:VCARD\nFN:Ivo\nEND:VCARD"],
    ["unsupported", ""],
  ]);
  expect(stored[2]?.raw).toHaveProperty("message");
});

test("a group is a contact of its own, and each message names its author", async () => {
  const { company, shop, ana } = await givenPhone();
  const bia = environment.emulator.createContact({ name: "Bia" });
  await company.inside((db) =>
    db.insert(schema.settings).values({ companyId: company.companyId, key: "CheckMsgIsGroup", value: "disabled" }),
  );
  const group = environment.emulator.createGroup({ account: shop, members: [ana, bia], subject: "Oleiros" });
  await group.sendText(ana, "primeira");
  await group.sendText(bia, "segunda");
  await untilMessages(company, 2);
  expect(await contacts(company)).toMatchObject([{ name: "Oleiros", isGroup: true }]);
  expect((await company.messages()).map(({ author, body }) => [author, body])).toEqual([
    ["Ana Prado", "primeira"],
    ["Bia", "segunda"],
  ]);
});

test("an unreadable inbox row is kept and does not block the others", async () => {
  const { company, shop, ana } = await givenPhone();
  const { companyId, connectionId } = company;
  const broken = {
    companyId,
    connectionId,
    providerId: "BROKEN",
    part: 0,
    epoch: 0,
    seq: 1,
    attrs: { id: "BROKEN", from: ana.lidJid },
  };
  await company.inside((db) => db.insert(schema.inbox).values({ ...broken, plaintext: Buffer.from("nonsense") }));
  await ana.sendText(shop, "depois dela");
  await untilMessages(company, 1);
  const kept = async () => {
    const rows = await company.inside((db) => db.select().from(schema.inbox));
    return rows.find(({ providerId }) => providerId === "BROKEN");
  };
  // A row of another process is found by the next poll.
  await until(async () => Number((await kept())?.attrs["desk-tries"]) > 0);
  expect((await kept())?.doneAt).toBeNull();
  expect(await bodies(company)).toEqual(["depois dela"]);
});

test("the inbox contains no readable text of a customer", async () => {
  const { company, shop, ana } = await givenPhone();
  await ana.sendText(shop, "meu segredo");
  await untilMessages(company, 1);
  const rows = await company.inside((db) => db.select().from(schema.inbox));
  expect(rows.filter(({ attrs }) => attrs.category !== "peer")).toHaveLength(1);
  expect(rows.some(({ plaintext }) => plaintext.includes("meu segredo"))).toBe(false);
});

test("a sync notification without a collection name triggers no request, and later messages arrive", async () => {
  const { company, shop, ana } = await givenPhone();
  const route = "w:sync:app:state:set:sync";
  let asked = 0;
  environment.emulator.iqHandlers.set(route, ({ content }) => {
    const [sync] = Array.isArray(content) ? content : [];
    const collections = Array.isArray(sync?.content) ? sync.content : [];
    asked += collections.filter(({ attrs }) => attrs.name === undefined).length;
    const nothingNew = collections.map(({ tag, attrs: { name = "", version = "" } }) => ({
      tag,
      attrs: { name, version },
    }));
    return [{ tag: "sync", attrs: {}, content: nothingNew }];
  });
  const attrs = { id: "7", from: "s.whatsapp.net", type: "server_sync", t: "1782900000" };
  shop.onlineCompanions[0]?.send({
    tag: "notification",
    attrs,
    content: [{ tag: "collection", attrs: { version: "2" } }],
  });
  await ana.sendText(shop, "depois da coleção");
  await untilMessages(company, 1);
  expect(asked).toBe(0);
  environment.emulator.iqHandlers.delete(route);
});

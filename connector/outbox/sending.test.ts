import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { proto } from "@whiskeysockets/baileys";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readCards } from "../../contracts/desk/bodies/cards.ts";
import { schema } from "../../db/index.ts";
import { lockWaits } from "../../db/testing/lock-waits.ts";
import type { Account, Contact } from "../../sandbox/index.ts";
import { providerIdOf } from "../channels/whatsapp/jids.ts";
import { agentOf } from "../testing/agent-actions.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";
import { givenRecording } from "../testing/given-recording.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openTestEnvironment();
  await environment.connector({ acceptWithinMs: 400 });
});
afterAll(() => environment.close());

async function givenConversation() {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const ana = environment.emulator.createContact({ name: "Ana Prado" });
  await ana.sendText(shop, "bom dia");
  await until(async () => (await company.tickets()).length === 1);
  const [ticket] = await company.tickets();
  return { company, shop, ana, ticketId: ticket?.id ?? "", agent: agentOf(company, environment.dataDir) };
}

const message = async (company: TestCompany, id: string) => (await company.messages()).find((one) => one.id === id);
const ackOf = async (company: TestCompany, id: string) => (await message(company, id))?.ack;
const arrived = (phone: Contact) =>
  [...phone.messages.values()].filter(({ fromMe }) => !fromMe).sort((a, b) => a.timestamp - b.timestamp);
const textOf = (content: Uint8Array) => {
  const decoded = proto.Message.decode(content);
  return decoded.extendedTextMessage?.text ?? decoded.conversation;
};
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const device = (shop: Account) => [...shop.companions.values()][0];

test("an answer reaches the phone once, and every status is stored", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const id = await agent.write(ticketId, "Olá, Ana!");
  await until(async () => (await ackOf(company, id)) === 1);
  await until(() => arrived(ana).length === 1);
  const [held] = arrived(ana);
  expect([held?.id, held?.receivedCount, textOf(held?.content ?? Buffer.of())]).toEqual([
    providerIdOf(id),
    1,
    "Olá, Ana!",
  ]);
  for (const [verb, ack] of [
    ["delivered", 2],
    ["read", 3],
    ["played", 4],
  ] as const) {
    ana[verb](shop, providerIdOf(id));
    await until(async () => (await ackOf(company, id)) === ack);
  }
  const sent = await message(company, id);
  expect([sent?.sendAfter, sent?.errorCode, sent?.acceptedAt instanceof Date]).toEqual([null, null, true]);
});

test("a receipt is acknowledged only after it is stored", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const id = await agent.write(ticketId, "Chegou?");
  await until(() => arrived(ana).length === 1);
  await until(async () => (await ackOf(company, id)) === 1);
  const unconfirmed = () => [...(device(shop)?.unconfirmed.values() ?? [])].map(({ tag, attrs }) => [tag, attrs.type]);
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = environment.database.company(company.companyId, async (tx) => {
    const { companyId, id: messageId } = schema.messages;
    const isIt = and(eq(companyId, company.companyId), eq(messageId, id));
    await tx.select().from(schema.messages).where(isIt).for("update");
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  ana.read(shop, providerIdOf(id));
  await vi.waitUntil(async () => (await lockWaits()).some(({ statement }) => /messages/.test(statement)));
  // Acknowledgements leave in order: one of the receipt would arrive before this one.
  await ana.sendText(shop, "ainda aí?");
  await until(() => !unconfirmed().some(([tag]) => tag === "message"));
  expect(unconfirmed()).toEqual([["receipt", "read"]]);
  held.resolve();
  await holding;
  await until(() => unconfirmed().length === 0);
  expect(await ackOf(company, id)).toBe(3);
});

test("twenty answers to two contacts arrive once each and in order", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const bia = environment.emulator.createContact({ name: "Bia" });
  await bia.sendText(shop, "oi");
  await until(async () => (await company.tickets()).length === 2);
  const other = (await company.tickets()).find(({ id }) => id !== ticketId)?.id ?? "";
  for (let i = 0; i < 10; i++) {
    await agent.write(ticketId, `ana ${i}`);
    await agent.write(other, `bia ${i}`);
  }
  await until(() => arrived(ana).length === 10 && arrived(bia).length === 10);
  for (const [phone, name] of [
    [ana, "ana"],
    [bia, "bia"],
  ] as const) {
    const inOrder = [...phone.messages.values()].filter(({ fromMe }) => !fromMe);
    expect(inOrder.map(({ content }) => textOf(content))).toEqual(Array.from({ length: 10 }, (_, i) => `${name} ${i}`));
    expect(inOrder.map(({ receivedCount }) => receivedCount)).toEqual(Array(10).fill(1));
  }
});

test("a message whose acknowledgement was lost is sent again with the same id, and shown once on the phone", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const socket = device(shop)?.socket;
  // The connection is lost when the phone has the message, before the server's answer.
  shop.faults.delayMs = 60;
  ana.once("message", () => socket?.drop());
  const id = await agent.write(ticketId, "uma vez só");
  await until(() => arrived(ana).length === 1);
  shop.faults.delayMs = 0;
  await until(async () => (await ackOf(company, id)) === 1);
  // Twice on the connection, once on the screen.
  expect(arrived(ana).map((held) => [held.id, held.receivedCount])).toEqual([[providerIdOf(id), 2]]);
});

test("messages written while disconnected are sent in order after the reconnection", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  device(shop)?.socket?.drop();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(await agent.write(ticketId, `depois ${i}`));
  await until(() => arrived(ana).length === 5);
  expect([...ana.messages.values()].filter(({ fromMe }) => !fromMe).map(({ id }) => id)).toEqual(ids.map(providerIdOf));
  await until(async () => (await ackOf(company, ids[4] ?? "")) === 1);
});

test("a pending request on a socket that we close fails at once, and its message is sent over the next socket", async () => {
  const { company, shop, agent } = await givenConversation();
  // No stanza but the question is on its way.
  await until(() => device(shop)?.unconfirmed.size === 0);
  shop.faults.delayMs = 20_000;
  const asked = once(shop, "arrived");
  const id = await agent.write(await agent.openTicketWith("5531988884321"), "prazer");
  await asked; // whether the number exists, and not answered
  shop.faults.delayMs = 0;
  await company.ask("up"); // begins anew
  await until(async () => (await ackOf(company, id)) === 1);
});

test("a refused message fails with a code, and later ones are sent", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  shop.faults.refuseSends = "479";
  const refused = await agent.write(ticketId, "recusada");
  await until(async () => (await message(company, refused))?.errorCode === "ERR_SENDING_WAPP_MSG");
  shop.faults.refuseSends = "463";
  const restricted = await agent.write(ticketId, "restrita");
  await until(async () => (await message(company, restricted))?.errorCode === "ERR_WAPP_REACHOUT_LIMIT");
  shop.faults.refuseSends = null;
  const next = await agent.write(ticketId, "aceita");
  await until(async () => (await ackOf(company, next)) === 1);
  expect(arrived(ana).map(({ id }) => id)).toEqual([providerIdOf(next)]);
});

test("a first message to a number without WhatsApp fails, and one to a number with WhatsApp arrives", async () => {
  const { company, agent } = await givenConversation();
  const nobody = await agent.write(await agent.openTicketWith("5531988880000"), "alguém?");
  await until(async () => (await message(company, nobody))?.errorCode === "ERR_WAPP_INVALID_CONTACT");
  const somebody = await agent.write(await agent.openTicketWith("5531988881234"), "prazer");
  await until(async () => (await ackOf(company, somebody)) === 1);
  const stranger = environment.emulator.contact("5531988881234");
  expect(stranger && arrived(stranger).map(({ id }) => id)).toEqual([providerIdOf(somebody)]);
});

test("a quoted message is shown as a quote on the phone", async () => {
  const { company, ana, ticketId, agent } = await givenConversation();
  const [question] = await company.messages();
  await agent.write(ticketId, "bom dia!", { quotedId: question?.id });
  await until(() => arrived(ana).length === 1);
  const { extendedTextMessage } = proto.Message.decode(arrived(ana)[0]?.content ?? Buffer.of());
  expect(extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: question?.providerId,
    quotedMessage: { conversation: "bom dia" },
  });
});

test("quoted contact cards, locations and pictures keep their kind", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const card = "BEGIN:VCARD\nVERSION:3.0\nFN:Rui Matos\nTEL;waid=5531955550001:+5531955550001\nEND:VCARD";
  await ana.send(shop, { contactMessage: { displayName: "Rui Matos", vcard: card } });
  await ana.send(shop, { locationMessage: { degreesLatitude: -19.93, degreesLongitude: -43.94, name: "Ateliê" } });
  await ana.sendMedia(shop, "image", pixel, { mimetype: "image/png", caption: "este" });
  await until(async () => (await company.messages()).length === 4);
  const [, ...quoted] = await company.messages();
  for (const { id } of quoted) await agent.write(ticketId, "sobre isto", { quotedId: id });
  await until(() => arrived(ana).length === 3);
  const quotes = arrived(ana).map(
    ({ content }) => proto.Message.decode(content).extendedTextMessage?.contextInfo?.quotedMessage,
  );
  expect(quotes).toMatchObject([
    { contactMessage: { displayName: "Rui Matos", vcard: card } },
    { locationMessage: { degreesLatitude: -19.93, degreesLongitude: -43.94, name: "Ateliê" } },
    { imageMessage: { caption: "este" } },
  ]);
});

test("a picture and a document reach the phone with caption and name", async () => {
  const { ana, ticketId, agent } = await givenConversation();
  const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
  await agent.write(ticketId, "o vaso", { fileId: await agent.keepFile("vaso.png", pixel) });
  await agent.write(ticketId, "", { fileId: await agent.keepFile("lista.pdf", pdf) });
  await until(() => arrived(ana).length === 2);
  const [picture, list] = arrived(ana).map(({ content }) => proto.Message.decode(content));
  expect(picture?.imageMessage).toMatchObject({ caption: "o vaso", mimetype: "image/png" });
  expect(await ana.openMedia(picture ?? {})).toEqual(pixel);
  const document = list?.documentMessage ?? list?.documentWithCaptionMessage?.message?.documentMessage;
  expect(document).toMatchObject({ fileName: "lista.pdf", mimetype: "application/pdf" });
});

test("a revoked message disappears from the phone", async () => {
  const { company, ana, ticketId, agent } = await givenConversation();
  const id = await agent.write(ticketId, "engano");
  await until(async () => (await ackOf(company, id)) === 1);
  await agent.takeBack(id);
  await until(() => ana.messages.get(providerIdOf(id))?.deleted === true);
  await until(async () => (await message(company, id))?.sendAfter === null);
});

test("a revocation is retried when the connection is lost before the acknowledgement", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const id = await agent.write(ticketId, "engano");
  await until(async () => (await ackOf(company, id)) === 1);
  await until(() => device(shop)?.unconfirmed.size === 0);
  shop.faults.delayMs = 150; // on its way to the server for so long
  const onItsWay = once(shop, "arrived");
  await agent.takeBack(id);
  await onItsWay;
  device(shop)?.socket?.drop();
  shop.faults.delayMs = 0;
  await until(() => ana.messages.get(providerIdOf(id))?.deleted === true);
  await until(async () => (await message(company, id))?.sendAfter === null);
});

test("a phone that cannot read a message gets the stored one again", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const id = await agent.write(ticketId, "de novo");
  await until(async () => (await ackOf(company, id)) === 1);
  const kept = await company.inside((db) => db.select().from(schema.sentPayloads));
  expect(kept.map(({ providerId }) => providerId)).toEqual([providerIdOf(id)]);
  const companion = device(shop);
  if (!companion) throw new Error("the shop has no linked device");
  ana.requestRetry(shop, companion, providerIdOf(id));
  await until(() => ana.messages.get(providerIdOf(id))?.receivedCount === 2);
});

test("a reaction reaches the phone, is replaced and removed, also when an answer is lost", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const [theirs] = await company.messages();
  const phone = () => [...ana.messages.values()].find(({ fromMe }) => fromMe)?.reactions?.theirs;
  const isDone = async () => (await company.messages()).every(({ reactionAfter }) => reactionAfter === null);
  await agent.react(theirs?.id ?? "", "👍");
  await until(() => phone() === "👍");
  await until(isDone);
  // The connection is lost when the phone has the message, before the server's answer.
  const socket = device(shop)?.socket;
  shop.faults.delayMs = 60;
  ana.once("message", () => socket?.drop());
  await agent.react(theirs?.id ?? "", "❤️");
  await until(() => phone() === "❤️");
  shop.faults.delayMs = 0;
  await until(isDone);
  expect((await company.messages())[0]?.reactions).toMatchObject([{ emoji: "❤️", fromMe: true, by: "me" }]);
  const own = await agent.write(ticketId, "Combinado!");
  await agent.react(own, "🎉");
  await until(() => arrived(ana).some(({ reactions }) => reactions?.theirs === "🎉"));
  await agent.react(theirs?.id ?? "", "");
  await until(() => phone() === "");
  await until(isDone);
});

const editedOn = (phone: Contact, id: string) => phone.messages.get(providerIdOf(id))?.editedBody;
const areEditsSent = async (company: TestCompany) =>
  (await company.messages()).every(({ editAfter }) => editAfter === null);
/** The edits and reactions that the phone received: each once, despite faults. */
const amendments = (phone: Contact) =>
  [...phone.messages.values()].filter(({ fromMe, isHidden }) => !fromMe && isHidden).map(({ id }) => id);

test("edits reach the phone once each and in order, also of a caption and when an answer is lost", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const id = await agent.write(ticketId, "bon dia");
  await until(async () => (await ackOf(company, id)) === 1);
  await agent.edit(id, "bom dia");
  await until(() => editedOn(ana, id) === "bom dia");
  await until(() => areEditsSent(company));
  // The connection is lost when the phone has the message, before the server's answer.
  const socket = device(shop)?.socket;
  shop.faults.delayMs = 60;
  ana.once("message", () => socket?.drop());
  await agent.edit(id, "boa tarde");
  await until(() => editedOn(ana, id) === "boa tarde");
  shop.faults.delayMs = 0;
  await until(() => areEditsSent(company));
  expect(amendments(ana)).toEqual([1, 2].map((turn) => providerIdOf(`edit ${id} ${turn}`)));

  const fileId = await agent.keepFile("vaso.png", pixel);
  const picture = await agent.write(ticketId, "o vazo", { fileId });
  await until(async () => (await ackOf(company, picture)) === 1);
  await agent.edit(picture, "o vaso");
  await until(() => editedOn(ana, picture) === "o vaso");
  const isDone = [...ana.messages.values()].at(-1);
  const { editedMessage } = proto.Message.decode(isDone?.content ?? Buffer.of()).protocolMessage ?? {};
  expect(editedMessage?.imageMessage).toMatchObject({ caption: "o vaso", mimetype: "image/png" });
  expect(await ana.openMedia(editedMessage ?? {})).toEqual(pixel);
});

test("a message edited before it is sent arrives with the last text and before later messages", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  device(shop)?.socket?.drop();
  const id = await agent.write(ticketId, "um");
  await agent.edit(id, "dois");
  const next = await agent.write(ticketId, "fim");
  await until(async () => (await ackOf(company, next)) === 1);
  await until(() => areEditsSent(company));
  const shown = arrived(ana).filter(({ isHidden }) => !isHidden);
  expect(shown.map(({ content, editedBody }) => editedBody ?? textOf(content))).toEqual(["dois", "fim"]);
});

test("contacts reach the phone as cards with a WhatsApp number, and locations as locations", async () => {
  const { ana, ticketId, agent } = await givenConversation();
  const ivo = { name: "Ivo Prado", number: "5531955500190" };
  const place = { latitude: -19.93, longitude: -43.93, name: "Loja", address: "Rua da Bahia, 1" };
  await agent.write(ticketId, "", { cards: [ivo] });
  await agent.write(ticketId, "", { cards: [ivo, { name: "Sônia; a tia", number: "5531955500182" }] });
  await agent.write(ticketId, "", { place });
  await until(() => arrived(ana).length === 3);
  const [one, two, where] = [...ana.messages.values()]
    .filter(({ fromMe }) => !fromMe)
    .map(({ content }) => proto.Message.decode(content));
  expect(one?.contactMessage?.displayName).toBe("Ivo Prado");
  expect(readCards(one?.contactMessage?.vcard ?? "")).toEqual([ivo]);
  expect(one?.contactMessage?.vcard).toContain("waid=5531955500190:+5531955500190");
  expect(two?.contactsArrayMessage?.contacts?.map(({ displayName }) => displayName)).toEqual([
    "Ivo Prado",
    "Sônia; a tia",
  ]);
  expect(where?.locationMessage).toMatchObject({
    degreesLatitude: place.latitude,
    degreesLongitude: place.longitude,
    name: "Loja",
    address: "Rua da Bahia, 1",
  });
});

test("an edit that the channel refuses is reverted, and its text is kept as a version", async () => {
  const { company, shop, ana, ticketId, agent } = await givenConversation();
  const id = await agent.write(ticketId, "um");
  await until(async () => (await ackOf(company, id)) === 1);
  shop.faults.refuseSends = "479";
  await agent.edit(id, "dois");
  await until(async () => (await message(company, id))?.body === "um");
  shop.faults.refuseSends = null;
  expect([editedOn(ana, id), (await message(company, id))?.errorCode]).toEqual([undefined, null]);
  const kept = await company.inside((db) => db.select().from(schema.messageVersions));
  expect(kept.map(({ body, cause }) => [cause, body])).toContainEqual(["refused", "dois"]);
});

test("a recording of more than 15 minutes is refused with a reason, and later messages are sent", async () => {
  const { company, ana, ticketId, agent } = await givenConversation();
  // MPEG 2.5, layer III, 8 kbit/s, 8 kHz: 72 bytes for 72 ms.
  const frame = Buffer.concat([Buffer.from([0xff, 0xe3, 0x18, 0xc0]), Buffer.alloc(68)]);
  const long = Buffer.concat(Array.from({ length: 14_000 }, () => frame));
  const fileId = await agent.keepFile("longo.mp3", long);
  const id = await agent.write(ticketId, "", { isVoice: true, fileId });
  await agent.write(ticketId, "ouviu?");
  await until(() => arrived(ana).length === 1);
  await until(async () => (await message(company, id))?.errorCode === "ERR_VOICE_TOO_LONG");
  expect(arrived(ana)).toHaveLength(1);
});

test("recordings arrive in order as voice notes, or unchanged when they cannot be converted", async () => {
  const { company, ana, ticketId, agent } = await givenConversation();
  const recording = await givenRecording({ seconds: 2, silentSeconds: 0, hertz: 300 });
  // Shorter than one frame.
  const broken = recording.subarray(0, 300);
  const voice = { isVoice: true };
  const id = await agent.write(ticketId, "", { ...voice, fileId: await agent.keepFile("recado.mp3", recording) });
  await agent.write(ticketId, "", { ...voice, fileId: await agent.keepFile("mudo.mp3", broken) });
  await agent.write(ticketId, "ouviu?");
  await until(() => arrived(ana).length === 3);
  const [note, file, text] = [...ana.messages.values()]
    .filter(({ fromMe }) => !fromMe)
    .map(({ content }) => proto.Message.decode(content));
  expect(note?.audioMessage).toMatchObject({ ptt: true, seconds: 2, mimetype: "audio/ogg; codecs=opus" });
  expect(note?.audioMessage?.waveform).toHaveLength(64);
  expect((await ana.openMedia(note ?? {})).toString("latin1", 0, 4)).toBe("OggS");
  expect(file?.audioMessage).toMatchObject({ ptt: false, mimetype: "audio/mpeg" });
  expect(await ana.openMedia(file ?? {})).toEqual(broken);
  expect(textOf(proto.Message.encode(text ?? {}).finish())).toBe("ouviu?");
  await until(async () => (await message(company, id))?.mediaSeconds === 2);
  expect((await message(company, id))?.waveform).toHaveLength(64);
  expect(existsSync(join(environment.dataDir, "outgoing", `${id}.ogg`))).toBe(false);
});

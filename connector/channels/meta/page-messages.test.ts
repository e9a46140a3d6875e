import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DomainError } from "../../../contracts/domain-error.ts";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { closeTicket, createTicket } from "../../../domain/desk/tickets/index.ts";
import { sandboxConfig } from "../../config.ts";
import { type Connector, startConnector } from "../../connector.ts";
import { SECRET_KEY, until } from "../../testing/given-connection.ts";
import { givenPage, type PageCompany, type Pages, startPages } from "../../testing/given-pages.ts";
import { givenRecording } from "../../testing/given-recording.ts";

const photo = readFileSync(new URL("../../../sandbox/samples/caneca.jpg", import.meta.url));
const bytes = { bytes: photo, mimetype: "image/jpeg", name: "caneca.jpg", kind: "image" as const };

let own: OwnDatabase;
let meta: Pages;
let connector: Connector;
let dataDir: string;
beforeAll(async () => {
  own = await openOwnDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "balcao-pages-"));
  await afresh();
}, 120_000);
afterAll(async () => {
  await connector.stop();
  meta.stop();
  await own.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () =>
  startConnector({
    database: own.database,
    dataDir,
    secrets: SECRET_KEY,
    config: { ...sandboxConfig("ws://127.0.0.1:1"), renewMs: 200, pollMs: 300, recheckMs: 300 },
    logger: pino({ level: process.env.LOG_LEVEL ?? "silent" }),
    meta: meta.config,
  });

/** Starts a new sandbox whose pages are not linked yet. */
async function afresh() {
  meta = await startPages(own.database);
  connector = await start();
}

let people = 0;
const somebody = () => `7${String(testTime()).slice(-8)}${String(++people).padStart(6, "0")}`;

/** Each company has a page of its own; the sandbox has two pages with Instagram. */
const companies = new Map<number, PageCompany>();
async function givenPageCompany(which = 0): Promise<PageCompany> {
  const known = companies.get(which);
  if (known) return known;
  const company = await givenPage(own.database, meta, which);
  companies.set(which, company);
  await company.untilConnected();
  return company;
}

/** Creates a conversation: a person has written, and an agent may answer. */
async function givenConversation(channel: "facebook" | "instagram" = "facebook") {
  const company = await givenPageCompany();
  const chat = { accountId: company.accounts[channel], personId: somebody() };
  const first = meta.phones.write({ ...chat, name: "Rita Lemos", text: "bom dia" });
  const ours = async () => (await company.messages()).filter(({ chatKey }) => chatKey === chat.personId);
  await until(async () => (await ours()).length === 1);
  const [{ ticketId = "" } = {}] = await ours();
  const agent = company.agent(dataDir);
  /** The page's messages that the person sees. */
  const seen = () => meta.chats.of(chat.accountId, chat.personId).filter(({ fromPage }) => fromPage);
  const one = async (id: string) => (await company.messages()).find((message) => message.id === id);
  return { company, chat, first, ours, ticketId, agent, seen, one };
}

test.each(["facebook", "instagram"] as const)(
  "a message on %s opens a ticket with the person's name, and the answer arrives once",
  async (channel) => {
    const { company, chat, ours, ticketId, agent, seen, one } = await givenConversation(channel);
    const ticket = (await company.tickets()).find(({ id }) => id === ticketId);
    expect(ticket).toMatchObject({ status: "pending", unreadMessages: 1, connectionId: company.connections[channel] });
    const contact = (await company.contacts()).find(({ id }) => id === ticket?.contactId);
    expect(contact).toMatchObject({ name: "Rita Lemos", number: "" });
    const id = await agent.write(ticketId, "Bom dia, Rita!");
    await until(async () => ((await one(id))?.ack ?? 0) >= 1);
    expect(seen().map(({ text }) => text)).toEqual(["Bom dia, Rita!"]);
    meta.phones.read(chat);
    await until(async () => (await one(id))?.ack === 3);
    // The echo is recognised and creates no message.
    await until(() => meta.events.waiting === 0);
    expect((await ours()).map(({ body }) => body)).toEqual(["bom dia", "Bom dia, Rita!"]);
  },
);

test("a received picture is downloaded, and a sent picture is followed by its caption", async () => {
  const { chat, ours, ticketId, agent, seen, one } = await givenConversation();
  meta.phones.write({ ...chat, file: bytes, text: "esta aqui" });
  // The words are an event of their own; the download does not wait for it.
  await until(async () => {
    const [, picture, words] = await ours();
    return picture?.mediaState === "ready" && words !== undefined;
  });
  const [, picture, words] = await ours();
  expect([picture?.mediaType, words?.body]).toEqual(["image", "esta aqui"]);
  expect(readFileSync(await agent.pathOf(picture?.fileId ?? ""))).toEqual(photo);
  const id = await agent.write(ticketId, "igual a esta?", { fileId: await agent.keepFile("caneca.jpg", photo) });
  await until(() => seen().length === 2);
  const [sent, caption] = seen();
  expect([meta.chats.files.get(sent?.fileId ?? "")?.bytes, caption?.text]).toEqual([photo, "igual a esta?"]);
  await until(async () => ((await one(id))?.ack ?? 0) >= 1);
});

test("an agent's recording is sent to Instagram as WAV, and gets its duration and waveform", async () => {
  const { ticketId, agent, seen, one } = await givenConversation("instagram");
  const mp3 = await givenRecording({ seconds: 3, silentSeconds: 1, hertz: 440 });
  const id = await agent.write(ticketId, "", { fileId: await agent.keepFile("gravado.mp3", mp3), isVoice: true });
  await until(async () => ((await one(id))?.ack ?? 0) >= 1);
  const { bytes, mimetype } = meta.chats.files.get(seen()[0]?.fileId ?? "") ?? { bytes: Buffer.alloc(0), mimetype: "" };
  expect([mimetype, bytes.toString("latin1", 0, 4), bytes.readUInt32LE(4) + 8]).toEqual([
    "audio/wav",
    "RIFF",
    bytes.length,
  ]);
  const sent = await one(id);
  expect([sent?.mediaSeconds, sent?.waveform?.length, sent?.waveform?.[5], sent?.waveform?.[50]]).toEqual([
    3,
    64,
    0,
    expect.closeTo(100, -1.1),
  ]);
});

test("a message whose answer was lost is looked up and not sent again", async () => {
  const { ticketId, agent, seen, one, ours } = await givenConversation();
  meta.events.isHolding = true; // holds back the echo too
  meta.faults.loseAnswers = 1;
  const id = await agent.write(ticketId, "uma vez só");
  await until(async () => ((await one(id))?.ack ?? 0) >= 1);
  expect(seen().map(({ text }) => text)).toEqual(["uma vez só"]);
  meta.events.release();
  await until(() => meta.events.waiting === 0);
  expect((await ours()).map(({ body }) => body)).toEqual(["bom dia", "uma vez só"]);
});

test("an echo that arrives before the answer is recognised as ours, also without our id in it", async () => {
  const { ticketId, agent, one, ours } = await givenConversation("instagram");
  meta.faults.loseAnswers = 1;
  meta.faults.failLookups = 1_000;
  const id = await agent.write(ticketId, "  com  espaços\n");
  await until(async () => ((await one(id))?.ack ?? 0) >= 1);
  meta.faults.failLookups = 0;
  await until(() => meta.events.waiting === 0);
  expect(await ours()).toHaveLength(2);
});

test("a message waits while the lookup fails, and is sent again once the lookup shows that it never arrived", async () => {
  const { ticketId, agent, seen, one } = await givenConversation();
  meta.faults.refuse = { code: 2, times: 1 };
  meta.faults.failLookups = 2;
  const id = await agent.write(ticketId, "chegou?");
  await until(async () => ((await one(id))?.ack ?? 0) >= 1);
  expect(seen().map(({ text }) => text)).toEqual(["chegou?"]);
});

test.each([
  [10, 2_018_278, "ERR_WINDOW_CLOSED"],
  [551, 1_545_041, "ERR_PERSON_UNAVAILABLE"],
  [100, undefined, "ERR_CHANNEL_REFUSED"],
])("a message refused with %s/%s fails with %s, and the next one is sent", async (code, subcode, expected) => {
  const { ticketId, agent, seen, one } = await givenConversation();
  meta.faults.refuse = { code, subcode, times: 1 };
  const id = await agent.write(ticketId, "recusada");
  const next = await agent.write(ticketId, "aceita");
  await until(async () => ((await one(next))?.ack ?? 0) >= 1);
  expect((await one(id))?.errorCode).toBe(expected);
  expect(seen().map(({ text }) => text)).toEqual(["aceita"]);
});

test("a long message is sent as several in order, split between words", async () => {
  const { ticketId, agent, seen } = await givenConversation("instagram");
  const words = Array.from({ length: 400 }, (_, place) => `peça${place}`).join(" ");
  await agent.write(ticketId, words);
  await until(
    () =>
      seen()
        .map(({ text }) => text)
        .join(" ") === words,
  );
  expect(seen().length).toBeGreaterThan(3);
});

test("a message that the page sent elsewhere is stored once as ours and switches the bot off", async () => {
  const { company, chat, ours, ticketId } = await givenConversation();
  meta.events.times = 2;
  meta.phones.writeAsPage({ ...chat, text: "já vi" });
  await until(async () => (await ours()).length === 2);
  meta.events.times = 1;
  expect(await ours()).toMatchObject([
    { fromMe: false },
    { fromMe: true, body: "já vi", userId: null, errorCode: null },
  ]);
  const stages = await company.inside((db) => db.select().from(schema.ticketBots));
  expect(stages.find((bot) => bot.ticketId === ticketId)?.stage).toBe("off");
});

test("reactions are received, sent and removed", async () => {
  const { chat, first, ours, agent } = await givenConversation("instagram");
  const [hello] = await ours();
  const reactions = async () => (await ours())[0]?.reactions.map(({ emoji, fromMe }) => [emoji, fromMe]);
  meta.phones.react({ ...chat, mid: first.id }, "🙏");
  await until(async () => (await reactions())?.length === 1);
  await agent.react(hello?.id ?? "", "❤️");
  await until(() => meta.chats.messages.get(first.id)?.reactions.theirs === "❤️");
  expect(await reactions()).toEqual([
    ["🙏", false],
    ["❤️", true],
  ]);
  meta.phones.react({ ...chat, mid: first.id }, "");
  await agent.react(hello?.id ?? "", "");
  await until(() => meta.chats.messages.get(first.id)?.reactions.theirs === undefined);
  await until(async () => (await reactions())?.length === 0);
});

test("edits, deletions, quotes, buttons, shared links and locations are stored, and unknown messages are kept", async () => {
  const { chat, first, ours, ticketId, agent, seen } = await givenConversation("instagram");
  const second = meta.phones.write({ ...chat, text: "sao duas", quotedId: first.id });
  meta.phones.edit({ ...chat, mid: second.id }, "são duas");
  const third = meta.phones.write({ ...chat, text: "engano" });
  meta.phones.remove({ ...chat, mid: third.id });
  meta.phones.pressButton(chat, "Orçamento", "QUOTE");
  meta.phones.writeRaw(chat, { text: "Sim", quick_reply: { payload: "YES" } });
  meta.phones.writeRaw(chat, { attachments: [{ type: "share", payload: { url: "https://example.com/p/1" } }] });
  meta.phones.writeRaw(chat, {
    attachments: [{ type: "location", payload: { coordinates: { lat: -19.9, long: -43.9 } } }],
  });
  meta.phones.writeRaw(chat, { is_unsupported: true });
  await until(async () => (await ours()).length === 8);
  expect((await ours()).map(({ body, mediaType, isDeleted }) => [mediaType, body, isDeleted])).toEqual([
    ["chat", "bom dia", false],
    ["chat", "são duas", false],
    ["chat", "engano", true],
    ["chat", "Orçamento", false],
    ["chat", "Sim", false],
    ["chat", "https://example.com/p/1", false],
    ["locationMessage", "-19.9,-43.9", false],
    ["unsupported", "", false],
  ]);
  const [hello, reply] = await ours();
  expect(reply?.quotedId).toBe(hello?.id);
  await agent.write(ticketId, "respondo a esta", { quotedId: reply?.id });
  await until(() => seen()[0]?.replyTo === second.id);
  const taken = await agent.takeBack((await ours()).find(({ fromMe }) => fromMe)?.id ?? "").catch((error) => error);
  expect(taken.code).toBe("ERR_CHANNEL_CANNOT_TAKE_BACK");
});

test("several pictures in one message become several messages and are deleted together", async () => {
  const { chat, ours } = await givenConversation("instagram");
  const url = meta.chats.addressOf(meta.chats.keepFile(bytes));
  const picture = { type: "image", payload: { url } };
  const sent = meta.phones.writeRaw(chat, { text: "as duas", attachments: [picture, picture] });
  await until(async () => (await ours()).filter(({ mediaState }) => mediaState === "ready").length === 2);
  expect((await ours()).map(({ body }) => body)).toEqual(["bom dia", "as duas", ""]);
  meta.phones.remove({ ...chat, mid: sent.id });
  await until(async () => (await ours()).filter(({ isDeleted }) => isDeleted).length === 2);
});

test("a message with the same text that the page sent elsewhere is not taken for our uncertain one", async () => {
  const { chat, ticketId, agent, one, ours, seen } = await givenConversation();
  meta.faults.failLookups = 1_000;
  meta.faults.refuse = { code: 2, times: 1 };
  const id = await agent.write(ticketId, "já vai");
  await until(async () => ((await one(id))?.sendTries ?? 0) >= 1);
  meta.phones.writeAsPage({ ...chat, text: "já vai" });
  await until(async () => (await ours()).length === 3);
  expect((await one(id))?.ack).toBe(0);
  meta.faults.failLookups = 0;
  await until(async () => ((await one(id))?.ack ?? 0) >= 1);
  expect(seen().map(({ text }) => text)).toEqual(["já vai", "já vai"]);
});

test("events that arrive twice and in reverse order are stored once and in order", async () => {
  const { chat, first, ours } = await givenConversation();
  meta.events.isHolding = true;
  meta.events.times = 2;
  for (const text of ["um", "dois", "três"]) {
    const said = meta.phones.write({ ...chat, text });
    meta.phones.react({ ...chat, mid: said.id }, "👍");
  }
  meta.phones.react({ ...chat, mid: first.id }, "😮");
  meta.events.release({ reversed: true });
  await until(async () => (await ours()).length === 4 && meta.events.waiting === 0);
  meta.events.times = 1;
  await until(async () => (await ours()).every(({ reactions }) => reactions.length === 1));
  expect((await ours()).map(({ body }) => body)).toEqual(["bom dia", "um", "dois", "três"]);
});

test("events during an outage of the webhook arrive afterwards, each in its own company", async () => {
  const { chat, ours } = await givenConversation();
  const other = await givenPageCompany(2);
  meta.webhook.isAway = true;
  meta.phones.write({ ...chat, text: "está aí?" });
  const stranger = { accountId: other.accounts.facebook, personId: chat.personId };
  meta.phones.write({ ...stranger, text: "à outra" });
  await until(() => meta.webhook.refused > 1);
  meta.webhook.isAway = false;
  await until(async () => (await ours()).length === 2 && (await other.bodies()).length === 1);
  expect((await ours()).map(({ body }) => body)).toEqual(["bom dia", "está aí?"]);
  expect(await other.bodies()).toEqual(["à outra"]);
});

test("messages written during an outage of Meta are sent once afterwards", async () => {
  const { company, ticketId, agent, seen, one } = await givenConversation();
  meta.setAway(true);
  const ids = [await agent.write(ticketId, "um"), await agent.write(ticketId, "dois")];
  await until(async () => (await company.statusOf(company.connections.facebook)) === "TIMEOUT");
  meta.setAway(false);
  for (const id of ids) await until(async () => ((await one(id))?.ack ?? 0) >= 1);
  expect(seen().map(({ text }) => text)).toEqual(["um", "dois"]);
});

test("a message outside the 24-hour window is refused", async () => {
  const company = await givenPageCompany();
  const chat = { accountId: company.accounts.facebook, personId: somebody() };
  meta.phones.write({ ...chat, text: "ontem", hoursAgo: 25 });
  const ours = async () => (await company.messages()).find(({ chatKey }) => chatKey === chat.personId);
  await until(async () => (await ours()) !== undefined);
  const ticketId = (await ours())?.ticketId ?? "";
  const agent = company.agent(dataDir);
  const refused = await agent.write(ticketId, "oi?").catch((error) => error);
  expect(refused).toBeInstanceOf(DomainError);
  expect(refused.code).toBe("ERR_WINDOW_CLOSED");
  meta.phones.write({ ...chat, text: "de novo" });
  await until(async () => (await company.bodies()).includes("de novo"));
  await agent.write(ticketId, "agora sim");
  // The messaging window belongs to the conversation, so it applies to a new ticket too.
  const contactId = (await ours())?.contactId ?? "";
  await company.act((ctx) => closeTicket(ctx, ticketId));
  const next = await company.act((ctx) =>
    createTicket(ctx, { contactId, connectionId: company.connections.facebook, queueId: null, status: "open" }),
  );
  expect(next.id).not.toBe(ticketId);
  await agent.write(next.id, "e agora também");
});

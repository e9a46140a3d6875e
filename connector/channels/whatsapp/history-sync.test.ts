import "./bounded-inflate.ts";
import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import tls from "node:tls";
import { deflateSync } from "node:zlib";
import { downloadAndProcessHistorySyncNotification, getMediaKeys, proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WhatsAppEmulator } from "../../../sandbox/index.ts";
import { sandboxMediaHosts } from "../../config.ts";
import { MAX_INFLATED_BYTES } from "./bounded-inflate.ts";
import { chatsOf, fetchHistory, historyNotificationIn, MAX_PACKED_BYTES } from "./history-sync.ts";
import { libraryFetchOptions } from "./library-fetch.ts";
import { normalise } from "./reading/normalise.ts";

let emulator: WhatsAppEmulator;
beforeAll(async () => {
  emulator = await WhatsAppEmulator.start({});
  tls.setDefaultCACertificates([...tls.getCACertificates(), emulator.media.caPem]);
});
afterAll(() => emulator.stop());

const self = { id: "5531900000001:4@s.whatsapp.net", lid: "77001:4@lid" };
const about = { connectionId: "0198-connection", self, seq: 5, since: new Date(1_700_000_000_000) };
const said = (key: proto.IMessageKey, text: string, at: number, more: proto.IWebMessageInfo = {}) => ({
  message: { key, message: { conversation: text }, messageTimestamp: 1_700_000_000 + at, ...more },
});

async function sealed(plain: Buffer) {
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, macKey = Buffer.of() } = await getMediaKeys(mediaKey, "md-msg-hist");
  const cipher = createCipheriv("aes-256-cbc", cipherKey, iv);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  const mac = createHmac("sha256", macKey ?? Buffer.of())
    .update(iv)
    .update(body)
    .digest()
    .subarray(0, 10);
  return { mediaKey, ...emulator.media.put(Buffer.concat([body, mac])) };
}

test("fetchHistory downloads and decrypts a history part that is not inline", async () => {
  const { RECENT } = proto.HistorySync.HistorySyncType;
  const whole = { syncType: RECENT, conversations: [{ id: "1@lid", messages: [said({ id: "A" }, "oi", 1)] }] };
  const { mediaKey, directPath } = await sealed(deflateSync(proto.HistorySync.encode(whole).finish()));
  const notice = { syncType: RECENT as number, mediaKey, directPath };
  const message = proto.Message.encode({ protocolMessage: { historySyncNotification: notice } }).finish();
  const history = await fetchHistory(historyNotificationIn(message) ?? {}, {
    ...sandboxMediaHosts,
    origin: `https://${emulator.media.host}`,
  });
  expect(history.conversations[0]?.messages?.[0]?.message?.message?.conversation).toBe("oi");
});

test("zip bomb: fetchHistory and the library reject history that inflates to more than 256 MiB", async () => {
  const { RECENT, INITIAL_BOOTSTRAP } = proto.HistorySync.HistorySyncType;
  const bomb = deflateSync(Buffer.alloc(MAX_INFLATED_BYTES + 1));
  const { mediaKey, directPath } = await sealed(bomb);
  const hosts = { ...sandboxMediaHosts, origin: `https://${emulator.media.host}` };
  const options = libraryFetchOptions({ ...hosts, timeoutMs: 30_000, maxBytes: MAX_PACKED_BYTES });
  const named = { syncType: RECENT, mediaKey, directPath, url: `https://${emulator.media.host}${directPath}` };
  const inline = { syncType: INITIAL_BOOTSTRAP, initialHistBootstrapInlinePayload: bomb };
  const tooLarge = /inflated to more than|Cannot create a Buffer larger than/;
  for (const notification of [named, inline]) {
    await expect(downloadAndProcessHistorySyncNotification(notification, options)).rejects.toThrow(tooLarge);
    await expect(fetchHistory(notification, hosts)).rejects.toThrow(tooLarge);
  }
});

test("historyNotificationIn returns null for messages without history", () => {
  const { PUSH_NAME } = proto.HistorySync.HistorySyncType;
  const message = { protocolMessage: { historySyncNotification: { syncType: PUSH_NAME as number } } };
  expect(historyNotificationIn(proto.Message.encode(message).finish())).toBeNull();
  expect(historyNotificationIn(proto.Message.encode({ conversation: "oi" }).finish())).toBeNull();
});

test("chatsOf gives a chat with a phone number the same key as live messages with its LID", () => {
  const [pn, lid] = ["5531955500123@s.whatsapp.net", "990011@lid"];
  const messages = [
    said({ remoteJid: pn, id: "B", fromMe: true }, "resposta", 2),
    said({ remoteJid: pn, id: "A" }, "oi", 1),
  ];
  for (const history of [
    { conversations: [{ id: pn, lidJid: lid, messages }] },
    { conversations: [{ id: pn, messages }], phoneNumberToLidMappings: [{ pnJid: pn, lidJid: lid }] },
  ]) {
    const [chat] = chatsOf(history, about);
    const understood = chat?.messages.map(({ received }) => normalise(received, self));
    expect(understood).toMatchObject([
      { incoming: { chatKey: lid, fromMe: false, body: "oi", sender: { phone: "5531955500123", lid: "990011" } } },
      { incoming: { chatKey: lid, fromMe: true, body: "resposta" } },
    ]);
  }
});

test("chatsOf keeps the authors of group messages and reactions, and marks our own", () => {
  const group = "120363000000000009@g.us";
  const reactions = [
    { key: { remoteJid: group, fromMe: false, participant: "990022@lid", id: "R1" }, text: "👍", senderTimestampMs: 4 },
    { key: { remoteJid: group, fromMe: true, id: "R2" }, text: "🎉", senderTimestampMs: 1_700_000_009_500 },
    { key: { remoteJid: group, fromMe: false, participant: "990033@lid", id: "R3" }, text: "", senderTimestampMs: 5 },
  ];
  const messages = [
    said({ remoteJid: group, id: "B", fromMe: true }, "bom dia, turma", 2, { reactions }),
    said({ remoteJid: group, id: "A", participant: "990011@lid" }, "oi", 1, { pushName: "Rui" }),
  ];
  const [chat] = chatsOf({ conversations: [{ id: group, name: "Família", messages }] }, about);
  expect(chat?.messages.map(({ received }) => normalise(received, self, () => chat.name))).toMatchObject([
    { incoming: { fromMe: false, body: "oi", group: { address: group, name: "Família", author: "Rui" } } },
    { incoming: { fromMe: true, body: "bom dia, turma" } },
  ]);
  // A removed reaction is left out.
  expect(chat?.messages[1]?.reactions.map((one) => normalise(one, self))).toMatchObject([
    { type: "change", change: { targetProviderId: "B", emoji: "👍", fromMe: false, sender: { lid: "990022" } } },
    { type: "change", change: { targetProviderId: "B", emoji: "🎉", fromMe: true, at: new Date(1_700_000_009_000) } },
  ]);
});

test("chatsOf skips messages that are too old, without an id or without content", () => {
  const jid = "990011@lid";
  const messages = [said({ remoteJid: jid, id: "A" }, "velha", -1), said({ remoteJid: jid }, "sem id", 1)];
  expect(chatsOf({ conversations: [{ id: jid, messages: [...messages, { message: null }] }] }, about)).toEqual([]);
  expect(chatsOf({}, about)).toEqual([]);
});

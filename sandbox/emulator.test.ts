import tls from "node:tls";
import {
  Curve,
  DisconnectReason,
  downloadMediaMessage,
  type proto,
  WA_CERT_DETAILS,
  type WAMessage,
  WAMessageStatus,
  type WASocket,
} from "@whiskeysockets/baileys";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Account } from "./account.ts";
import type { Companion } from "./companion.ts";
import type { Contact } from "./contact.ts";
import { WhatsAppEmulator } from "./emulator.ts";
import {
  closeCode,
  connect,
  logger,
  type MemoryAuth,
  memoryAuth,
  next,
  nextEmulatorEvent,
  openSocket,
  textOf,
  upsertOf,
} from "./testing/real-client.ts";
import { until, untilSynced } from "./testing/until.ts";

let emulator: WhatsAppEmulator;
let shop: Account;
let ana: Contact;
let auth: MemoryAuth;
let sock: WASocket;

beforeAll(async () => {
  emulator = await WhatsAppEmulator.start();
  tls.setDefaultCACertificates([...tls.getCACertificates(), emulator.media.caPem]);
});
beforeEach(() => {
  shop = emulator.createAccount({ name: "Shop" });
  ana = emulator.createContact({ name: "Ana" });
  auth = memoryAuth();
});
afterEach(() => sock?.end(undefined));
afterAll(() => emulator.stop());

function firstDevice(): Companion {
  const companion = shop.companions.get(1);
  if (!companion) throw new Error("the shop has no linked device");
  return companion;
}

/** Returns the highest status seen in upserts and updates: Baileys may report an early receipt in either. */
function watchStatus(id: () => string | undefined | null) {
  const seen = { best: 0 };
  const note = (key: proto.IMessageKey, status: unknown) => {
    if (key.id === id()) seen.best = Math.max(seen.best, Number(status ?? 0));
  };
  sock.ev.on("messages.upsert", ({ messages }) =>
    messages.forEach((message) => void note(message.key, message.status)),
  );
  sock.ev.on("messages.update", (list) => list.forEach(({ key, update }) => void note(key, update.status)));
  return seen;
}

describe("emulator, linking", () => {
  test("the client pairs by QR code and logs in", async () => {
    sock = await connect(emulator.url, auth, shop);
    expect(auth.creds.me?.id).toBe(`${shop.phone}:1@s.whatsapp.net`);
    expect(auth.creds.me?.lid).toBe(`${shop.lid}:1@lid`);
    expect(firstDevice().preKeys.size).toBeGreaterThan(800);
  });

  test("the client pairs by a code typed on the phone", async () => {
    const first = openSocket(emulator.url, auth);
    await next(first, "connection.update", ({ qr }) => qr !== undefined);
    const code = await first.requestPairingCode(shop.phone); // Resolves before the server has answered.
    await until(() => emulator.codePairings.has(shop.phone));
    await shop.enterCode(code);
    expect(await closeCode(first)).toBe(DisconnectReason.restartRequired);
    sock = await connect(emulator.url, auth, shop);
    expect(auth.creds.me?.id).toBe(`${shop.phone}:1@s.whatsapp.net`);
  });

  test("the server offers six QR codes, then times out", async () => {
    sock = openSocket(emulator.url, auth, { qrTimeout: 30 });
    const seen = new Set<string>();
    sock.ev.on("connection.update", ({ qr }) => qr && seen.add(qr));
    expect(await closeCode(sock)).toBe(DisconnectReason.timedOut);
    expect(seen.size).toBe(6);
  });

  test("the client learns why the connection ended: replaced, unlinked, unknown", async () => {
    sock = await connect(emulator.url, auth, shop);
    const replaced = closeCode(sock);
    const rival = openSocket(emulator.url, auth);
    expect(await replaced).toBe(DisconnectReason.connectionReplaced);
    await next(rival, "connection.update", ({ connection }) => connection === "open");
    const unlinked = closeCode(rival);
    shop.unlink(1);
    expect(await unlinked).toBe(DisconnectReason.loggedOut);
    const ghost = openSocket(emulator.url, auth);
    expect(await closeCode(ghost)).toBe(DisconnectReason.loggedOut);
  });

  test("the client receives the initial history", async () => {
    const key = { remoteJid: ana.jid, id: "OLD1", fromMe: false };
    const message = { key, message: { conversation: "antiga" }, messageTimestamp: 1_700_000_000 };
    emulator.options.history = { conversations: [{ id: ana.jid, name: "Ana", messages: [{ message }] }] };
    const history = Promise.withResolvers<WAMessage[]>();
    sock = await connect(emulator.url, auth, shop, {
      onSocket: ({ ev }) => ev.on("messaging-history.set", ({ messages }) => history.resolve(messages)),
    });
    expect((await history.promise)[0]?.key.id).toBe("OLD1");
    emulator.options.history = undefined;
  });

  test("this release of Baileys accepts any root of the handshake's certificates", async () => {
    const bogus = Curve.verify(Curve.generateKeyPair().public, Buffer.from("anything"), Buffer.alloc(64));
    // When this becomes false, tests must set WA_CERT_DETAILS.PUBLIC_KEY to the emulator's trust anchor.
    expect(bogus).toBe(true);
    expect(Buffer.from(emulator.trustAnchor)).not.toEqual(WA_CERT_DETAILS.PUBLIC_KEY);
  });
});

describe("emulator, messages", () => {
  for (const addressing of ["lid", "pn"] as const) {
    test(`the client receives a text from a contact addressed by ${addressing}`, async () => {
      sock = await connect(emulator.url, auth, shop);
      ana.addressing = addressing;
      const { type, message } = await upsertOf(sock, await ana.sendText(shop, "bom dia"));
      expect(type).toBe("notify");
      expect(textOf(message)).toBe("bom dia");
      const jids = addressing === "lid" ? [ana.lidJid, ana.jid] : [ana.jid, ana.lidJid];
      expect([message.key.remoteJid, message.key.remoteJidAlt]).toEqual(jids);
      expect(await sock.signalRepository.lidMapping.getLIDForPN(ana.jid)).toBe(ana.lidJid);
    });
  }

  test("the contact and the primary phone both decrypt a text that the client sends", async () => {
    sock = await connect(emulator.url, auth, shop);
    const [atContact, atPhone] = [nextEmulatorEvent(ana, "message"), nextEmulatorEvent(shop, "sent")];
    const sent = await sock.sendMessage(ana.jid, { text: "olá" });
    expect(textOf(await atContact)).toBe("olá");
    expect((await atPhone).message.deviceSentMessage?.message?.extendedTextMessage?.text).toBe("olá");
    expect((await atContact).id).toBe(sent?.key.id);
  });

  test("a number that ends in 0000 is not on WhatsApp, any other is", async () => {
    sock = await connect(emulator.url, auth, shop);
    expect(await sock.onWhatsApp("5531988880000")).toEqual([]);
    expect((await sock.onWhatsApp("5531988881234"))?.[0]).toMatchObject({ exists: true });
    const sent = await sock.sendMessage("5531988881234@s.whatsapp.net", { text: "prazer" });
    const stranger = emulator.contact("5531988881234");
    await until(() => stranger?.messages.get(sent?.key.id ?? "") !== undefined);
  });

  test("a message sent twice under one id is shown once and counted twice", async () => {
    sock = await connect(emulator.url, auth, shop);
    for (let i = 0; i < 2; i++) await sock.sendMessage(ana.lidJid, { text: "uma vez" }, { messageId: "3EB0SAME" });
    await until(() => ana.messages.get("3EB0SAME")?.receivedCount === 2);
    expect(ana.messages.size).toBe(1);
  });

  test("a message to a device that has paired but not logged in yet waits for its login", async () => {
    const first = openSocket(emulator.url, auth);
    const { qr } = await next(first, "connection.update", (update) => update.qr !== undefined);
    const closed = closeCode(first);
    await shop.scanQr(qr ?? "");
    const id = await ana.sendText(shop, "cedo");
    await closed;
    sock = openSocket(emulator.url, auth);
    expect(textOf((await upsertOf(sock, id)).message)).toBe("cedo");
  });

  test("two linked accounts write to each other and report read messages", async () => {
    const other = emulator.createAccount({ name: "Other" });
    sock = await connect(emulator.url, auth, shop);
    const theirs = await connect(emulator.url, memoryAuth(), other);
    for (const text of ["um", "dois"]) {
      const sent = await sock.sendMessage(other.jid, { text });
      const { message } = await upsertOf(theirs, sent?.key.id ?? "");
      expect([textOf(message), message.key.remoteJidAlt]).toEqual([text, shop.jid]);
      const seen = watchStatus(() => sent?.key.id);
      await theirs.readMessages([message.key]);
      await until(() => seen.best === WAMessageStatus.READ);
    }
    const answer = await theirs.sendMessage(shop.jid, { text: "três" });
    expect(textOf((await upsertOf(sock, answer?.key.id ?? "")).message)).toBe("três");
    await theirs.end(undefined);
  });

  test("the group exchanges messages with sender keys", async () => {
    const bia = emulator.createContact({ name: "Bia" });
    const group = emulator.createGroup({ account: shop, members: [ana, bia], subject: "Equipe" });
    sock = await connect(emulator.url, auth, shop);
    for (const text of ["primeira", "segunda"]) {
      const { message } = await upsertOf(sock, await group.sendText(ana, text));
      expect(textOf(message)).toBe(text);
      const { remoteJid, participant, participantAlt } = message.key;
      expect([remoteJid, participant, participantAlt]).toEqual([group.jid, ana.lidJid, ana.jid]);
    }
    expect((await sock.groupMetadata(group.jid)).participants).toHaveLength(3);
    const both = [nextEmulatorEvent(ana, "message"), nextEmulatorEvent(bia, "message")];
    const sent = await sock.sendMessage(group.jid, { text: "oi grupo" });
    for (const received of await Promise.all(both)) expect(textOf(received)).toBe("oi grupo");
    await upsertOf(sock, sent?.key.id ?? ""); // An immediate receipt would be merged into it.
    const receipt = next(sock, "message-receipt.update", (list) => Boolean(list[0]?.receipt.readTimestamp));
    group.receipt(bia, sent?.key.id ?? "", "read");
    expect((await receipt)[0]?.receipt.userJid).toBe(bia.lidJid);
  });
});

describe("emulator, receipts", () => {
  test("the client reports delivered, read and played", async () => {
    sock = await connect(emulator.url, auth, shop);
    const sent = await sock.sendMessage(ana.jid, { text: "olá" });
    await upsertOf(sock, sent?.key.id ?? "");
    const steps = [
      ["delivered", WAMessageStatus.DELIVERY_ACK],
      ["read", WAMessageStatus.READ],
      ["played", WAMessageStatus.PLAYED],
    ] as const;
    for (const [verb, status] of steps) {
      const update = next(sock, "messages.update", (list) => list[0]?.update.status === status);
      ana[verb](shop, sent?.key.id ?? "");
      expect((await update)[0]?.key.id).toBe(sent?.key.id);
    }
  });

  test("an immediate receipt arrives in the upsert of our own message or in an update", async () => {
    sock = await connect(emulator.url, auth, shop);
    let sentId: string | undefined;
    ana.once("message", ({ id }) => {
      sentId = id;
      ana.delivered(shop, id);
    });
    const seen = watchStatus(() => sentId);
    await sock.sendMessage(ana.jid, { text: "rápido" });
    await until(() => seen.best === WAMessageStatus.DELIVERY_ACK);
  });

  test("the server's ack is visible only on the raw socket", async () => {
    sock = await connect(emulator.url, auth, shop);
    const ack = new Promise<{ attrs: { id: string } }>((resolve) => sock.ws.once("CB:ack,class:message", resolve));
    const sent = await sock.sendMessage(ana.jid, { text: "x" });
    expect((await ack).attrs.id).toBe(sent?.key.id);
  });

  test("a refused send gets the status ERROR", async () => {
    sock = await connect(emulator.url, auth, shop, { emitOwnEvents: false });
    shop.faults.refuseSends = "479";
    const refused = next(sock, "messages.update");
    const sent = await sock.sendMessage(ana.jid, { text: "x" });
    const [update] = await refused;
    expect(update?.key.id).toBe(sent?.key.id);
    expect(update?.update.status).toBe(WAMessageStatus.ERROR);
    expect(ana.messages.size).toBe(0);
  });

  test("the client's receipts reach the phone that wrote", async () => {
    sock = await connect(emulator.url, auth, shop);
    const { message } = await upsertOf(sock, await ana.sendText(shop, "me leu?"));
    const status = () => ana.messages.get(message.key.id ?? "")?.status;
    await until(() => status() === "delivered");
    await sock.readMessages([message.key]);
    await until(() => status() === "read");
  });
});

describe("emulator, retries", () => {
  test("the client sends a message again through getMessage when the contact asks for a retry", async () => {
    const sent = new Map<string, proto.IMessage>();
    const getMessage = async ({ id }: proto.IMessageKey) => sent.get(id ?? "");
    sock = await connect(emulator.url, auth, shop, { enableRecentMessageCache: false, getMessage });
    const first = nextEmulatorEvent(ana, "message");
    const message = await sock.sendMessage(ana.lidJid, { text: "de novo" });
    sent.set(message?.key.id ?? "", message?.message ?? {});
    await first;
    const again = nextEmulatorEvent(ana, "message");
    ana.requestRetry(shop, firstDevice(), message?.key.id ?? "");
    expect(textOf(await again)).toBe("de novo");
  });

  test("a phone that lost its session asks for a retry", async () => {
    sock = await connect(emulator.url, auth, shop);
    const first = nextEmulatorEvent(ana, "message");
    await sock.sendMessage(ana.lidJid, { text: "um" });
    await first;
    ana.device.forget(shop.phone, 1);
    const second = nextEmulatorEvent(ana, "message");
    await sock.sendMessage(ana.lidJid, { text: "dois" });
    expect(textOf(await second)).toBe("dois");
  });

  test("a client that lost its session asks for the message again and receives it", async () => {
    sock = await connect(emulator.url, auth, shop, { isCached: false });
    await upsertOf(sock, await ana.sendText(shop, "um"));
    for (const key of [...auth.data.keys()]) if (key.startsWith("session/")) auth.data.delete(key);
    const id = await ana.sendText(shop, "dois");
    await next(sock, "messages.upsert", ({ messages }) =>
      messages.some((message) => message.key.id === id && textOf(message) === "dois"),
    );
  });
});

describe("emulator, reconnecting", () => {
  test("the client logs in again with stored credentials and receives the missed messages in order", async () => {
    sock = await connect(emulator.url, auth, shop);
    await untilSynced(auth);
    await sock.end(undefined);
    for (let i = 0; i < 3; i++) await ana.sendText(shop, `perdida ${i}`);
    sock = openSocket(emulator.url, auth);
    const texts: unknown[] = [];
    sock.ev.on("messages.upsert", ({ type, messages }) => texts.push(...messages.map((m) => [type, textOf(m)])));
    await until(() => texts.length === 3);
    expect(texts).toEqual([0, 1, 2].map((i) => ["append", `perdida ${i}`]));
  });

  test("the client reports receipts that arrived while it was disconnected", async () => {
    sock = await connect(emulator.url, auth, shop);
    const sent = await sock.sendMessage(ana.lidJid, { text: "até já" });
    await untilSynced(auth);
    await sock.end(undefined);
    ana.delivered(shop, sent?.key.id ?? "");
    ana.read(shop, sent?.key.id ?? "");
    sock = openSocket(emulator.url, auth);
    const seen = watchStatus(() => sent?.key.id);
    await until(() => seen.best >= WAMessageStatus.READ);
    await until(() => firstDevice().unconfirmed.size === 0);
  });

  test("plain Baileys loses a message that nobody processed after its confirmation", async () => {
    sock = await connect(emulator.url, auth, shop);
    await upsertOf(sock, await ana.sendText(shop, "primeira"));
    // No listener for messages.upsert is attached here, which simulates a crash.
    const id = await ana.sendText(shop, "será perdida");
    await nextEmulatorEvent(shop, "receipt", ({ ids }) => ids.includes(id));
    await sock.end(undefined);
    sock = openSocket(emulator.url, auth);
    const texts: unknown[] = [];
    sock.ev.on("messages.upsert", ({ messages }) => texts.push(...messages.map(textOf)));
    await next(sock, "connection.update", ({ connection }) => connection === "open");
    // The missed messages come before the first new one.
    await ana.sendText(shop, "depois");
    await until(() => texts.includes("depois"));
    expect(texts).not.toContain("será perdida");
  });

  test("plain Baileys loses a message whose confirmation was lost too: the copy cannot be decrypted twice", async () => {
    sock = await connect(emulator.url, auth, shop);
    await upsertOf(sock, await ana.sendText(shop, "primeira"));
    await until(() => firstDevice().unconfirmed.size === 0);
    shop.faults.loseReceipts = true;
    const arrived = nextEmulatorEvent(shop, "arrived");
    const id = await ana.sendText(shop, "repetida");
    // Decrypted, ratchet stored, confirmation lost.
    await Promise.all([upsertOf(sock, id), arrived]);
    await sock.end(undefined);
    shop.faults.loseReceipts = false;
    sock = openSocket(emulator.url, auth);
    const nack = await nextEmulatorEvent(shop, "nack", (event) => event.id === id);
    expect(nack.code).toBe("487");
  });

  test("a delayed connection keeps the order in both directions", async () => {
    sock = await connect(emulator.url, auth, shop);
    await untilSynced(auth);
    shop.faults.delayMs = 50;
    const texts: unknown[] = [];
    sock.ev.on("messages.upsert", ({ messages }) => texts.push(...messages.map(textOf)));
    for (let i = 0; i < 5; i++) await ana.sendText(shop, `n${i}`);
    shop.faults.delayMs = 0;
    await ana.sendText(shop, "n5");
    await until(() => texts.length === 6);
    expect(texts).toEqual(["n0", "n1", "n2", "n3", "n4", "n5"]);
  });
});

describe("emulator, media", () => {
  const picture = Buffer.from("not really a picture ".repeat(4000));
  const download = (message: WAMessage) =>
    downloadMediaMessage(message, "buffer", {}, { logger, reuploadRequest: sock.updateMediaMessage });

  test("the client downloads media that a contact sent", async () => {
    sock = await connect(emulator.url, auth, shop);
    const { id } = await ana.sendMedia(shop, "image", picture, { mimetype: "image/jpeg", caption: "foto" });
    const { message } = await upsertOf(sock, id);
    expect(message.message?.imageMessage?.caption).toBe("foto");
    expect(picture.equals(await download(message))).toBe(true);
  });

  test("the contact opens media that the client uploaded", async () => {
    sock = await connect(emulator.url, auth, shop);
    const arrived = nextEmulatorEvent(ana, "message");
    await sock.sendMessage(ana.lidJid, { document: picture, mimetype: "text/plain", fileName: "nota.txt" });
    const { message } = await arrived;
    expect(message.documentMessage?.fileName).toBe("nota.txt");
    expect(picture.equals(await ana.openMedia(message))).toBe(true);
  });

  test("the client recovers expired media only after an explicit request to upload it again", async () => {
    sock = await connect(emulator.url, auth, shop);
    await sock.refreshMediaConn();
    const { id, directPath } = await ana.sendMedia(shop, "audio", picture, { mimetype: "audio/ogg", ptt: true });
    const { message } = await upsertOf(sock, id);
    emulator.media.expire(directPath);
    await expect(download(message)).rejects.toMatchObject({ output: { statusCode: 410 } });
    expect(picture.equals(await download(await sock.updateMediaMessage(message)))).toBe(true);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { downloadMediaMessage, WAMessageStatus, type WASocket } from "@whiskeysockets/baileys";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { SandboxConnection } from "./connections.ts";
import { createHttp } from "./http.ts";
import { PhoneDirectory } from "./phone-directory.ts";
import { type RunningSandbox, startSandbox } from "./start-sandbox.ts";
import {
  connect,
  logger,
  type MemoryAuth,
  memoryAuth,
  next,
  openSocket,
  textOf,
  upsertOf,
} from "./testing/real-client.ts";
import { until, untilSynced } from "./testing/until.ts";

const dataDir = mkdtempSync(join(tmpdir(), "sandbox-"));
let sandbox: RunningSandbox;
let connections: SandboxConnection[] = [];
let shop: SandboxConnection;
let auth: MemoryAuth;
let sock: WASocket;
let serial = 0;

const start = () =>
  startSandbox({
    port: 0,
    wsPort: 0,
    dataDir,
    connections: { listConnections: async () => connections },
    reader: {
      readDemoAccount: async () => ({ name: "Ana Lima", email: "ana@demo.example", password: "publicada" }),
      readConversation: async (_, ids) => ({
        messages: ids.map((id) => ({ id, count: 1, ack: 0, isAgents: false })),
        wasTransferred: false,
      }),
    },
  });

beforeAll(async () => {
  sandbox = await start();
  tls.setDefaultCACertificates([...tls.getCACertificates(), sandbox.emulator.media.caPem]);
});
beforeEach(() => {
  serial += 1;
  shop = { id: `c${serial}`, companyId: "olaria", name: "Vendas", number: "", status: "qrcode", qrcode: "" };
  connections = [shop];
  auth = memoryAuth();
});
afterEach(() => sock?.end(undefined));
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true });
});

async function call(method: string, path: string, body?: unknown) {
  const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const response = await fetch(`${sandbox.httpUrl}/sandbox${path}`, { method, ...init });
  return { status: response.status, body: JSON.parse((await response.text()) || "null") };
}

const post = (path: string, body: unknown = {}) => call("POST", path, body);
const writes = async (from: string, body: string) =>
  (await post("/messages", { connectionId: shop.id, from, body })).body.id as string;
const held = async (number: string) => (await call("GET", `/messages?connectionId=${shop.id}&number=${number}`)).body;
const customerNumber = () => `55319977${String(10_000 + serial)}`.slice(0, 12).concat("1");

/** Links the shop: Balcão shows its QR code and the phone scans it. */
async function link(overrides = {}) {
  const phone = {
    scanQr: async (qrcode: string) => {
      shop.qrcode = qrcode;
      const answer = await post(`/connections/${shop.id}/scan`);
      shop.qrcode = "";
      expect(answer.status).toBe(200);
      shop.number = answer.body.number;
      return 1;
    },
  };
  sock = await connect(sandbox.wsUrl, auth, phone, overrides);
}

describe("sandbox, the connection's phone", () => {
  test("the phone scans the shown code and gives the connection a Brazilian mobile number", async () => {
    expect(await post(`/connections/${shop.id}/scan`)).toEqual({ status: 409, body: { error: "ERR_NO_QRCODE" } });
    await link();
    expect(shop.number).toMatch(/^55319\d{7}[1-9]$/);
    expect(auth.creds.me?.id).toBe(`${shop.number}:1@s.whatsapp.net`);
    const [listed] = (await call("GET", "/connections")).body;
    expect(listed).toEqual({ id: shop.id, companyId: "olaria", name: "Vendas", number: shop.number, status: "qrcode" });
  });

  test("the phone accepts a typed code, and removes the device", async () => {
    const first = openSocket(sandbox.wsUrl, auth);
    await next(first, "connection.update", ({ qr }) => qr !== undefined);
    const { number } = (await post("/faults", { connectionId: shop.id })).body;
    const code = await first.requestPairingCode(number);
    await until(async () => (await post(`/connections/${shop.id}/code`, { code })).status === 200);
    await next(first, "connection.update", ({ connection }) => connection === "close");
    await link();
    const closed = next(sock, "connection.update", ({ connection }) => connection === "close");
    await post(`/connections/${shop.id}/unlink`);
    await closed;
    const refused = await post("/messages", { connectionId: shop.id, from: customerNumber(), body: "oi" });
    expect(refused).toEqual({ status: 409, body: { error: "ERR_WAPP_NOT_INITIALIZED" } });
  });
});

describe("sandbox, a customer's phone", () => {
  test("a customer's phone writes, and holds each answer once, with a delivery receipt", async () => {
    await link();
    const from = customerNumber();
    const { body: sent } = await post("/messages", { connectionId: shop.id, from, name: "Cida", body: "bom dia" });
    const { message } = await upsertOf(sock, sent.id);
    expect([textOf(message), message.pushName]).toEqual(["bom dia", "Cida"]);
    const answer = await sock.sendMessage(message.key.remoteJid ?? "", { text: "olá" }, { quoted: message });
    await until(async () => (await held(from)).length === 2);
    expect(await held(from)).toMatchObject([
      { id: sent.id, fromMe: true, body: "bom dia", type: "text", receivedCount: 0, status: "delivered" },
      { id: answer?.key.id, fromMe: false, body: "olá", type: "text", receivedCount: 1, quotedId: sent.id },
    ]);
    await upsertOf(sock, answer?.key.id ?? ""); // A receipt that comes earlier is merged into it.
    const read = next(sock, "messages.update", (list) => list[0]?.update.status === WAMessageStatus.READ);
    expect((await post("/read", { connectionId: shop.id, number: from })).body).toEqual({ read: 1, played: 0 });
    expect((await read)[0]?.key.id).toBe(answer?.key.id);
    expect((await call("GET", `/customers?connectionId=${shop.id}`)).body).toMatchObject([
      { number: from, name: "Cida" },
    ]);
  });

  test("a customer's phone quotes a message of ours", async () => {
    await link();
    const from = customerNumber();
    const ours = await sock.sendMessage(`${from}@s.whatsapp.net`, { text: "azul ou verde?" });
    await until(async () => (await held(from)).length === 1);
    const { body } = await post("/messages", { connectionId: shop.id, from, body: "azul", quotedId: ours?.key.id });
    const { message } = await upsertOf(sock, body.id);
    const context = message.message?.extendedTextMessage?.contextInfo;
    expect(context?.stanzaId).toBe(ours?.key.id);
    expect(context?.participant).toBe(`${auth.creds.me?.lid?.replace(":1", "")}`);
    expect(context?.quotedMessage?.extendedTextMessage?.text ?? context?.quotedMessage?.conversation).toBe(
      "azul ou verde?",
    );
  });

  test("a customer's phone sends a sample of each kind of media, and opens ours", async () => {
    await link();
    const from = customerNumber();
    for (const type of ["image", "audio", "video", "document"] as const) {
      const { body } = await post("/messages", { connectionId: shop.id, from, media: { type, sample: true } });
      const { message } = await upsertOf(sock, body.id);
      const bytes = await downloadMediaMessage(
        message,
        "buffer",
        {},
        { logger, reuploadRequest: sock.updateMediaMessage },
      );
      expect(bytes.length).toBeGreaterThan(400);
      const content = message.message?.[`${type}Message`];
      expect(content?.mimetype).toMatch(/image\/jpeg|audio\/ogg|video\/mp4|application\/pdf/);
      if (type === "audio") expect(message.message?.audioMessage?.ptt).toBe(true);
    }
    const picture = Buffer.from("a picture");
    await sock.sendMessage(`${from}@s.whatsapp.net`, {
      document: picture,
      mimetype: "text/plain",
      fileName: "a.txt",
      caption: "veja",
    });
    await until(async () => (await held(from)).length === 5);
    const received = (await held(from)).at(-1);
    expect(received).toMatchObject({ type: "document", body: "veja", fileName: "a.txt", mimetype: "text/plain" });
    const response = await fetch(`${sandbox.httpUrl}${received.mediaUrl}`);
    expect(await response.text()).toBe("a picture");
  });

  test("a customer's phone edits, reacts, deletes and types", async () => {
    await link();
    const number = customerNumber();
    const id = await writes(number, "canecca");
    await upsertOf(sock, id);
    const chat = { connectionId: shop.id, number, id };
    const edited = next(sock, "messages.update", (list) => list.some(({ update }) => update.message?.editedMessage));
    await post("/edit", { ...chat, body: "caneca" });
    expect((await edited)[0]?.key.id).toBe(id);
    const reacted = next(sock, "messages.reaction");
    await post("/react", { ...chat, emoji: "👍" });
    expect((await reacted)[0]).toMatchObject({ key: { id }, reaction: { text: "👍" } });
    const deleted = next(sock, "messages.update", (list) => list.some(({ update }) => update.message === null));
    await post("/delete", chat);
    expect((await deleted)[0]?.key.id).toBe(id);
    const typing = next(sock, "presence.update");
    await post("/typing", { connectionId: shop.id, number });
    await typing;
    expect(await held(number)).toMatchObject([
      { id, body: "caneca", edited: true, deleted: true, reactions: { mine: "👍" } },
    ]);
  });

  test("a customer's phone shows our edits, reactions and deletions", async () => {
    await link();
    const number = customerNumber();
    const jid = `${number}@s.whatsapp.net`;
    const sent = await sock.sendMessage(jid, { text: "quarenta" });
    if (!sent) throw new Error("not sent");
    await sock.sendMessage(jid, { text: "quarenta e oito", edit: sent.key });
    await sock.sendMessage(jid, { react: { text: "🎉", key: sent.key } });
    await until(async () => (await held(number))[0]?.reactions);
    expect(await held(number)).toMatchObject([{ body: "quarenta e oito", edited: true, reactions: { theirs: "🎉" } }]);
    await sock.sendMessage(jid, { delete: sent.key });
    await until(async () => (await held(number))[0]?.deleted);
    expect(await held(number)).toHaveLength(1);
  });
});

describe("sandbox, faults", () => {
  test("the faults drop the connection, refuse sends and lose receipts", async () => {
    await link({ emitOwnEvents: false }); // Otherwise the refusal may be merged into the event of our own message.
    const number = customerNumber();
    const { body: faults } = await post("/faults", { connectionId: shop.id, refuseSends: 479, loseReceipts: true });
    expect(faults).toMatchObject({ refuseSends: "479", loseReceipts: true, delayMs: 0, isOnline: true });
    const refused = next(sock, "messages.update");
    await sock.sendMessage(`${number}@s.whatsapp.net`, { text: "x" });
    expect((await refused)[0]?.update.status).toBe(WAMessageStatus.ERROR);
    expect((await post("/faults", { connectionId: shop.id, refuseSends: false })).body.refuseSends).toBe(false);
    const closed = next(sock, "connection.update", ({ connection }) => connection === "close");
    await post("/faults", { connectionId: shop.id, drop: true, loseReceipts: false });
    await closed;
    const id = await writes(number, "enquanto caía");
    sock = openSocket(sandbox.wsUrl, auth);
    expect(textOf((await upsertOf(sock, id)).message)).toBe("enquanto caía");
  });

  test("the fault deliverTwice delivers a message twice under one id, and once after it is turned off", async () => {
    await link();
    const number = customerNumber();
    const twice = (deliverTwice: boolean) => post("/faults", { connectionId: shop.id, deliverTwice });
    const receivedIds: (string | null | undefined)[] = [];
    sock.ev.on("messages.upsert", ({ messages }) => receivedIds.push(...messages.map(({ key }) => key.id)));
    expect((await twice(true)).body).toMatchObject({ deliverTwice: true });
    const doubled = await writes(number, "em dobro");
    expect((await twice(false)).body).toMatchObject({ deliverTwice: false });
    const last = await writes(number, "uma vez");
    await until(() => receivedIds.includes(last));
    expect(receivedIds.filter((id) => id === doubled || id === last)).toEqual([doubled, doubled, last]);
  });

  test("GET /desk returns Balcão's messages of a conversation, by the ids on the customer's phone", async () => {
    await link();
    const number = customerNumber();
    const id = await writes(number, "chegou?");
    const answer = await call("GET", `/desk?connectionId=${shop.id}&number=${number}`);
    expect(answer).toEqual({
      status: 200,
      body: { messages: [{ id, count: 1, ack: 0, isAgents: false }], wasTransferred: false },
    });
    expect((await call("GET", `/desk?connectionId=${shop.id}`)).body).toEqual({ error: "ERR_VALIDATION" });
  });

  test("the sandbox answers an invalid call with its error code", async () => {
    const message = { connectionId: shop.id, from: customerNumber(), body: "oi" };
    const expectError = async (answer: Promise<unknown>, status: number, error: string) =>
      expect(await answer).toEqual({ status, body: { error } });
    for (const from of ["123", "12a45678", "1".repeat(16), "5531999990000"]) {
      await expectError(post("/messages", { ...message, from }), 400, "ERR_WAPP_INVALID_CONTACT");
    }
    await expectError(post("/messages", "{oops"), 400, "ERR_MALFORMED_JSON");
    await expectError(post("/messages", { ...message, from: 5531 }), 400, "ERR_VALIDATION");
    await expectError(post("/messages", { ...message, body: "" }), 400, "ERR_VALIDATION");
    await expectError(post("/messages", { ...message, connectionId: "nobody" }), 404, "ERR_NO_WAPP_FOUND");
    await expectError(post("/messages", message), 409, "ERR_WAPP_NOT_INITIALIZED");
    await expectError(post("/messages", "x".repeat(26 * 1024 * 1024)), 413, "ERR_BODY_TOO_LARGE");
    await expectError(call("GET", "/media/none"), 404, "ERR_NO_FILE_FOUND");
    await expectError(call("GET", "/nothing"), 404, "ERR_NOT_FOUND");
  });
});

describe("sandbox, the page", () => {
  test("the page's assets exist, and its policy allows no inline code", async () => {
    const response = await fetch(`${sandbox.httpUrl}/sandbox`);
    const html = await response.text();
    expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(html).not.toMatch(/<style|style="|<script>|\son\w+="/);
    const names = [...html.matchAll(/(?:href|src)="(\/sandbox\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(names.length).toBe(7);
    const answers = await Promise.all(
      [...names, "/sandbox/assets/texts/pt.ts", "/sandbox/assets/geist.woff2"].map((path) =>
        fetch(`${sandbox.httpUrl}${path}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // Only scripts and styles are served: no page, no test, nothing outside the folder.
    for (const path of ["..%2Fpage.ts", "..%2f..%2fmain.ts", "sandbox.html", "steps.test.ts", "texts"])
      expect((await fetch(`${sandbox.httpUrl}/sandbox/assets/${path}`)).status).toBe(404);
  });

  test("the page receives an event at each change", async () => {
    await link();
    const { body } = await fetch(`${sandbox.httpUrl}/sandbox/events`);
    const number = customerNumber();
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    await writes(number, "oi");
    let heardSoFar = "";
    while (!heardSoFar.includes(`"type":"message"`)) heardSoFar += (await reader?.read())?.value;
    expect(heardSoFar).toContain(number);
    await reader?.cancel();
  });
});

test("XSS: a script that was sent as media is not served with a script's type, and a page is downloaded", async () => {
  await link();
  const number = customerNumber();
  await upsertOf(sock, await writes(number, "oi"));
  const sent = [
    { mimetype: "text/javascript", content: "alert(1)", type: "text/plain" },
    { mimetype: "image/png", content: "<script>alert(1)</script>", type: "text/html" },
  ];
  for (const { mimetype, content } of sent)
    await sock.sendMessage(`${number}@s.whatsapp.net`, { document: Buffer.from(content), mimetype, fileName: "a" });
  await until(async () => (await held(number)).length === 3);
  const [, ...received]: { mediaUrl?: string }[] = await held(number);
  for (const [place, { mediaUrl }] of received.entries()) {
    const { headers } = await fetch(`${sandbox.httpUrl}${mediaUrl}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": sent[place]?.type,
      "content-disposition": "attachment",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
  }
});

describe("sandbox, restart", () => {
  const restart = async () => {
    await sandbox.stop();
    sandbox = await start();
  };

  test("after a restart of the sandbox, the client logs in again, messages flow both ways, and no held message is lost", async () => {
    await link();
    const number = customerNumber();
    const first = await writes(number, "antes");
    await upsertOf(sock, first);
    const jid = `${number}@s.whatsapp.net`;
    await sock.sendMessage(jid, { image: Buffer.from("not a picture"), caption: "foto", jpegThumbnail: "" });
    await until(async () => (await held(number)).length === 2);
    const { caPath, emulator } = sandbox;
    const caBefore = emulator.media.caPem;
    await restart();
    expect(sandbox.caPath).toBe(caPath);
    expect(sandbox.emulator.media.caPem).toBe(caBefore);
    const missed = await writes(number, "durante");
    sock = openSocket(sandbox.wsUrl, auth);
    expect(textOf((await upsertOf(sock, missed)).message)).toBe("durante");
    const { message } = await upsertOf(sock, await writes(number, "depois"));
    expect(message.key.remoteJidAlt).toBe(jid);
    await sock.sendMessage(jid, { text: "resposta" });
    await until(async () => (await held(number)).length === 5);
    const messages: { body: string; receivedCount: number; mediaUrl?: string }[] = await held(number);
    expect(messages.map(({ body, receivedCount }) => [body, receivedCount])).toEqual([
      ["antes", 0],
      ["foto", 1],
      ["durante", 0],
      ["depois", 0],
      ["resposta", 1],
    ]);
    const media = await fetch(`${sandbox.httpUrl}${messages[1]?.mediaUrl}`);
    expect(await media.text()).toBe("not a picture");
  });

  test("after a restart of the sandbox, messages that waited for the device are delivered in order", async () => {
    await link();
    await untilSynced(auth);
    await sock.end(undefined);
    for (let i = 0; i < 3; i++) await writes(customerNumber(), `m${i}`);
    await restart();
    sock = openSocket(sandbox.wsUrl, auth);
    const texts: unknown[] = [];
    sock.ev.on("messages.upsert", ({ messages }) => texts.push(...messages.map(textOf)));
    await until(() => texts.length === 3);
    expect(texts).toEqual(["m0", "m1", "m2"]);
  });

  test("after a crash, old ratchets are not used again, and messages still flow both ways", async () => {
    const getMessage = async () => ({ conversation: "sobrevivi" });
    await link({ enableRecentMessageCache: false });
    const number = customerNumber();
    await upsertOf(sock, await writes(number, "um"));
    const { emulator } = sandbox;
    emulator.store.flush();
    for (const text of ["dois", "três"]) await upsertOf(sock, await writes(number, text));
    vi.spyOn(emulator.store, "close").mockImplementation(() => emulator.store.abandon());
    await restart();
    sock = openSocket(sandbox.wsUrl, auth, { getMessage });
    await next(sock, "connection.update", ({ connection }) => connection === "open");
    expect(textOf((await upsertOf(sock, await writes(number, "quatro"))).message)).toBe("quatro");
    await sock.sendMessage(`${number}@s.whatsapp.net`, { text: "sobrevivi" });
    await until(async () => (await held(number)).at(-1)?.body === "sobrevivi");
  });
});

test("a request that its client closes early is not reported as a problem", async () => {
  const problems: unknown[] = [];
  const note = (error: unknown) => void problems.push(error);
  sandbox.emulator.on("problem", note);
  const { fetch } = createHttp(new PhoneDirectory(sandbox.emulator, { listConnections: async () => connections }));
  const closed = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  const body = new ReadableStream({ start: (controller) => controller.error(closed) });
  const init = { method: "POST", body, duplex: "half" as const };
  const { status } = await fetch(new Request("http://sandbox/sandbox/messages", init));
  sandbox.emulator.off("problem", note);
  expect({ status, problems }).toEqual({ status: 400, problems: [] });
});

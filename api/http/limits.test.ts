import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MebiByte } from "../../contracts/desk/messages.ts";
import { givenCompany, givenTicket } from "../../db/testing/given.ts";
import { readPayments } from "../../outside/payments/index.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";
import type { AppEnv } from "./app-env.ts";
import { bodyLimits, maxBytesOf, USUAL_BYTES } from "./limits.ts";
import { onError } from "./on-error.ts";

type Received = { status: number; error: string | undefined; sentBytes: number; connection: string | undefined };

const KIB = 1024;
const FORM = "multipart/form-data; boundary=x";
let given: GivenApp;
let client: Client;
let ticketId: string;
let port: number;
let server: ReturnType<typeof serve>;
beforeAll(async () => {
  const payments = readPayments({
    ...{ ASAAS_API_KEY: "key", ASAAS_WEBHOOK_TOKEN: "asaas-secret", ASAAS_URL: "http://127.0.0.1:9" },
  });
  given = await givenApp({ payments }, pino({ level: "error" }));
  const company = await givenCompany();
  client = await givenSignedIn(given, company.ana);
  ticketId = (await givenTicket({ companyId: company.companyId, queueId: company.queue.id })).id;
  port = await listening(given.app.fetch, (opened) => {
    server = opened;
  });
});
afterAll(() => void server.close());

function listening(fetch: typeof given.app.fetch, keep: (opened: ReturnType<typeof serve>) => void): Promise<number> {
  return new Promise((resolve) => {
    const opened = serve({ fetch, hostname: "127.0.0.1", port: 0 }, (info: AddressInfo) => resolve(info.port));
    keep(opened);
  });
}

type Sent = { path: string; headers?: Record<string, string>; declared?: number; sends: number; to?: number };

/** Sends `sends` bytes of a body in chunks and does not end it, until an answer comes. A declared length is sent as such. */
function sendUnended({ path, headers = {}, declared, sends, to = port }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const call = httpRequest({ host: "127.0.0.1", port: to, path, method: "POST" });
    for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
    if (declared === undefined) call.setHeader("Transfer-Encoding", "chunked");
    else call.setHeader("Content-Length", declared);
    call.flushHeaders();
    let sentBytes = 0;
    let isAnswered = false;
    call.on("response", async (response) => {
      isAnswered = true;
      let text = "";
      for await (const part of response) text += part;
      call.destroy();
      const { code: error } = text.startsWith("{") ? JSON.parse(text) : {};
      resolve({ status: response.statusCode ?? 0, error, sentBytes, connection: response.headers.connection });
    });
    call.on("error", (error) => !isAnswered && reject(error));
    const answered = new Promise((resolve) => call.once("response", resolve).once("close", resolve));
    const drained = () => new Promise((resolve) => call.once("drain", resolve));
    const chunk = Buffer.alloc(64 * KIB, 32);
    const write = async () => {
      while (!isAnswered && sentBytes < sends) {
        sentBytes += chunk.length;
        if (!call.write(chunk)) await Promise.race([drained(), answered]);
      }
    };
    void write();
  });
}

describe("a body without an end", () => {
  const calls: [what: string, path: string, type: string][] = [
    ["sign-in", "/auth/login", "application/json"],
    ["sign-in with the type of a form", "/auth/login", FORM],
    ["a reset of a password", "/resetpasswords", "application/json"],
    ["a payment webhook", "/webhooks/asaas", "application/json"],
  ];
  test.each(calls)("in chunks is refused at 256 KiB: %s", async (_what, path, type) => {
    const headers = { "content-type": type, "asaas-access-token": "asaas-secret" };
    const { status, sentBytes, connection } = await sendUnended({ path, headers, sends: 60 * MebiByte });
    // A path without a body, or a type that the route does not read, is answered without reading.
    expect([400, 404, 413]).toContain(status);
    // The client also sends the bytes that the buffers of the two sockets hold.
    expect(sentBytes).toBeLessThan(24 * MebiByte);
    if (status === 413) expect(connection).toBe("close");
  });

  test.each([
    ["/nonexistent", FORM, 404],
    ["/messages/x", FORM, 401],
    ["/api/messages/send", FORM, 401],
    ["/contacts/upload", FORM, 401],
    ["/webhooks/efi", "application/json", 404],
  ])("is answered before it is read when nobody may send it: %s", async (path, type, status) => {
    const headers = { "content-type": type };
    const answer = await sendUnended({ path, headers, sends: 64 * KIB });
    expect(answer.status).toBe(status);
  });

  test("of an ended session with a living bearer is answered before it is read", async () => {
    const company = await givenCompany();
    const ended = await givenSignedIn(given, company.ana);
    await given.app.request("/auth/logout", { method: "DELETE", headers: ended.headers });
    const headers = { authorization: `Bearer ${ended.token}`, "content-type": FORM };
    const answer = await sendUnended({ path: `/messages/${ticketId}`, headers, sends: 64 * KIB });
    expect(answer.status).toBe(401);
  });

  test("of a webhook with a wrong secret is refused before it is read, with a declared length too", async () => {
    const headers = { "content-type": "application/json", "asaas-access-token": "wrong" };
    for (const declared of [undefined, 200 * KIB]) {
      const answer = await sendUnended({ path: "/webhooks/asaas", headers, declared, sends: 64 * KIB });
      expect([answer.status, answer.error]).toEqual([400, "ERR_WEBHOOK_REFUSED"]);
    }
  });
});

test("a declared length above the limit of its path is refused before anything is sent", async () => {
  const declared = 62 * MebiByte;
  for (const path of ["/auth/login", "/nonexistent", "/webhooks/efi", "/companies/cadastro", "/sync/commands"]) {
    const answer = await sendUnended({ path, headers: { "content-type": FORM }, declared, sends: 0 });
    expect([path, answer.status, answer.error]).toEqual([path, 413, "ERR_BODY_TOO_LARGE"]);
  }
});

test("only forms of the listed calls, upload parts, commands and Meta's events may be larger", () => {
  const routes = [...new Set(given.app.routes.map(({ path }) => path))];
  const large = routes.filter((path) => maxBytesOf(path, FORM) > USUAL_BYTES);
  expect(large.toSorted()).toEqual([
    "/announcements/:id/media-upload",
    "/api/messages/send",
    "/campaigns/:id/media-upload",
    "/contact-lists/:id/upload",
    "/contacts/upload",
    "/messages/:id",
    "/messages/:ticketId",
    "/messages/not-delivered",
    "/quick-messages/:id/media-upload",
    "/schedules/:id/media-upload",
    "/sync/commands",
    "/uploads/:id",
    "/webhooks/meta",
  ]);
  const asJson = routes.filter((path) => maxBytesOf(path, "application/json") > USUAL_BYTES);
  expect(asJson.toSorted()).toEqual(["/sync/commands", "/uploads/:id", "/webhooks/meta"]);
});

test("a form of 20 MiB of a signed-in user arrives whole, with and without a declared length", async () => {
  const form = new FormData();
  form.append("medias", new File([new Uint8Array(20 * MebiByte).fill(65)], "relatorio.txt"));
  const packed = new Response(form);
  const type = packed.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const headers = { ...client.headers, "content-type": type };
  const address = `http://127.0.0.1:${port}/messages/${ticketId}`;
  const declared = await fetch(address, { method: "POST", headers, body: bytes });
  expect(declared.status).toBe(200);
  const body = new Blob([bytes]).stream();
  const chunked = await fetch(address, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  expect(chunked.status).toBe(200);
  const [message] = (await chunked.json()).messages;
  const file = await client.request(message.mediaUrl);
  expect((await file.arrayBuffer()).byteLength).toBe(20 * MebiByte);
});

test("slow forms that fill their room leave the room of other calls", async () => {
  const app = new Hono<AppEnv>();
  app.onError(onError);
  app.use(bodyLimits({ trustsProxy: true, maxInAll: 70 * MebiByte }));
  const reading = Promise.withResolvers<void>();
  app.post("*", async (c) => {
    reading.resolve();
    return c.json({ bytes: (await c.req.arrayBuffer()).byteLength });
  });
  let opened: ReturnType<typeof serve> | undefined;
  const to = await listening(app.fetch, (one) => {
    opened = one;
  });
  const form = { path: "/contacts/upload", headers: { "content-type": FORM }, declared: 64 * MebiByte, to };
  const waiting = sendUnended({ ...form, sends: 64 * KIB });
  void waiting.catch(() => {}); // its connection is closed at the end
  await reading.promise;
  expect((await sendUnended({ ...form, sends: 0 })).status).toBe(429);
  const signIn = await fetch(`http://127.0.0.1:${to}/auth/login`, { method: "POST", body: new Uint8Array(KIB) });
  expect([signIn.status, await signIn.json()]).toEqual([200, { bytes: KIB }]);
  opened?.close();
  if (opened && "closeAllConnections" in opened) opened.closeAllConnections();
});

test("the bodies that one network sends at the same time are limited, other networks are not", async () => {
  const app = new Hono<AppEnv>();
  app.onError(onError);
  app.use(bodyLimits({ trustsProxy: true, maxPerNetwork: 300 * KIB }));
  const reading = Promise.withResolvers<void>();
  app.post("/", async (c) => {
    reading.resolve();
    return c.json({ bytes: (await c.req.arrayBuffer()).byteLength });
  });
  let opened: ReturnType<typeof serve> | undefined;
  const to = await listening(app.fetch, (one) => {
    opened = one;
  });
  const from = (address: string) => ({ path: "/", headers: { "x-forwarded-for": address }, to });
  const waiting = sendUnended({ ...from("2001:db8:0:1::7"), declared: 250 * KIB, sends: 64 * KIB });
  void waiting.catch(() => {}); // its connection is closed at the end
  await reading.promise;
  const sameNetwork = await sendUnended({ ...from("2001:db8:0:1:9::"), declared: 128 * KIB, sends: 0 });
  expect([sameNetwork.status, sameNetwork.error]).toEqual([429, "ERR_TOO_MANY_ATTEMPTS"]);
  const chunked = await sendUnended({ ...from("2001:db8:0:1:9::"), sends: 128 * KIB });
  expect(chunked.status).toBe(429);
  const other = await fetch(`http://127.0.0.1:${to}/`, {
    method: "POST",
    headers: { "x-forwarded-for": "2001:db8:0:2::7" },
    body: new Uint8Array(128 * KIB),
  });
  expect(await other.json()).toEqual({ bytes: 128 * KIB });
  opened?.close();
  if (opened && "closeAllConnections" in opened) opened.closeAllConnections();
});

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";

let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

/** Returns the smallest valid PNG, padded to the given length. */
function png(length: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  const bytes = new Uint8Array(Math.max(length, head.length));
  bytes.set(head);
  bytes.set(randomBytes(bytes.length - head.length), head.length);
  return bytes;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function put(
  client: Client,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  part: { offset?: number; end?: number; name?: string; sha256?: string } = {},
) {
  const { offset = 0, end = bytes.length, name = "foto.png" } = part;
  const query = new URLSearchParams({
    offset: String(offset),
    size: String(bytes.length),
    sha256: part.sha256 ?? sha256(bytes),
    name,
  });
  const response = await client.request(`/uploads/${id}?${query}`, {
    method: "PUT",
    body: bytes.slice(offset, end),
    headers: { "content-type": "application/octet-stream" },
  });
  return { status: response.status, body: await response.json() };
}

describe("an upload", () => {
  test("resumes where it stopped, part by part, and accepts a repeated part", async () => {
    const { ana } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    const [id, bytes] = [randomUUID(), png(20_000)];
    expect((await put(client, id, bytes, { end: 9_000 })).body).toEqual({
      id,
      offset: 9_000,
      complete: false,
      kind: null,
    });
    expect((await put(client, id, bytes, { end: 9_000 })).body).toMatchObject({ offset: 9_000 });
    expect((await client.get(`/uploads/${id}`)).body).toEqual({ id, offset: 9_000, complete: false, kind: null });
    const done = { id, offset: 20_000, complete: true, kind: "image" };
    expect((await put(client, id, bytes, { offset: 9_000 })).body).toEqual(done);
    expect((await put(client, id, bytes, { offset: 9_000 })).body).toEqual(done);
    const back = await client.request(`/media/${id}`);
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(bytes);
  });

  test("gets 415 for a wrong type, 400 for a wrong hash, 413 for a part that is too large", async () => {
    const { ana } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    const program = new Uint8Array(Buffer.from(`4d5a${"90".repeat(600)}`, "hex"));
    expect(await put(client, randomUUID(), program, { name: "foto.png" })).toMatchObject({
      status: 415,
      body: { code: "ERR_FILE_TYPE" },
    });
    const other = await put(client, randomUUID(), png(500), { sha256: "0".repeat(64) });
    expect(other).toMatchObject({ status: 400, body: { code: "ERR_UPLOAD_MISMATCH" } });
    const large = await put(client, randomUUID(), png(9 * 1024 * 1024));
    expect(large).toMatchObject({ status: 413, body: { code: "ERR_BODY_TOO_LARGE" } });
    const longer = await put(client, randomUUID(), png(100), { name: "" });
    expect(longer).toMatchObject({ status: 400, body: { code: "ERR_VALIDATION" } });
  });

  test("a HEIC picture becomes a JPEG; its last part may be repeated", async () => {
    const { ana } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    const [id, bytes] = [
      randomUUID(),
      new Uint8Array(readFileSync(new URL("../../proof/field/files/foto.heic", import.meta.url))),
    ];
    const done = { id, offset: bytes.length, complete: true, kind: "image" };
    for (let times = 0; times < 2; times++)
      expect((await put(client, id, bytes, { name: "IMG_1.HEIC" })).body).toEqual(done);
    const back = await client.request(`/media/${id}`);
    expect(back.headers.get("content-type")).toBe("image/jpeg");
    expect(back.headers.get("content-disposition")).toContain("IMG_1.jpg");
    expect([...new Uint8Array(await back.arrayBuffer()).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    const broken = randomUUID();
    expect((await put(client, broken, bytes.subarray(0, 900), { name: "IMG_2.HEIC" })).body).toMatchObject({
      kind: "document",
    });
    expect((await client.request(`/media/${broken}`)).headers.get("content-type")).toBe("image/heic");
  });

  test("is visible to its uploader only until it is sent", async () => {
    const { ana, admin } = await givenCompany();
    const [client, other] = [await givenSignedIn(given, ana), await givenSignedIn(given, admin)];
    const [id, bytes] = [randomUUID(), png(400)];
    await put(client, id, bytes);
    expect((await other.get(`/uploads/${id}`)).status).toBe(404);
    expect((await other.get(`/media/${id}`)).status).toBe(404);
    expect((await put(other, id, bytes)).status).toBe(404);
  });
});

async function givenSentPicture() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const ticket = await givenTicket({ companyId, queueId: queue.id, connectionId: connection.id });
  const client = await givenSignedIn(given, ana);
  const bytes = png(5_000);
  const form = new FormData();
  form.append("fromMe", "true");
  form.append("medias", new File([bytes], "foto da peça.png", { type: "text/html" }));
  form.append("body", "foto da peça.png");
  const answer = await client.request(`/messages/${ticket.id}`, { method: "POST", body: form });
  expect(answer.status).toBe(200);
  const { messages } = await answer.json();
  return { ...company, ticket, client, bytes, message: messages[0] };
}

describe("a file's address", () => {
  test("is absolute and works without a cookie, as long as its user may see the file", async () => {
    const { companyId, ticket, support, message, bytes } = await givenSentPicture();
    expect(message).toMatchObject({ mediaType: "image", body: "", fromMe: true, mediaName: "foto da peça.png" });
    const url = new URL(message.mediaUrl);
    expect(url.origin).toBe("http://localhost");
    const response = await given.app.request(message.mediaUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Content-Disposition")).toBe("inline; filename*=UTF-8''foto%20da%20pe%C3%A7a.png");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    for (const [name, value] of [
      ["s", "x"],
      ["c", randomUUID()],
      ["k", randomUUID()],
      ["e", String(Number(url.searchParams.get("e")) + 9)],
      ["e", "1"],
    ]) {
      const forged = new URL(url);
      forged.searchParams.set(name ?? "", value ?? "");
      expect((await given.app.request(forged.href)).status).toBe(401);
    }
    // Ana sent the file but has lost the ticket; a sent file no longer belongs to its uploader alone.
    const other = await givenCompany();
    const stranger = await givenSignedIn(given, other.admin);
    expect((await stranger.get(url.pathname)).status).toBe(404);
    await testDatabase().company(companyId, (tx) =>
      tx.update(schema.tickets).set({ queueId: support.id, userId: null }).where(eq(schema.tickets.id, ticket.id)),
    );
    await testDatabase().company(companyId, (tx) => tx.update(schema.files).set({ userId: null }));
    expect((await given.app.request(message.mediaUrl)).status).toBe(404);
  });

  test("gets 404 after its session has ended, without further details", async () => {
    const { client, message, admin } = await givenSentPicture();
    const other = await givenSignedIn(given, admin);
    expect((await given.app.request(message.mediaUrl)).status).toBe(200);
    expect((await client.request("/auth/logout", { method: "DELETE" })).status).toBe(200);
    const gone = await given.app.request(message.mediaUrl);
    expect([gone.status, (await gone.json()).code]).toEqual([404, "ERR_NO_FILE_FOUND"]);
    expect((await client.request(new URL(message.mediaUrl).pathname)).status).toBe(401);
    // A colleague's session does not revive the address, which is bound to its own session.
    expect((await other.request(message.mediaUrl)).status).toBe(404);
    expect((await other.request(new URL(message.mediaUrl).pathname)).status).toBe(200);
  });

  test("shared computer: browsers cache the file no longer than the address is valid, and revalidate by cookie", async () => {
    const { client, message } = await givenSentPicture();
    const lifetime = (response: Response) => {
      const [, seconds] = /^private, max-age=(\d+)$/.exec(response.headers.get("Cache-Control") ?? "") ?? [];
      return Number(seconds);
    };
    const address = new URL(message.mediaUrl);
    const left = Number(address.searchParams.get("e")) - testTime() / 1000;
    const signed = lifetime(await given.app.request(address.href));
    expect(signed).toBeGreaterThan(0);
    expect(signed).toBeLessThanOrEqual(left + 1);
    expect(lifetime(await client.request(address.pathname))).toBe(0);
  });

  test("of another company's file is refused in every variation, and so is an expired one", async () => {
    const { message, companyId } = await givenSentPicture();
    const theirs = await givenSentPicture();
    const [mine, other] = [new URL(message.mediaUrl), new URL(theirs.message.mediaUrl)];
    for (const [path, query] of [
      [other.pathname, mine.search],
      [mine.pathname, other.search],
      [other.pathname, other.search.replace(theirs.companyId, companyId)],
      [mine.pathname, mine.search.replace(companyId, theirs.companyId)],
    ])
      expect([path, query, (await given.app.request(`${path}${query}`)).status]).toEqual([path, query, 401]);
    vi.useFakeTimers({ now: testTime() + 6 * 60 * 60_000 + 1_000, toFake: ["Date"] });
    try {
      expect((await given.app.request(message.mediaUrl)).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  test("works with the session's cookie alone, with ranges, and answers 304 to a client that has the file", async () => {
    const { client, message, bytes } = await givenSentPicture();
    const { pathname } = new URL(message.mediaUrl);
    const get = (headers: Record<string, string>) =>
      given.app.request(pathname, { headers: { cookie: client.cookie, ...headers } });
    const whole = await get({});
    expect([whole.status, whole.headers.get("Content-Length")]).toEqual([200, "5000"]);
    const ranges: [string, number, string | null, number][] = [
      ["bytes=0-99", 206, "bytes 0-99/5000", 100],
      ["bytes=4990-", 206, "bytes 4990-4999/5000", 10],
      ["bytes=-10", 206, "bytes 4990-4999/5000", 10],
      ["bytes=4990-9999", 206, "bytes 4990-4999/5000", 10],
      ["bytes=5000-", 416, "bytes */5000", 0],
      ["bytes=9-5", 200, null, 5_000],
      ["lines=1-2", 200, null, 5_000],
    ];
    for (const [range, status, contentRange, length] of ranges) {
      const part = await get({ range });
      expect([range, part.status, part.headers.get("Content-Range")]).toEqual([range, status, contentRange]);
      expect((await part.arrayBuffer()).byteLength).toBe(length);
    }
    const middle = await get({ range: "bytes=100-199" });
    expect(new Uint8Array(await middle.arrayBuffer())).toEqual(bytes.slice(100, 200));
    const known = await get({ "if-none-match": whole.headers.get("ETag") ?? "" });
    expect(known.status).toBe(304);
  });

  test("serves HTML and SVG as downloads only", async () => {
    const { companyId, ana } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    for (const mimetype of ["text/html", "image/svg+xml", "application/xhtml+xml", "application/octet-stream"]) {
      const id = randomUUID();
      const bytes = new TextEncoder().encode("<script>alert(1)</script>");
      await given.fileStore.write(companyId, id, 0, bytes);
      const file = {
        companyId,
        id,
        name: "x.html",
        mimetype,
        size: bytes.length,
        sha256: sha256(bytes),
        userId: ana.id,
      };
      await testDatabase().company(companyId, (tx) => tx.insert(schema.files).values({ ...file, isComplete: true }));
      const { headers } = await client.request(`/media/${id}`);
      expect(headers.get("Content-Disposition")).toMatch(/^attachment/);
      expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
    }
  });
});

test("files: logs one that cannot be read, and no download that its client has left", async () => {
  const lines: string[] = [];
  const logger = pino({ level: "error" }, { write: (line: string) => lines.push(line) });
  const { app, fileStore } = await givenApp({}, logger);
  const { companyId, ana } = await givenCompany();
  const { cookie } = await givenSignedIn(given, ana);
  const [left, lost] = [randomUUID(), randomUUID()];
  const bytes = png(1_000_000);
  await fileStore.write(companyId, left, 0, bytes);
  const file = { companyId, name: "x.png", mimetype: "image/png", size: bytes.length, sha256: sha256(bytes) };
  const rows = [left, lost].map((id) => ({ ...file, id, userId: ana.id, isComplete: true }));
  await testDatabase().company(companyId, (tx) => tx.insert(schema.files).values(rows));
  const reader = (await app.request(`/media/${left}`, { headers: { cookie } })).body?.getReader();
  await reader?.read();
  await reader?.cancel(new Error("the client has left"));
  const { body } = await app.request(`/media/${lost}`, { headers: { cookie } });
  await expect(new Response(body).arrayBuffer()).rejects.toThrow();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: "file_read_failed", fileId: lost }]);
});

test("an uploaded HEIC picture that cannot be converted is logged once with its id, in parts and in a form", async () => {
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
  const logging = await givenApp({}, logger);
  const { companyId, ana, queue, connection } = await givenCompany();
  const client = await givenSignedIn(logging, ana);
  const broken = new Uint8Array(readFileSync(new URL("../../proof/field/files/foto.heic", import.meta.url))).slice(
    0,
    900,
  );
  const part = randomUUID();
  expect((await put(client, part, broken, { name: "IMG_1.HEIC" })).status).toBe(200);
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  const form = new FormData();
  form.append("medias", new File([broken], "IMG_2.HEIC", { type: "image/heic" }));
  const sent = await client.request(`/messages/${ticket.id}`, { method: "POST", body: form });
  const [message] = (await sent.json()).messages;
  const inForm = await testDatabase().company(companyId, (tx) =>
    tx.select({ fileId: schema.messages.fileId }).from(schema.messages).where(eq(schema.messages.id, message.id)),
  );
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "picture_conversion_failed", fileId: part },
    { event: "picture_conversion_failed", fileId: inForm[0]?.fileId },
  ]);
  expect(lines.join("")).not.toContain("IMG_");
});

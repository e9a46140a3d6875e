import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { MebiByte } from "../../../contracts/desk/messages.ts";
import { testNow } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { openDiskFileStore, openFileStore, readFilesAddress } from "../../../outside/file-store/index.ts";
import { startS3StandIn } from "../../../outside/file-store/testing/s3-stand-in.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import {
  attachMedia,
  failMedia,
  fetchMediaAgain,
  messageRows,
  receiveMessage,
  sendMessage,
} from "../messages/index.ts";
import { transferTicket } from "../tickets/index.ts";
import {
  acceptType,
  detectMimetype,
  receiveUploadPart,
  removeUnusedUploads,
  requireFile,
  storeFile,
  uploadState,
} from "./index.ts";

const folder = await mkdtemp(join(tmpdir(), "balcao-files-"));
const store = openDiskFileStore(folder);
const s3 = await startS3StandIn("arquivos");
for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
const bucket = readFilesAddress({ FILES_URL: "s3://arquivos", AWS_ENDPOINT_URL_S3: s3.endpoint }, folder);
const places = [
  ["a folder", store],
  ["a bucket", openFileStore(bucket, folder)],
] as const;
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const png = (bytes: number) =>
  Buffer.concat([
    Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
    Buffer.from("0000000049444154", "hex"),
    randomBytes(bytes - 41),
  ]);
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const scheduleWith = (companyId: string, contactId: string, fileId: string) => ({
  ...{ companyId, id: randomUUID(), contactId, userId: randomUUID(), body: "Bom dia!", fileId },
  sendAt: testNow(),
});

function upload(
  agent: GivenAgent,
  content: Uint8Array,
  name: string,
  { id = randomUUID() as string, place: into = store } = {},
) {
  const place = { size: content.length, sha256: hash(content), name };
  const part = (offset: number, end = content.length) =>
    acting(agent, (ctx) => receiveUploadPart(ctx, into, id, { ...place, offset }, content.subarray(offset, end)));
  return { id, place, part, state: () => acting(agent, (ctx) => uploadState(ctx, into, id)) };
}

test.each(places)(
  "in %s, a file is uploaded in parts, each repeatable, and is complete when its hash matches",
  async (_place, place) => {
    const { companyId, ana } = await givenCompany();
    const content = png(100_000);
    const { id, part, state } = upload(ana, content, "vaso.png", { place });
    expect(await part(0, 30_000)).toEqual({ id, offset: 30_000, complete: false, kind: null });
    expect(await part(60_000)).toMatchObject({ offset: 30_000, complete: false });
    expect(await part(10_000, 70_000)).toMatchObject({ offset: 70_000 });
    expect(await part(0, 30_000)).toMatchObject({ offset: 70_000 });
    expect(await state()).toMatchObject({ offset: 70_000, complete: false });
    expect(await part(70_000)).toEqual({ id, offset: 100_000, complete: true, kind: "image" });
    expect(await part(70_000)).toMatchObject({ complete: true });
    const file = await acting(ana, (ctx) => requireFile(ctx, id));
    expect(file).toMatchObject({ mimetype: "image/png", kind: "image", size: 100_000, name: "vaso.png" });
    if (place !== store)
      expect([...s3.objects.keys()].filter((key) => key.includes(id))).toEqual([`${companyId}/${id}`]);
  },
);

test.each(places)(
  "in %s, content that differs from the announced hash is refused, and can be uploaded again",
  async (_place, into) => {
    const { ana } = await givenCompany();
    const [content, other] = [png(1000), png(1000)];
    const { id, place, part, state } = upload(ana, content, "vaso.png", { place: into });
    const send = (bytes: Uint8Array, change = {}) =>
      acting(ana, (ctx) => receiveUploadPart(ctx, into, id, { ...place, offset: 0, ...change }, bytes));
    expect((await refusal(send(other))).code).toBe("ERR_UPLOAD_MISMATCH");
    expect(await part(0, 10)).toMatchObject({ offset: 10, complete: false });
    expect((await refusal(send(content, { sha256: hash(other) }))).code).toBe("ERR_UPLOAD_MISMATCH");
    expect((await refusal(send(Buffer.concat([content, content])))).code).toBe("ERR_UPLOAD_MISMATCH");
    expect(await part(0)).toMatchObject({ complete: true });
    expect(await state()).toMatchObject({ complete: true });
  },
);

test("a file too large for its kind, a program, or a false extension is refused at the first part", async () => {
  const { ana } = await givenCompany();
  const head = png(70_000);
  const start = (content: Uint8Array, name: string, size = content.length) => {
    const place = { size, sha256: hash(content), name, offset: 0 };
    return refusal(acting(ana, (ctx) => receiveUploadPart(ctx, store, randomUUID(), place, content)));
  };
  expect((await start(head, "grande.png", 17 * MebiByte)).code).toBe("ERR_FILE_TOO_LARGE");
  expect((await start(Buffer.from(`MZ${"\0".repeat(200)}`), "fatura.pdf")).code).toBe("ERR_FILE_TYPE");
  expect((await start(Buffer.from("<html><script>alert(1)</script></html>"), "foto.png")).code).toBe("ERR_FILE_TYPE");
});

test("types are detected from the content; content that can carry script is a document", async () => {
  const detect = async (content: string | Buffer, name: string) =>
    acceptType(await detectMimetype(Buffer.from(content as string)), name);
  expect(await detect("<!DOCTYPE html><p>oi", "p.html")).toEqual({ mimetype: "text/html", kind: "document" });
  expect(await detect('<svg xmlns="x"></svg>', "d.svg")).toMatchObject({ kind: "document" });
  expect(await detect("a;b\n1;2", "t.csv")).toEqual({ mimetype: "text/plain", kind: "document" });
  expect(await detect("%PDF-1.7\n", "c.pdf")).toEqual({ mimetype: "application/pdf", kind: "document" });
  expect(await detect(Buffer.from([1, 0, 2, 0, 255]), "planta.dwg")).toMatchObject({ kind: "document" });
  const voice = Buffer.concat([
    Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d", "hex"),
    Buffer.from("A_OPUS"),
  ]);
  expect(await detect(voice, "audio-record-site-1.webm")).toEqual({ mimetype: "audio/webm", kind: "audio" });
});

test("a file is readable by its uploader, then by users who may read its message", async () => {
  const { companyId, queue, support, ana, bia, admin } = await givenCompany();
  const carla = await givenAgent({ companyId, queueIds: [queue.id] });
  const stranger = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id });
  const connected = await atDesk(companyId, (ctx) => ctx.db.select().from(schema.connections));
  await atDesk(companyId, (ctx) =>
    ctx.db.update(schema.tickets).set({ connectionId: connected[0]?.id }).where(eq(schema.tickets.id, ticket.id)),
  );
  const { id, part } = upload(ana, png(500), "foto.png");
  const code = async (agent: GivenAgent) => (await refusal(acting(agent, (ctx) => requireFile(ctx, id)))).code;
  await part(0, 200);
  expect(await code(ana)).toBe("ERR_NO_FILE_FOUND");
  await part(200);
  expect(await code(carla)).toBe("ERR_NO_FILE_FOUND");
  const sent = await acting(ana, (ctx) =>
    sendMessage(ctx, { id: randomUUID(), ticketId: ticket.id, body: "veja", fileId: id }),
  );
  const [stored] = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(schema.messages).where(eq(schema.messages.id, sent.id)),
  );
  expect(stored).toMatchObject({ mediaType: "image", mediaName: "foto.png", mediaState: "ready", body: "veja" });
  expect(await code(carla)).toBe("nothing was refused");
  expect(await code(bia)).toBe("ERR_NO_FILE_FOUND");
  expect(await code(stranger.admin)).toBe("ERR_NO_FILE_FOUND");
  await acting(ana, (ctx) => transferTicket(ctx, ticket.id, { queueId: support.id, userId: null }));
  // The conversation goes along with its ticket.
  expect(await code(bia)).toBe("nothing was refused");
  expect(await code(admin)).toBe("nothing was refused");
});

test("an upload belongs to its uploader: nobody else continues, reads or replaces it", async () => {
  const { ana, bia } = await givenCompany();
  const stranger = await givenCompany();
  const { id, part } = upload(ana, png(500), "foto.png");
  await part(0, 100);
  for (const agent of [bia, stranger.admin]) {
    const look = acting(agent, (ctx) => uploadState(ctx, store, id));
    expect((await refusal(look)).code).toBe("ERR_NO_FILE_FOUND");
  }
  const place = { size: 500, sha256: hash(png(500)), name: "x.png", offset: 0 };
  const replace = acting(bia, (ctx) => receiveUploadPart(ctx, store, id, place, png(500)));
  expect((await refusal(replace)).code).toBe("ERR_NO_FILE_FOUND");
});

test("a customer's file is stored whatever its type, once; its message has it, or says that it failed", async () => {
  const { companyId, connection, admin, ana } = await givenCompany();
  const media = { name: "jogo.exe", mimetype: "application/x-msdownload", size: 202, seconds: null, waveform: null };
  const { messageId } = await atDesk(companyId, (ctx) =>
    receiveMessage(ctx, textFrom(connection.id, { kind: "document", body: "", media })),
  );
  const id = messageId as string;
  const row = async () => (await acting(admin, (ctx) => messageRows(ctx, [id])))[0]?.media;
  await atDesk(companyId, (ctx) => failMedia(ctx, { messageId: id }));
  expect(await row()).toMatchObject({ state: "failed", fileId: null });
  await acting(ana, (ctx) => fetchMediaAgain(ctx, id));
  expect(await row()).toMatchObject({ state: "pending" });

  const bytes = Buffer.from(`MZ${"\0".repeat(200)}`);
  const path = join(folder, "incoming.exe");
  await writeFile(path, bytes);
  const file = await atDesk(companyId, (ctx) => storeFile(ctx, store, { id: randomUUID(), name: media.name, path }));
  expect(file).toMatchObject({ kind: "document", mimetype: "application/octet-stream", size: 202, isComplete: true });
  const again = await atDesk(companyId, (ctx) => storeFile(ctx, store, { id: file.id, name: "outro", bytes: png(90) }));
  expect(again).toEqual(file);
  const attached = { messageId: id, fileId: file.id, mimetype: file.mimetype, size: file.size };
  await atDesk(companyId, (ctx) => attachMedia(ctx, attached));
  await atDesk(companyId, (ctx) => failMedia(ctx, { messageId: id }));
  expect(await row()).toMatchObject({ state: "ready", fileId: file.id });
  expect(await acting(ana, (ctx) => requireFile(ctx, file.id))).toMatchObject({ name: "jogo.exe" });
});

test("a song whose cover is larger than the head is detected as a song", async () => {
  const { ana } = await givenCompany();
  // An ID3 tag of 6 · 128² + 106 · 128 + 96 bytes, followed by an audio frame.
  const tag = Buffer.concat([Buffer.from("49443304000000066a60", "hex"), Buffer.alloc(6 * 16_384 + 106 * 128 + 96)]);
  const song = Buffer.concat([tag, Buffer.from("fffb9064", "hex"), Buffer.alloc(4000)]);
  const { part } = upload(ana, song, "jingle.mp3");
  expect(await part(0, 70_000)).toMatchObject({ complete: false });
  expect(await part(70_000)).toMatchObject({ complete: true, kind: "audio" });
});

test("disk filling: a user has at most 100 unfinished uploads and 1 GiB unused; others are not affected", async () => {
  const { companyId, ana, bia } = await givenCompany();
  const given = (agent: GivenAgent, count: number, size: number) =>
    atDesk(companyId, (ctx) =>
      ctx.db.insert(schema.files).values(
        Array.from({ length: count }, () => ({
          ...{ companyId, id: randomUUID(), name: "x", size, sha256: "", userId: agent.id },
        })),
      ),
    );
  const begin = (agent: GivenAgent) => upload(agent, png(200), "foto.png").part(0, 100);
  await given(ana, 99, 1);
  await begin(ana);
  expect((await refusal(begin(ana))).code).toBe("ERR_TOO_MANY_UPLOADS");
  await given(bia, 17, 64 * MebiByte);
  expect((await refusal(begin(bia))).code).toBe("ERR_TOO_MANY_UPLOADS");
  // Unfinished uploads count, files used by a message do not.
  const ids = await atDesk(companyId, (ctx) =>
    ctx.db
      .update(schema.files)
      .set({ isComplete: true })
      .where(eq(schema.files.userId, bia.id))
      .returning({ id: schema.files.id }),
  );
  const ticket = await givenTicket({ companyId, status: "open" });
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(schema.schedules).values(ids.map(({ id }) => scheduleWith(companyId, ticket.contactId, id))),
  );
  expect(await begin(bia)).toMatchObject({ complete: false });
});

test("disk filling: below the reserve nothing is written; with free space the upload continues", async () => {
  const { ana } = await givenCompany();
  let free = 10_000;
  const statfs = async () => ({ bavail: free, bsize: 1 });
  const scarce = openDiskFileStore(folder, { reserveBytes: 5_000, statfs });
  const content = png(4_000);
  const id = randomUUID();
  const place = { size: content.length, sha256: hash(content), name: "vaso.png" };
  const send = (offset: number, end: number) =>
    acting(ana, (ctx) => receiveUploadPart(ctx, scarce, id, { ...place, offset }, content.subarray(offset, end)));
  await send(0, 2_000);
  free = 6_000;
  expect((await refusal(send(2_000, 4_000))).code).toBe("ERR_NO_SPACE");
  const whole = { id: randomUUID(), name: "a", bytes: content };
  expect((await refusal(atDesk(ana.companyId, (ctx) => storeFile(ctx, scarce, whole)))).code).toBe("ERR_NO_SPACE");
  free = 10_000;
  expect(await send(2_000, 4_000)).toMatchObject({ complete: true });
  expect(await scarce.freeBytes()).toBe(10_000);
});

test("unfinished uploads are deleted after a day, unused ones after a week, in the own company only", async () => {
  const { companyId, ana } = await givenCompany();
  const stranger = await givenCompany();
  const now = testNow();
  const given = async (company: string, userId: string | null, days: number, isComplete: boolean) => {
    const id = randomUUID();
    const updatedAt = new Date(now.getTime() - days * 86_400_000);
    await store.write(company, id, 0, png(100));
    await atDesk(company, (ctx) =>
      ctx.db
        .insert(schema.files)
        .values({ companyId: company, id, name: "x", size: 100, sha256: "", userId, isComplete, updatedAt }),
    );
    return id;
  };
  const gone = [await given(companyId, ana.id, 1.1, false), await given(companyId, ana.id, 7.1, true)];
  const [named, ...kept] = [
    await given(companyId, ana.id, 30, true),
    await given(companyId, ana.id, 0.9, false),
    await given(companyId, ana.id, 6.9, true),
    await given(companyId, null, 30, true),
  ];
  const theirs = await given(stranger.companyId, stranger.ana.id, 30, false);
  const ticket = await givenTicket({ companyId, status: "open" });
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(schema.schedules).values(scheduleWith(companyId, ticket.contactId, named ?? "")),
  );
  const removed = await atDesk(companyId, (ctx) => removeUnusedUploads({ ...ctx, now }, store));
  expect(removed).toBe(2);
  for (const id of gone) expect(await store.size(companyId, id)).toBe(0);
  for (const id of [named ?? "", ...kept]) expect(await store.size(companyId, id)).toBe(100);
  expect(await store.size(stranger.companyId, theirs)).toBe(100);
});

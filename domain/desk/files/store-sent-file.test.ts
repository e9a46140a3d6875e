import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileLimits } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { atDesk, refusal } from "../../testing.ts";
import { storeSentFile } from "./index.ts";

const folder = await mkdtemp(join(tmpdir(), "balcao-sent-files-"));
const store = openDiskFileStore(folder);
afterAll(() => rm(folder, { recursive: true, force: true }));

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});

const png = (size = 100) =>
  Buffer.concat([
    Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049444154", "hex"),
    Buffer.alloc(size),
  ]);
const send = (name: string, bytes: Uint8Array, id: string = randomUUID()) =>
  atDesk(companyId, (ctx) => storeSentFile(ctx, store, { id, name, bytes }));
const rowsOf = (id: string) =>
  atDesk(companyId, (ctx) => ctx.db.select().from(schema.files).where(eq(schema.files.id, id)));

test("an integrator's file is stored complete, with its detected type and without an uploader", async () => {
  const [bytes, id] = [png(), randomUUID()];
  const file = await send("vaso.png", bytes, id);
  expect(file).toMatchObject({ id, name: "vaso.png", mimetype: "image/png", kind: "image", userId: null });
  expect(file).toMatchObject({ size: bytes.length, isComplete: true });
  expect(await store.size(companyId, id)).toBe(bytes.length);
});

test("the same id sent again keeps the first file", async () => {
  const id = randomUUID();
  const first = await send("vaso.png", png(), id);
  expect(await send("outro.png", png(500), id)).toEqual(first);
  expect(await store.size(companyId, id)).toBe(first.size);
});

test.each<[string, string, Uint8Array, string]>([
  ["a program", "fatura.pdf", Buffer.from(`MZ${"\0".repeat(200)}`), "ERR_FILE_TYPE"],
  ["text named as a picture", "foto.png", Buffer.from("palavras"), "ERR_FILE_TYPE"],
  ["a picture above the limit", "grande.png", png(fileLimits.image), "ERR_FILE_TOO_LARGE"],
])("%s is refused, and nothing of it is kept", async (_name, name, bytes, code) => {
  const id = randomUUID();
  expect(await refusal(send(name, bytes, id))).toMatchObject({ code, details: { name } });
  expect(await store.size(companyId, id)).toBe(0);
  expect(await rowsOf(id)).toEqual([]);
});

test("another company may send a file with the same id: it is stored as its own", async () => {
  const id = randomUUID();
  await send("vaso.png", png(), id);
  const other = (await givenCompany()).companyId;
  const theirs = await atDesk(other, (ctx) => storeSentFile(ctx, store, { id, name: "deles.png", bytes: png(7) }));
  expect(theirs).toMatchObject({ id, name: "deles.png", companyId: other });
  expect(await rowsOf(id)).toMatchObject([{ name: "vaso.png" }]);
});

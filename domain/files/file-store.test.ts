import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { refusal } from "../testing.ts";
import { headOf } from "./content.ts";
import { openDiskFileStore, readDiskReserve } from "./index.ts";

const folder = await mkdtemp(join(tmpdir(), "balcao-file-store-"));
const store = openDiskFileStore(folder);
afterAll(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => Buffer.from(text);

async function contentOf(companyId: string, id: string, range?: { start?: number; end?: number }): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of store.read(companyId, id, range)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("a write at an offset overwrites these bytes and keeps the others", async () => {
  const [companyId, id] = [randomUUID(), randomUUID()];
  expect(await store.size(companyId, id)).toBe(0);
  await store.write(companyId, id, 0, bytes("abcdef"));
  await store.write(companyId, id, 2, bytes("XY"));
  await store.write(companyId, id, 6, bytes("gh"));
  expect(await contentOf(companyId, id)).toBe("abXYefgh");
  expect(await store.size(companyId, id)).toBe(8);
});

test("a range includes its first and its last byte, and the head of a short file is the whole file", async () => {
  const [companyId, id] = [randomUUID(), randomUUID()];
  await store.write(companyId, id, 0, bytes("abcdef"));
  expect(await contentOf(companyId, id, { start: 1, end: 3 })).toBe("bcd");
  expect(Buffer.from(await headOf(store, companyId, id, 4)).toString()).toBe("abcd");
  expect(Buffer.from(await headOf(store, companyId, id, 100)).toString()).toBe("abcdef");
});

test("the same file id of another company is another file", async () => {
  const [one, other, id] = [randomUUID(), randomUUID(), randomUUID()];
  await store.write(one, id, 0, bytes("um"));
  expect(await store.size(other, id)).toBe(0);
  await store.remove(other, id);
  expect(await contentOf(one, id)).toBe("um");
});

test("a removed file has no bytes, and removing it again is no error", async () => {
  const [companyId, id] = [randomUUID(), randomUUID()];
  await store.write(companyId, id, 0, bytes("um"));
  await store.remove(companyId, id);
  await store.remove(companyId, id);
  expect(await store.size(companyId, id)).toBe(0);
});

test.each([
  ["a path as the file id", randomUUID(), "../../etc/passwd"],
  ["a path as the company", "..", randomUUID()],
  ["an id in capitals", randomUUID(), randomUUID().toUpperCase()],
  ["an id with a line break", randomUUID(), `${randomUUID()}\n`],
  ["no id", randomUUID(), ""],
])("the path of a file refuses %s", (_name, companyId, id) => {
  expect(() => store.path(companyId, id)).toThrow("named by two ids");
});

test("the reserve is kept free to the byte", async () => {
  const statfs = async () => ({ bavail: 10, bsize: 100 });
  const scarce = openDiskFileStore(folder, { reserveBytes: 400, statfs });
  expect(await scarce.freeBytes()).toBe(1_000);
  expect((await refusal(scarce.requireSpace(600))).code).toBe("nothing was refused");
  expect((await refusal(scarce.requireSpace(601))).code).toBe("ERR_NO_SPACE");
});

test.each([
  [undefined, 512 * 1_048_576],
  ["", 512 * 1_048_576],
  ["0", 0],
  ["1.5", 1_572_864],
  ["2048", 2_147_483_648],
])("DISK_RESERVE_MB %s means %i bytes", (value, reserveBytes) => {
  expect(readDiskReserve(value)).toBe(reserveBytes);
});

test.each(["-1", "muito", "NaN", "1GB"])("DISK_RESERVE_MB %s is refused at the start", (value) => {
  expect(() => readDiskReserve(value)).toThrow("DISK_RESERVE_MB");
});

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test, vi } from "vitest";
import { hashOf, openDiskFileStore, openFileStore, readFilesAddress } from "../../../outside/file-store/index.ts";
import { startS3StandIn } from "../../../outside/file-store/testing/s3-stand-in.ts";
import { textOf } from "../../../outside/file-store/testing/text-of.ts";
import { copyFiles } from "./copy-files.ts";

const folder = await mkdtemp(join(tmpdir(), "balcao-copy-files-"));
const s3 = await startS3StandIn("balcao-arquivos");
for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const s3Env = (path: string) => ({ FILES_URL: `s3://balcao-arquivos${path}`, AWS_ENDPOINT_URL_S3: s3.endpoint });
const openBucketStore = (path: string) => openFileStore(readFilesAddress(s3Env(path), folder), folder);
const disk = openDiskFileStore(join(folder, "files"));
const bucket = openBucketStore("/loja");
const bytes = (text: string) => Buffer.from(text);

test.each([
  ["a folder", "a bucket", disk, openBucketStore("/mudanca")],
  ["a bucket", "a folder", bucket, openDiskFileStore(join(folder, "moved"))],
])("%s to %s: stopped anywhere and run again, every file is there", async (_from, _to, from, to) => {
  const companies = [randomUUID(), randomUUID()];
  for (const companyId of companies) {
    for (let at = 0; at < 8; at += 1) await from.put(companyId, randomUUID(), [randomBytes(1 + at * 1_000)]);
    await from.write(companyId, randomUUID(), 0, bytes("unfinished"));
  }
  for (const stopAfter of [1, 5, 11]) {
    const stopped = copyFiles(from, to, {
      onStep: ({ done = 0 }) => {
        if (done >= stopAfter) throw new Error("stopped");
      },
    });
    await expect(stopped).rejects.toThrow("stopped");
  }
  await copyFiles(from, to, { comparesContent: true });
  expect(await copyFiles(from, to)).toMatchObject({ files: 0, bytes: 0 });
  for (const companyId of companies) {
    const ids = (await from.list(companyId)).map(({ id }) => id).sort();
    expect(ids).toHaveLength(9);
    expect((await to.list(companyId)).map(({ id }) => id).sort()).toEqual(ids);
    for (const id of ids) expect(await hashOf(to, companyId, id)).toBe(await hashOf(from, companyId, id));
  }
});

test("an upload that was copied unfinished goes on in the other store", async () => {
  const [companyId, id] = [randomUUID(), randomUUID()];
  const [here, there] = [openDiskFileStore(join(folder, "begun")), openBucketStore("/continua")];
  await here.write(companyId, id, 0, bytes("abc"));
  await copyFiles(here, there);
  expect(await there.size(companyId, id)).toBe(3);
  await there.write(companyId, id, 3, bytes("def"));
  expect(await there.size(companyId, id)).toBe(6);
  await there.complete(companyId, id);
  expect(await textOf(there, companyId, id)).toBe("abcdef");
});

test("a file of which no byte comes for the time ends the copy with an error that names it", async () => {
  const [companyId, id] = [randomUUID(), randomUUID()];
  const [here, there] = [openDiskFileStore(join(folder, "mute")), openDiskFileStore(join(folder, "waiting"))];
  await here.put(companyId, id, [bytes("abc")]);
  const mute = { ...here, read: () => new Readable({ read() {} }) };
  await expect(copyFiles(mute, there, { silenceMs: 200 })).rejects.toThrow(
    `file ${companyId}/${id}: no byte within 0.2 s`,
  );
  const deaf = { ...there, put: () => new Promise<void>(() => {}) };
  await expect(copyFiles(here, deaf, { silenceMs: 200 })).rejects.toThrow("no byte within 0.2 s");
});

test("an interrupted copy ends at once and leaves no part of a file", async () => {
  const [companyId, id] = [randomUUID(), randomUUID()];
  const [here, there] = [openDiskFileStore(join(folder, "whole")), openDiskFileStore(join(folder, "none"))];
  await here.put(companyId, id, [randomBytes(300_000)]);
  const interruption = new AbortController();
  const onStep = ({ bytes = 0 }) => {
    if (bytes > 0) interruption.abort(new Error("interrupted"));
  };
  await expect(copyFiles(here, there, { onStep, signal: interruption.signal })).rejects.toThrow("interrupted");
  expect(await there.list(companyId)).toEqual([]);
});

test("a copy that is too short is replaced", async () => {
  const [companyId, id] = [randomUUID(), randomUUID()];
  const [here, there] = [openDiskFileStore(join(folder, "long")), openDiskFileStore(join(folder, "short"))];
  await here.put(companyId, id, [bytes("abc")]);
  await there.put(companyId, id, [bytes("ab")]);
  expect(await copyFiles(here, there)).toMatchObject({ files: 1, present: 0 });
  expect(await textOf(there, companyId, id)).toBe("abc");
});

test("a copy with other bytes of the same size is replaced when contents are compared", async () => {
  const [companyId, id] = [randomUUID(), randomUUID()];
  const [here, there] = [openDiskFileStore(join(folder, "right")), openDiskFileStore(join(folder, "wrong"))];
  await here.put(companyId, id, [bytes("abc")]);
  await there.put(companyId, id, [bytes("abX")]);
  expect(await copyFiles(here, there)).toMatchObject({ files: 0, present: 1 });
  expect(await copyFiles(here, there, { comparesContent: true })).toMatchObject({ files: 1, bytes: 3 });
  expect(await textOf(there, companyId, id)).toBe("abc");
});

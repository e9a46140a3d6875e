import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { BackedUpFile } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { openDiskFileStore, placeOf } from "../../../outside/file-store/index.ts";
import { backUpFiles } from "./index.ts";

vi.mock(import("node:fs/promises"), async (original) => {
  const present = await original();
  return { ...present, link: vi.fn(present.link) };
});

const [companyId, photo, voice] = ["0", "1", "2"].map((digit) => `01900000-0000-7000-8000-${digit.repeat(12)}`) as [
  string,
  string,
  string,
];
const CHANGED = new Date("2026-11-01T10:00:00.123Z");
const FIRST_BACKUP = new Date("2026-11-02T06:00:00Z");

let root: string;
let store: FileStore;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "balcao-links-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  store = openDiskFileStore(join(root, "store"));
  await put(photo, "a photo");
  await put(voice, "a voice message");
});

async function put(id: string, text: string, changedAt = CHANGED): Promise<void> {
  await store.put(companyId, id, Readable.from([Buffer.from(text)]));
  utimesSync(join(root, "store", placeOf(companyId, id)), changedAt, changedAt);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const inode = (folder: string, id: string) => statSync(join(root, folder, placeOf(companyId, id))).ino;
const textIn = (folder: string, id: string) => readFileSync(join(root, folder, placeOf(companyId, id)), "utf8");

/** Returns each file that the backup took, by id, and whether it is a link. */
async function backUp(
  folder: string,
  earlier?: { folder: string; files: BackedUpFile[]; takenAt?: Date },
  from = store,
) {
  const files: BackedUpFile[] = [];
  const count = await backUpFiles(from, join(root, folder), {
    earlier: earlier && {
      folder: join(root, earlier.folder),
      takenAt: earlier.takenAt ?? FIRST_BACKUP,
      checksums: async () => new Map(earlier.files.map((file) => [file.path, file.sha256])),
    },
    onFile: (file) => void files.push(file),
  });
  expect(count).toBe(files.length);
  const linked = Object.fromEntries(files.map(({ path, isLinked }) => [path.split("/").at(-1), isLinked]));
  return { files, linked };
}

test("a file that did not change is a link to the earlier backup, with its checksum", async () => {
  const first = await backUp("one");
  expect(first.linked).toEqual({ [photo]: false, [voice]: false });
  const second = await backUp("two", { folder: "one", ...first });
  expect(second.linked).toEqual({ [photo]: true, [voice]: true });
  expect(inode("two", photo)).toBe(inode("one", photo));
  expect(inode("two", photo)).not.toBe(inode("store", photo));
  expect(second.files.find(({ path }) => path.endsWith(photo))).toMatchObject({
    sha256: sha256("a photo"),
    bytes: 7,
    companyId,
  });
  const third = await backUp("three", { folder: "two", ...second });
  expect(third.linked).toEqual({ [photo]: true, [voice]: true });
});

test.each([
  ["another size", "a photo, cut", CHANGED],
  ["the same size and another time", "b photo", new Date("2026-11-01T10:00:00.223Z")],
])("a file with %s is copied, and the earlier backup stays as it was", async (_what, text, changedAt) => {
  const first = await backUp("one");
  await put(photo, text, changedAt);
  const second = await backUp("two", { folder: "one", ...first });
  expect(second.linked).toEqual({ [photo]: false, [voice]: true });
  expect([textIn("one", photo), textIn("two", photo)]).toEqual(["a photo", text]);
});

test("a file that changed just before the earlier backup is copied: a second change could have the same time", async () => {
  const first = await backUp("one");
  const takenAt = new Date(CHANGED.getTime() + 500);
  expect((await backUp("two", { folder: "one", ...first, takenAt })).linked).toEqual({
    [photo]: false,
    [voice]: false,
  });
});

test("a file without a checksum in the earlier backup, or missing there, is copied", async () => {
  const first = await backUp("one");
  rmSync(join(root, "one", placeOf(companyId, voice)));
  const files = first.files.filter(({ path }) => !path.endsWith(photo));
  expect((await backUp("two", { folder: "one", files })).linked).toEqual({ [photo]: false, [voice]: false });
});

test.each(["EXDEV", "EMLINK", "EPERM", "ENOTSUP"])(
  "where links are impossible (%s), files are copied",
  async (code) => {
    const first = await backUp("one");
    vi.mocked(fs.link).mockRejectedValue(Object.assign(new Error("no links"), { code }));
    onTestFinished(() => void vi.mocked(fs.link).mockReset());
    const second = await backUp("two", { folder: "one", ...first });
    expect(second.linked).toEqual({ [photo]: false, [voice]: false });
    expect(textIn("two", photo)).toBe("a photo");
  },
);

test("a link that fails otherwise ends the backup", async () => {
  const first = await backUp("one");
  vi.mocked(fs.link).mockRejectedValueOnce(Object.assign(new Error("the disk is broken"), { code: "EIO" }));
  await expect(backUp("two", { folder: "one", ...first })).rejects.toThrow("the disk is broken");
});

test("a file that is deleted during the backup is left out; any other fault ends it", async () => {
  const listed = { id: randomUUID(), changedAt: CHANGED };
  let lists = 0;
  const goneLater: FileStore = {
    ...store,
    list: async (id) => [...(await store.list(id)), ...(lists++ === 0 ? [listed] : [])],
  };
  expect((await backUp("one", undefined, goneLater)).linked).toEqual({ [photo]: false, [voice]: false });
  const unreadable: FileStore = { ...store, list: async (id) => [...(await store.list(id)), listed] };
  await expect(backUp("two", undefined, unreadable)).rejects.toThrow("ENOENT");
});

test("a file of which no byte comes for the time ends the backup with an error that names it", async () => {
  const mute: FileStore = { ...store, read: () => new Readable({ read() {} }) };
  const [first] = await store.list(companyId);
  const backingUp = backUpFiles(mute, join(root, "silent"), { silenceMs: 200, onFile() {} });
  await expect(backingUp).rejects.toThrow(`file ${companyId}/${first?.id}: no byte within 0.2 s`);
});

import { expect, test } from "vitest";
import { UPLOAD_PART_BYTES } from "../../../contracts/desk/uploads.ts";
import type { ApiFetch } from "../desk-types.ts";
import type { OutboxStore } from "./store.ts";
import { upload } from "./uploads.ts";

const { signal } = new AbortController();
const refusal = (status: number, code: string) => Object.assign(new Error(code), { status, code });
/** The SHA-256 of "abc". */
const abcHash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/** A device with one file, and a server that has received `offset` bytes of it; null: it does not know the file. */
function givenUpload(blob: Blob | null, offset: number | null = null, sha256: string | null = null) {
  const hashes: string[] = [];
  const parts: { offset: number; bytes: number; sha256: string | null; name: string | null }[] = [];
  const server = { offset, complete: false, isStuck: false, fail: (_part: number): Error | null => null };
  const state = () => Response.json({ id: "f", offset: server.offset ?? 0, complete: server.complete, kind: null });
  const apiFetch: ApiFetch = async (path, init) => {
    const { searchParams } = new URL(path, "http://desk.test");
    if (init?.method !== "PUT") {
      if (server.offset === null) throw refusal(404, "ERR_NO_FILE_FOUND");
      return state();
    }
    const body = init.body as Blob;
    const at = Number(searchParams.get("offset"));
    parts.push({ offset: at, bytes: body.size, sha256: searchParams.get("sha256"), name: searchParams.get("name") });
    const failure = server.fail(parts.length);
    if (failure) throw failure;
    if (server.isStuck) return state();
    server.offset = at + body.size;
    server.complete = server.offset === Number(searchParams.get("size"));
    return state();
  };
  const store = {
    file: async () => blob && { id: "f", name: "mapa.png", blob, sha256 },
    rememberHash: async (_id: string, hash: string) => void hashes.push(hash),
  } as unknown as OutboxStore;
  return { server, parts, hashes, run: () => upload("f", store, apiFetch, signal) };
}
const offsets = ({ parts }: ReturnType<typeof givenUpload>) => parts.map(({ offset }) => offset);

test("upload: a small file is one part with its hash and name, and the hash is remembered", async () => {
  const given = givenUpload(new Blob(["abc"]));
  await given.run();
  expect(given.parts).toEqual([{ offset: 0, bytes: 3, sha256: abcHash, name: "mapa.png" }]);
  expect(given.hashes).toEqual([abcHash]);
});

test("upload: a known hash is used again", async () => {
  const given = givenUpload(new Blob(["abc"]), null, "known");
  await given.run();
  expect([given.parts[0]?.sha256, given.hashes]).toEqual(["known", []]);
});

test("upload: a large file is sent in parts, from the server's offset", async () => {
  const blob = new Blob([new Uint8Array(2 * UPLOAD_PART_BYTES + 1)]);
  const whole = givenUpload(blob);
  await whole.run();
  expect(whole.parts.map(({ bytes }) => bytes)).toEqual([UPLOAD_PART_BYTES, UPLOAD_PART_BYTES, 1]);
  const rest = givenUpload(blob, UPLOAD_PART_BYTES + 5);
  await rest.run();
  expect(offsets(rest)).toEqual([UPLOAD_PART_BYTES + 5]);
});

test("upload: a complete file needs neither a request nor the file on this device", async () => {
  const given = givenUpload(null, 3);
  given.server.complete = true;
  await given.run();
  expect(given.parts).toEqual([]);
});

test("upload: when all bytes are there but the upload is incomplete, the last part is sent again", async () => {
  const small = givenUpload(new Blob(["abc"]), 3);
  await small.run();
  expect(offsets(small)).toEqual([0]);
  const large = givenUpload(new Blob([new Uint8Array(UPLOAD_PART_BYTES + 7)]), UPLOAD_PART_BYTES + 7);
  await large.run();
  expect(offsets(large)).toEqual([7]);
});

test("upload: a file that is not on this device is refused", async () => {
  await expect(givenUpload(null).run()).rejects.toMatchObject({ status: 404, code: "ERR_NO_FILE_FOUND" });
});

test("upload: after a mismatch it starts over once, a second mismatch ends it", async () => {
  const given = givenUpload(new Blob(["abc"]));
  given.server.fail = (part) => (part === 1 ? refusal(409, "ERR_UPLOAD_MISMATCH") : null);
  await given.run();
  expect(offsets(given)).toEqual([0, 0]);
  const again = givenUpload(new Blob(["abc"]));
  again.server.fail = () => refusal(409, "ERR_UPLOAD_MISMATCH");
  await expect(again.run()).rejects.toMatchObject({ code: "ERR_UPLOAD_MISMATCH" });
  expect(again.parts).toHaveLength(2);
});

test("upload: another failure ends it at once", async () => {
  const given = givenUpload(new Blob(["abc"]));
  given.server.fail = () => refusal(507, "ERR_NO_SPACE");
  await expect(given.run()).rejects.toMatchObject({ code: "ERR_NO_SPACE" });
  expect(given.parts).toHaveLength(1);
});

test("upload: a server that does not advance is not asked for ever", async () => {
  const given = givenUpload(new Blob(["abcdef"]), 3);
  given.server.isStuck = true;
  await expect(given.run()).rejects.toThrow("does not advance");
  expect(offsets(given)).toEqual([3]);
});

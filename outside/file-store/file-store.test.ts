import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, utimesSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { machineTime, testTime } from "../../contracts/testing/clock.ts";
import { refusal } from "../../domain/testing.ts";
import { hashOf, headOf } from "./content.ts";
import { openDiskFileStore, openFileStore, readDiskReserve, readFilesAddress } from "./index.ts";
import { openLocalCopies } from "./local-copies.ts";
import { startS3StandIn } from "./testing/s3-stand-in.ts";
import { textOf } from "./testing/text-of.ts";

const folder = await mkdtemp(join(tmpdir(), "balcao-file-store-"));
const s3 = await startS3StandIn("balcao-arquivos");
for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const MiB = 1024 * 1024;
const disk = openDiskFileStore(join(folder, "files"));
const s3Env = (path = "/loja") => ({ FILES_URL: `s3://balcao-arquivos${path}`, AWS_ENDPOINT_URL_S3: s3.endpoint });
const openBucketStore = (path?: string) => openFileStore(readFilesAddress(s3Env(path), folder), folder);
const bucket = openBucketStore();
const bytes = (text: string) => Buffer.from(text);

describe.each([
  ["a folder", disk],
  ["a bucket", bucket],
])("files in %s", (_place, store) => {
  test("the parts of an upload are one content, also when a part is sent again with another size", async () => {
    const [companyId, id] = [randomUUID(), randomUUID()];
    expect(await store.size(companyId, id)).toBe(0);
    await store.write(companyId, id, 0, bytes("abcdef"));
    await store.write(companyId, id, 0, bytes("abc"));
    await store.write(companyId, id, 2, bytes("cd"));
    await store.write(companyId, id, 4, bytes("efgh"));
    expect(await store.size(companyId, id)).toBe(8);
    expect(await textOf(store, companyId, id)).toBe("abcdefgh");
    expect(await textOf(store, companyId, id, { start: 1, end: 6 })).toBe("bcdefg");
    await store.complete(companyId, id);
    await store.complete(companyId, id);
    expect(await store.size(companyId, id)).toBe(8);
    expect(await textOf(store, companyId, id)).toBe("abcdefgh");
    expect((await store.list(companyId)).map((file) => file.id)).toEqual([id]);
  });

  test("a range includes its first and its last byte, and the head of a short file is the whole file", async () => {
    const [companyId, id] = [randomUUID(), randomUUID()];
    await store.put(companyId, id, [bytes("abc"), bytes("def")]);
    expect(await textOf(store, companyId, id, { start: 1, end: 3 })).toBe("bcd");
    expect(await textOf(store, companyId, id, { start: 4 })).toBe("ef");
    expect(await textOf(store, companyId, id, { start: 6 })).toBe("");
    expect(Buffer.from(await headOf(store, companyId, id, 4)).toString()).toBe("abcd");
    expect(Buffer.from(await headOf(store, companyId, id, 100)).toString()).toBe("abcdef");
  });

  test("the same file id of another company is another file", async () => {
    const [one, other, id] = [randomUUID(), randomUUID(), randomUUID()];
    await store.put(one, id, [bytes("um")]);
    expect(await store.size(other, id)).toBe(0);
    expect(await store.localPath(other, id)).toBeNull();
    await store.remove(other, id);
    await store.removeAll(other);
    expect(await textOf(store, one, id)).toBe("um");
    expect(await store.list(other)).toEqual([]);
  });

  test("a removed file has no bytes and no path, and removing it again is no error", async () => {
    const [companyId, id] = [randomUUID(), randomUUID()];
    await store.put(companyId, id, [bytes("um")]);
    expect(await readFile((await store.localPath(companyId, id)) ?? "", "utf8")).toBe("um");
    await store.write(companyId, id, 2, bytes("dois"));
    await store.remove(companyId, id);
    await store.remove(companyId, id);
    expect(await store.size(companyId, id)).toBe(0);
    expect(await store.localPath(companyId, id)).toBeNull();
    await expect(textOf(store, companyId, id)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("the files of a company are listed, more than one page of them, and removed together", async () => {
    const [companyId, other] = [randomUUID(), randomUUID()];
    const ids = Array.from({ length: 12 }, () => randomUUID()).sort();
    for (const id of ids) await store.put(companyId, id, [bytes(id)]);
    await store.put(other, ids[0] ?? "", [bytes("outro")]);
    const listed = await store.list(companyId);
    expect(listed.map(({ id }) => id).sort()).toEqual(ids);
    // A disk has the machine's time, the bucket that of its server.
    const ages = (changedAt: Date) => [testTime(), machineTime()].map((now) => Math.abs(now - changedAt.getTime()));
    for (const { changedAt } of listed) expect(Math.min(...ages(changedAt))).toBeLessThan(60_000);
    expect(await store.companies()).toEqual(expect.arrayContaining([companyId, other]));
    await store.localPath(companyId, ids[0] ?? "");
    await store.removeAll(companyId);
    expect(await store.list(companyId)).toEqual([]);
    expect(await store.localPath(companyId, ids[0] ?? "")).toBeNull();
    expect(await store.companies()).not.toContain(companyId);
    expect(await textOf(store, other, ids[0] ?? "")).toBe("outro");
  });

  test("a content that fails on its way leaves the earlier file", async () => {
    const [companyId, id] = [randomUUID(), randomUUID()];
    await store.put(companyId, id, [bytes("antes")]);
    async function* broken() {
      yield randomBytes(9 * MiB);
      yield randomBytes(9 * MiB);
      throw new Error("the source broke");
    }
    await expect(store.put(companyId, id, broken())).rejects.toThrow("the source broke");
    expect(await textOf(store, companyId, id)).toBe("antes");
    expect(s3.uploads.size).toBe(0);
  });

  test("a large file keeps every byte", async () => {
    const [companyId, id] = [randomUUID(), randomUUID()];
    const chunks = Array.from({ length: 20 }, () => randomBytes(MiB + 7));
    await store.put(companyId, id, chunks);
    const hash = createHash("sha256").update(Buffer.concat(chunks)).digest("hex");
    expect(await store.size(companyId, id)).toBe(20 * (MiB + 7));
    expect(await hashOf(store, companyId, id)).toBe(hash);
    const path = await store.localPath(companyId, id);
    expect(
      createHash("sha256")
        .update(await readFile(path ?? ""))
        .digest("hex"),
    ).toBe(hash);
  });

  test.each([
    ["a path as the file id", randomUUID(), "../../etc/passwd"],
    ["a path as the company", "..", randomUUID()],
    ["an id in capitals", randomUUID(), randomUUID().toUpperCase()],
    ["an id with a line break", randomUUID(), `${randomUUID()}\n`],
    ["no id", randomUUID(), ""],
  ])("%s is refused", async (_name, companyId, id) => {
    const calls = [
      async () => store.write(companyId, id, 0, bytes("x")),
      async () => store.put(companyId, id, [bytes("x")]),
      async () => store.size(companyId, id),
      async () => textOf(store, companyId, id),
      async () => store.localPath(companyId, id),
      async () => store.remove(companyId, id),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow("named by two ids");
  });

  test("a company that is no id is refused", async () => {
    await expect((async () => store.list(".."))()).rejects.toThrow("named by its id");
    await expect((async () => store.removeAll(""))()).rejects.toThrow("named by its id");
  });
});

describe("a bucket", () => {
  const companyId = randomUUID();

  test("objects are encrypted by the server as FILES_ENCRYPTION says", async () => {
    const [usual, plain, large] = [randomUUID(), randomUUID(), randomUUID()];
    await bucket.put(companyId, usual, [bytes("a")]);
    await bucket.put(companyId, large, [randomBytes(17 * MiB)]);
    const without = openFileStore(readFilesAddress({ ...s3Env(), FILES_ENCRYPTION: "none" }, folder), folder);
    await without.put(companyId, plain, [bytes("a")]);
    const encryptionOf = (id: string) => s3.objects.get(`loja/${companyId}/${id}`)?.encryption;
    expect([usual, large, plain].map(encryptionOf)).toEqual(["AES256", "AES256", undefined]);
  });

  test("a call meets an overloaded server or a broken connection twice and succeeds", async () => {
    const id = randomUUID();
    s3.faults.push("busy", "cut");
    await bucket.put(companyId, id, [bytes("a")]);
    s3.faults.push("cut", "busy");
    expect(await textOf(bucket, companyId, id)).toBe("a");
  });

  test("a server that stays away is ERR_UNAVAILABLE, and the file is there later", async () => {
    const id = randomUUID();
    await bucket.put(companyId, id, [bytes("a")]);
    s3.faults.push("busy", "busy", "busy");
    expect((await refusal(bucket.size(companyId, id))).code).toBe("ERR_UNAVAILABLE");
    expect(await bucket.size(companyId, id)).toBe(1);
  });

  test("a connection that ends within a file fails the read, and leaves no copy", async () => {
    const id = randomUUID();
    await bucket.put(companyId, id, [randomBytes(2 * MiB)]);
    s3.faults.push("cut-body");
    await expect(textOf(bucket, companyId, id)).rejects.toThrow();
    s3.faults.push("cut-body");
    await expect(bucket.localPath(companyId, id)).rejects.toThrow();
    expect((await readFile((await bucket.localPath(companyId, id)) ?? "")).length).toBe(2 * MiB);
  });

  test("a copy on this machine is downloaded once for callers at the same time", async () => {
    const id = randomUUID();
    await bucket.put(companyId, id, [bytes("a")]);
    s3.calls.length = 0;
    const paths = await Promise.all([1, 2, 3].map(() => bucket.localPath(companyId, id)));
    expect(new Set(paths).size).toBe(1);
    expect(s3.calls).toEqual([`GET /balcao-arquivos/loja/${companyId}/${id}`]);
  });

  test("a complete upload is one object", async () => {
    const id = randomUUID();
    for (const offset of [0, 1, 2]) await bucket.write(companyId, id, offset, bytes("a"));
    const keys = () => [...s3.objects.keys()].filter((key) => key.includes(id));
    expect(keys()).toHaveLength(3);
    await bucket.complete(companyId, id);
    expect(keys()).toEqual([`loja/${companyId}/${id}`]);
  });

  test("parts behind a gap do not count, and are no content", async () => {
    const id = randomUUID();
    await bucket.write(companyId, id, 0, bytes("abc"));
    await bucket.write(companyId, id, 5, bytes("fgh"));
    expect(await bucket.size(companyId, id)).toBe(3);
    expect(await textOf(bucket, companyId, id)).toBe("abc");
  });

  test("another prefix of the bucket is another store", async () => {
    const id = randomUUID();
    await bucket.put(companyId, id, [bytes("a")]);
    const other = openBucketStore("/outra");
    expect(await other.size(companyId, id)).toBe(0);
    expect(await other.companies()).toEqual([]);
    expect(await openBucketStore("").companies()).toEqual([]);
  });
});

test("old copies are removed above the limit, used ones stay", async () => {
  const copies = openLocalCopies(join(folder, "few"), {
    download: (companyId, id) => disk.read(companyId, id),
    maxBytes: 2_500,
    keepMs: Number.NEGATIVE_INFINITY,
  });
  const companyId = randomUUID();
  const paths: string[] = [];
  for (const letter of ["a", "b", "c"]) {
    const id = randomUUID();
    await disk.put(companyId, id, [Buffer.alloc(1_000, letter)]);
    const path = (await copies.path(companyId, id)) ?? "";
    paths.push(path);
    // A minute between the uses of two copies.
    for (const [age, each] of paths.toReversed().entries()) {
      const used = new Date(machineTime() - age * 60_000);
      if (existsSync(each)) utimesSync(each, used, used);
    }
  }
  expect(paths.map((path) => existsSync(path))).toEqual([false, true, true]);
});

describe("FILES_URL", () => {
  test.each([
    [{}, { folder: "/dados/files" }],
    [{ FILES_URL: "/outra/pasta" }, { folder: "/outra/pasta" }],
    [{ FILES_URL: "s3://loja" }, { bucket: "loja", prefix: "", encryption: "AES256", endpoint: undefined }],
    [
      { FILES_URL: "s3://loja/a/b/", FILES_ENCRYPTION: "aws:kms", AWS_ENDPOINT_URL: "http://127.0.0.1:9000" },
      { bucket: "loja", prefix: "a/b/", encryption: "aws:kms", endpoint: "http://127.0.0.1:9000" },
    ],
    [
      {
        FILES_URL: "s3://loja",
        FILES_ENCRYPTION: "none",
        AWS_ENDPOINT_URL: "http://a",
        AWS_ENDPOINT_URL_S3: "http://b",
      },
      { bucket: "loja", prefix: "", encryption: undefined, endpoint: "http://b" },
    ],
  ])("%j is read", (env, address) => {
    expect(readFilesAddress(env, "/dados")).toEqual(address);
  });

  test.each(["https://loja.example", "s3://", "s3://LOJA", "s3://loja?x=1", "gs://loja"])(
    "%s is refused",
    (address) => {
      expect(() => readFilesAddress({ FILES_URL: address }, "/dados")).toThrow("FILES_URL");
    },
  );

  test("an unknown encryption is refused", () => {
    expect(() => readFilesAddress({ FILES_URL: "s3://loja", FILES_ENCRYPTION: "rot13" }, "/dados")).toThrow(
      "FILES_ENCRYPTION",
    );
  });
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

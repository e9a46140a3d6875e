import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { openDiskFileStore } from "../outside/file-store/index.ts";
import { startS3StandIn } from "../outside/file-store/testing/s3-stand-in.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-files-move-"));
const s3 = await startS3StandIn("arquivos");
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

function move(args: string[]) {
  const { PATH = "" } = process.env;
  const env = { PATH, ...s3.env, AWS_ENDPOINT_URL_S3: s3.endpoint, DATA_DIR: folder };
  const child = spawn(process.execPath, [fileURLToPath(new URL("files-move.ts", import.meta.url)), ...args], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const ended = new Promise<{ status: number | null; output: string }>((done) =>
    child.once("close", (status) => done({ status, output })),
  );
  return { child, ended };
}

test("files move from a folder to a bucket and back, killed after any number of files", async () => {
  const [here, again] = [join(folder, "here"), join(folder, "again")];
  const store = openDiskFileStore(here);
  const wanted = new Map<string, Buffer>();
  for (const companyId of [randomUUID(), randomUUID()]) {
    for (let at = 0; at < 20; at += 1) {
      const [id, bytes] = [randomUUID(), randomBytes(1 + at * 100)];
      wanted.set(`${companyId}/${id}`, bytes);
      await store.put(companyId, id, [bytes]);
    }
  }
  for (const stopAfter of [1, 7, 25]) {
    const { child, ended } = move([here, "s3://arquivos/loja"]);
    await vi.waitUntil(() => s3.objects.size >= stopAfter, { interval: 2 });
    child.kill("SIGKILL");
    await ended;
    expect(s3.objects.size).toBeLessThan(40);
  }
  expect(await move([here, "s3://arquivos/loja", "--compare"]).ended).toMatchObject({ status: 0 });
  const inBucket = [...s3.objects].map(([key, { bytes }]) => [key, bytes.toString("base64")]);
  expect(Object.fromEntries(inBucket)).toEqual(
    Object.fromEntries([...wanted].map(([key, bytes]) => [`loja/${key}`, bytes.toString("base64")])),
  );

  const back = await move(["s3://arquivos/loja", again]).ended;
  expect(back.output).toContain("40 files copied");
  for (const [key, bytes] of wanted) {
    const [companyId = "", id = ""] = key.split("/");
    const chunks: Buffer[] = [];
    for await (const chunk of openDiskFileStore(again).read(companyId, id)) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  }
}, 120_000);

test("a place that is neither a folder nor a bucket is refused", async () => {
  expect(await move([folder, "https://loja.example"]).ended).toMatchObject({
    status: 1,
    output: expect.stringContaining("FILES_URL is neither"),
  });
  expect(await move([folder]).ended).toMatchObject({ status: 2, output: expect.stringContaining("usage") });
});

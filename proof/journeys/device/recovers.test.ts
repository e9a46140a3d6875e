import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { expect, onTestFinished, test, vi } from "vitest";
import { latency } from "../../../contracts/testing/latency.ts";
import { openBackupSource } from "../../../db/index.ts";
import { descendants, runningProcesses } from "../desk/process-table.ts";
import { newDataDir, runDesk } from "../desk/run-desk.ts";

/** Each test starts a desk of its own and restarts each of its processes several times. */
vi.setConfig({ testTimeout: 360_000 });
const RECOVERS = { timeout: 90_000, interval: 250 };

async function givenDesk() {
  const dataDir = await newDataDir();
  const desk = await runDesk(dataDir);
  onTestFinished(async () => {
    desk.child.kill("SIGKILL");
    await desk.ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  const postmaster = () => Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  const pidOf = (file: string) =>
    descendants(desk.child.pid ?? 0).find(({ command }) => command.endsWith(file))?.pid ?? 0;
  const isReady = () =>
    fetch(`${desk.url}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  return { ...desk, dataDir, postmaster, pidOf, isReady };
}

/** Starts a customer who writes continuously. Returns the texts that the sandbox accepted, in order. */
function writeAllTheTime(url: string) {
  const taken: string[] = [];
  let isWriting = true;
  const writing = (async () => {
    const connections = await fetch(`${url}/sandbox/connections`).then((answer) => answer.json());
    const { id: connectionId } = connections.find(({ name }: { name: string }) => name === "Loja Savassi");
    for (let at = 0; isWriting; at++) {
      const body = `mensagem ${at}`;
      const sent = { connectionId, from: "5531977776666", name: "Sandra Insistente", body };
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent) };
      const isTaken = await fetch(`${url}/sandbox/messages`, init).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isTaken) taken.push(body);
      await latency(150);
    }
  })();
  return {
    taken,
    async stop() {
      isWriting = false;
      await writing;
    },
  };
}

test("Postgres, the api and the connector restart after kill -9, and no message is lost or duplicated", async () => {
  const desk = await givenDesk();
  const customer = writeAllTheTime(desk.url);
  await expect.poll(() => customer.taken.length, RECOVERS).toBeGreaterThan(3);

  const killed = desk.postmaster();
  process.kill(killed, "SIGKILL");
  await expect.poll(desk.isReady, RECOVERS).toBe(false);
  // The api cannot start without its database; its restart is retried.
  process.kill(desk.pidOf("api/main.ts"), "SIGKILL");
  await expect.poll(desk.isReady, RECOVERS).toBe(true);
  expect(desk.postmaster()).not.toBe(killed);

  const connector = desk.pidOf("connector/main.ts");
  process.kill(connector, "SIGKILL");
  await expect.poll(() => ![0, connector].includes(desk.pidOf("connector/main.ts")), RECOVERS).toBe(true);
  const before = customer.taken.length;
  await expect.poll(() => customer.taken.length, RECOVERS).toBeGreaterThan(before + 3);
  await customer.stop();

  const owner = postgres((await openBackupSource(desk.dataDir)).ownerUrl, { max: 1 });
  const stored = async () => {
    const rows = await owner<{ body: string }[]>`select body from messages where body like 'mensagem %' order by body`;
    return rows.map(({ body }) => body).filter((body) => customer.taken.includes(body));
  };
  await expect.poll(stored, RECOVERS).toEqual([...customer.taken].sort());
  await owner.end();
  expect(desk.child.exitCode).toBeNull();

  // Other users of the machine may not read these folders.
  for (const folder of ["files", "sandbox", "postgres"])
    expect([folder, statSync(join(desk.dataDir, folder)).mode & 0o077]).toEqual([folder, 0]);
});

test("Ctrl-C ends everything while all processes wait for a restart", async () => {
  const desk = await givenDesk();
  const pids = descendants(desk.child.pid ?? 0).map(({ pid }) => pid);
  process.kill(desk.postmaster(), "SIGKILL");
  for (const file of ["api/main.ts", "connector/main.ts", "sandbox/main.ts"]) process.kill(desk.pidOf(file), "SIGKILL");
  const restarts = () => desk.lines.filter((line) => line.includes("começando de novo")).length;
  await expect.poll(restarts, RECOVERS).toBeGreaterThanOrEqual(4);
  const restarted = descendants(desk.child.pid ?? 0).map(({ pid }) => pid);
  desk.child.kill("SIGINT");
  expect(await desk.ended).toBe(0);
  await expect.poll(() => runningProcesses([...pids, ...restarted]), { interval: 200 }).toEqual([]);
});

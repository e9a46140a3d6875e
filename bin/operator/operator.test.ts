import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { prepareCitusKit, startCitusCluster } from "../../db/citus/kit.ts";
import { applicationUrl, migrate, startEmbeddedPostgres } from "../../db/index.ts";
import { createDatabase, dropDatabase } from "../../db/testing/cluster-database.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { openDiskFileStore } from "../../outside/file-store/index.ts";
import { fillRealDesk, type RealDesk } from "../../proof/bench/data/real-desk.ts";
import { type Program, startProgram } from "../processes/program.ts";
import { sizeText } from "./progress.ts";
import { countRows, type DeskState, differences, filesOf, rowsOf } from "./testing/desk-state.ts";
import { type Ended, runBalcao, type Stop } from "./testing/run-balcao.ts";

const size = {
  tickets: sizeOf("OPERATOR_TICKETS"),
  fileBytes: sizeOf("OPERATOR_BYTES"),
  /** In the test run, their table has more than 1 MB. */
  keysEach: sizeOf("OPERATOR_TICKETS") > 100 ? 800 : 128,
};
const KILLS = sizeOf("OPERATOR_KILLS");
const BACKUPS = sizeOf("OPERATOR_BACKUPS");
/** The parts that `npm test` leaves out: other tests run these commands with the demo's data. */
const isProof = KILLS > 1;
/** With a cluster of several nodes, which takes minutes. */
const isWhole = KILLS >= 10;
/** Programs with their modules, and the buffers of streams. */
const MAX_BYTES = 300_000_000;
/** An interrupted command has to end by then, also on a busy machine. */
const ENDING_SECONDS = 10;
const HOUR = 3_600_000;
const SECRET_KEY = "a secret key for the proof, long enough";

let folder: string;
let own: OwnDatabase;
let desk: RealDesk;
let rows: DeskState;
let files: DeskState;
const inFolder = (name: string) => join(folder, name);
const store = () => openDiskFileStore(inFolder("desk/files"));
const env = () => ({ DATABASE_OWNER_URL: own.ownerUrl, DATABASE_URL: own.url, DATA_DIR: inFolder("desk") });
const say = (line: string) => console.log(`operator: ${line}`);
const told = ({ seconds, peakBytes }: Ended) => `${seconds.toFixed(1)} s, ${sizeText(peakBytes)} resident`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "balcao-operator-"));
  chmodSync(folder, 0o755); // as root, Postgres runs as a user of its own
  own = await openOwnDatabase();
  desk = await fillRealDesk(own.ownerUrl, store(), size);
  [rows, files] = [await rowsOf(own.ownerUrl), await filesOf(store())];
  const [keys] = await ask(own.ownerUrl, "select pg_total_relation_size('channel_keys')::int as bytes");
  say(
    `${countRows(rows)} rows in ${rows.size} tables, ${desk.files} files with ${sizeText(desk.fileBytes)}, keys ${sizeText(keys?.bytes ?? 0)}`,
  );
  expect(keys?.bytes).toBeGreaterThan(1_000_000);
}, HOUR);
afterAll(async () => {
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(url: string, text: string): Promise<Record<string, number>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

/** Runs a command that has to succeed within the bounds of memory. */
async function succeeds(args: string[], more: Record<string, string> = {}): Promise<Ended> {
  const ended = await runBalcao(args, { ...env(), ...more });
  expect(ended, ended.output).toMatchObject({ status: 0 });
  expect(ended.peakBytes).toBeLessThan(MAX_BYTES);
  return ended;
}

const signals = ["SIGINT", "SIGKILL"] as const;

/**
 * The moments at which a command is ended: among its tables, and the last of several among its files. It is interrupted
 * and killed in turns, beginning with `first`.
 */
const moments = (first: (typeof signals)[number] = "SIGINT"): Stop[] =>
  Array.from({ length: KILLS }, (_, at) => {
    const signal = signals[(signals.indexOf(first) + at) % signals.length] ?? first;
    const isLast = KILLS > 1 && at === KILLS - 1;
    return isLast ? { signal, files: Math.floor(desk.files / 2) } : { signal, share: (at + 0.5) / KILLS };
  });

/** The command has said how far it is: a stop at a share of its tables waits for such a line. */
function expectReported(ended: Ended, { share }: Stop): void {
  if (share !== undefined) expect(ended.endingSeconds, ended.output).not.toBeNull();
}

/** A command that got its signal has not succeeded, and one that was interrupted says so. */
function expectStopped(ended: Ended, { signal }: Stop): void {
  // One that was about to end may do so.
  if (ended.endingSeconds === null || ended.status === 0) return;
  if (signal === "SIGKILL") expect(ended).toMatchObject({ signal: "SIGKILL" });
  else {
    expect(ended).toMatchObject({ status: 130, output: expect.stringContaining("interrupted") });
    expect(ended.endingSeconds).toBeLessThan(ENDING_SECONDS);
  }
}

const sizeOfFolder = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** Restores a backup into a new database, and compares every row and every byte. */
async function expectRestored(backup: string, stops: Stop[] = []): Promise<void> {
  const target = await openOwnDatabase();
  const data = inFolder("restored");
  const there = { DATABASE_OWNER_URL: target.ownerUrl, DATABASE_URL: target.url, DATA_DIR: data };
  try {
    let stopped = 0;
    for (const stop of stops) {
      const ended = await runBalcao(["restore", backup], { ...env(), ...there }, stop);
      expectReported(ended, stop);
      expectStopped(ended, stop);
      if (ended.status === 0) break;
      stopped += 1;
      expect(await ask(target.ownerUrl, "select count(*)::int as count from companies")).toEqual([{ count: 0 }]);
    }
    const isRestored = (await ask(target.ownerUrl, "select 1 from companies limit 1")).length > 0;
    const restored = isRestored ? null : await succeeds(["restore", backup], there);
    const found = [
      ...differences(rows, await rowsOf(target.ownerUrl)),
      ...differences(files, await filesOf(openDiskFileStore(join(data, "files")))),
    ];
    say(
      `restore: ${stopped} times stopped, ${restored ? told(restored) : "the last one ended"}, ${found.length} differences`,
    );
    expect(found).toEqual([]);
  } finally {
    await target.drop();
    rmSync(data, { recursive: true, force: true });
  }
}

test(
  "a backup that is killed or interrupted leaves nothing that looks like one, and a restore nothing half",
  async () => {
    const backup = inFolder("stopped");
    let stopped = 0;
    for (const stop of moments()) {
      const ended = await runBalcao(["backup", backup], env(), stop);
      expectReported(ended, stop);
      expectStopped(ended, stop);
      expect(existsSync(backup)).toBe(ended.status === 0);
      if (ended.status === 130) expect(existsSync(`${backup}.unfinished`)).toBe(false);
      if (ended.status !== 0) stopped += 1;
      if (existsSync(`${backup}.unfinished`)) {
        const refused = await runBalcao(["restore", `${backup}.unfinished`], { ...env(), DATA_DIR: inFolder("none") });
        expect(refused).toMatchObject({ status: 1, output: expect.stringContaining("no finished backup") });
      }
      rmSync(backup, { recursive: true, force: true });
    }
    const made = await succeeds(["backup", backup]);
    expect(existsSync(`${backup}.unfinished`)).toBe(false);
    say(`backup: ${stopped} times stopped, ${told(made)}, ${sizeText(sizeOfFolder(backup))}`);
    await expectRestored(backup, moments("SIGKILL"));
  },
  HOUR,
);

test.runIf(BACKUPS > 0)(
  "backups in a row all end and are the same",
  async () => {
    const seconds: number[] = [];
    let sums: DeskState | null = null;
    for (let at = 0; at < BACKUPS; at += 1) {
      const backup = inFolder("again");
      seconds.push((await succeeds(["backup", backup])).seconds);
      const copied = await filesOf(openDiskFileStore(join(backup, "files")));
      expect(differences(sums ?? files, copied)).toEqual([]);
      sums = copied;
      rmSync(backup, { recursive: true });
    }
    const sorted = seconds.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    say(
      `${seconds.length} backups in a row, 0 hung: median ${median.toFixed(1)} s, longest ${sorted.at(-1)?.toFixed(1)} s`,
    );
  },
  HOUR,
);

test("a table that sends no byte ends the backup with its name", async () => {
  const holder = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  try {
    await holder.begin(async (sql) => {
      await sql.unsafe("lock table messages in access exclusive mode");
      const backup = inFolder("silent");
      const ended = await runBalcao(["backup", backup], { ...env(), SILENCE_SECONDS: "6" });
      expect(ended).toMatchObject({
        status: 1,
        output: expect.stringContaining("public.messages: no byte within 6 s"),
      });
      expect(ended.output).toMatch(/^backup: \d+ of \d+, public\.messages, /m);
      expect([existsSync(backup), existsSync(`${backup}.unfinished`)]).toEqual([false, false]);
    });
  } finally {
    await holder.end();
  }
});

test("a command without its arguments ends with 2 and its usage, and one that fails with 1", async () => {
  for (const args of isProof ? [["backup"], ["restore"], ["files-move"], ["unknown"]] : [["restore"]])
    expect(await runBalcao(args, env())).toMatchObject({ status: 2, output: expect.stringContaining("usage") });
  expect(await runBalcao(["distribute"], env())).toMatchObject({
    status: 1,
    output: expect.stringContaining("no extension citus"),
  });
  if (!isProof) return;
  expect(await runBalcao(["migrate"], { ...env(), SILENCE_SECONDS: "soon" })).toMatchObject({
    status: 1,
    output: expect.stringContaining("SILENCE_SECONDS"),
  });
});

test.runIf(isProof)(
  "files that move are the same, killed and interrupted at any moment",
  async () => {
    const moved = inFolder("moved");
    for (const [at, stop] of moments().entries()) {
      const { share: _, ...here } = stop;
      const due = { ...here, files: Math.floor((desk.files * at) / KILLS) };
      expectStopped(await runBalcao(["files-move", inFolder("desk/files"), moved], env(), due), due);
    }
    const ended = await succeeds(["files-move", inFolder("desk/files"), moved, "--compare"]);
    const found = differences(files, await filesOf(openDiskFileStore(moved)));
    say(`files-move: ${KILLS} times stopped, ${told(ended)}, ${found.length} differences`);
    expect(found).toEqual([]);
    expect(readdirSync(join(moved, "unfinished")).length).toBeLessThanOrEqual(KILLS);
    rmSync(moved, { recursive: true });
  },
  HOUR,
);

test.runIf(isProof)(
  "an empty database is migrated, killed and interrupted at any moment, and the desk opens",
  async () => {
    const name = `migrated_by_proof_${process.pid}`;
    const ownerUrl = await createDatabase(inject("ownerUrl"), name);
    const there = { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: applicationUrl(ownerUrl) };
    try {
      let stopped = 0;
      for (const stop of moments().slice(0, -1)) {
        const ended = await runBalcao(["migrate"], { ...env(), ...there }, stop);
        expectStopped(ended, stop);
        if (ended.status !== 0) stopped += 1;
      }
      const ended = await succeeds(["migrate"], there);
      const again = await succeeds(["migrate"], there);
      const first = ["first-run", "--company", "Loja", "--name", "Ana", "--email", "ana@loja.example"];
      await succeeds(first, { ...there, PASSWORD: "Segredo-longo-7" });
      say(`migrate: ${stopped} times stopped, ${told(ended)}, again ${told(again)}; first-run: done`);
      expect(await ask(ownerUrl, "select count(*)::int as count from users")).toEqual([{ count: 1 }]);
    } finally {
      await dropDatabase(inject("ownerUrl"), name);
    }
  },
  HOUR,
);

test.runIf(isProof)(
  "the desk is backed up while its programs run, and when it is stopped",
  async () => {
    const cluster = await startEmbeddedPostgres(inFolder("embedded"), { fast: true });
    const [running, stopped, again] = [inFolder("running"), inFolder("was-stopped"), inFolder("embedded-again")];
    const data = { DATA_DIR: inFolder("embedded") };
    const embedded = () => ({ DATABASE_OWNER_URL: "", DATABASE_URL: "", ...data });
    let api: Program | null = null;
    let isOver = false;
    try {
      await migrate(cluster.ownerUrl);
      await fillRealDesk(cluster.ownerUrl, openDiskFileStore(join(inFolder("embedded"), "files")), size);
      api = startProgram("api", join(import.meta.dirname, "../../api/main.ts"), {
        ...{
          DATABASE_URL: cluster.url,
          DATA_DIR: data.DATA_DIR,
          PORT: "0",
          SANDBOX: "1",
          SECRET_KEY,
          LOG_LEVEL: "error",
        },
      });
      const { port } = await api.ready;
      const ready = `http://127.0.0.1:${port}/ready`;
      let answers = 0;
      const asking = (async () => {
        for (; !isOver; answers += 1) expect((await fetch(ready)).status).toBe(200);
      })();
      const made = await succeeds(["backup", running], embedded());
      await succeeds(["health", ready]);
      isOver = true;
      await asking;
      say(`backup of the running desk: ${told(made)}, ${answers} answers of the api meanwhile`);
    } finally {
      isOver = true;
      await api?.stop();
    }
    const [wantedRows, wantedFiles] = [
      await rowsOf(cluster.ownerUrl, ["pgboss.job"]),
      await filesOf(openDiskFileStore(join(inFolder("embedded"), "files"))),
    ];
    await cluster.stop();
    expect(await runBalcao(["health", "http://127.0.0.1:1/ready"], env())).toMatchObject({ status: 1 });
    const made = await succeeds(["backup", stopped], embedded());
    say(`backup of the stopped desk: ${told(made)}`);
    for (const backup of [running, stopped]) {
      const there = { DATABASE_OWNER_URL: "", DATABASE_URL: "", DATA_DIR: again };
      const restored = await succeeds(["restore", backup], there);
      const copy = await startEmbeddedPostgres(again, { fast: true });
      const found = [
        ...differences(wantedRows, await rowsOf(copy.ownerUrl, ["pgboss.job"])),
        ...differences(wantedFiles, await filesOf(openDiskFileStore(join(again, "files")))),
      ];
      await copy.stop();
      say(`restored into a new embedded database: ${told(restored)}, ${found.length} differences`);
      expect(found).toEqual([]);
      rmSync(again, { recursive: true });
    }
  },
  HOUR,
);

test.runIf(isWhole)(
  "a desk is distributed over the nodes of a cluster, killed and interrupted, and keeps its rows",
  async () => {
    const problem = prepareCitusKit();
    if (problem) {
      say(`distribute was left out: ${problem}`);
      return;
    }
    const cluster = await startCitusCluster(inFolder("nodes"));
    try {
      // A database without the extension is migrated and filled like one Postgres, and becomes a cluster afterwards.
      const plainUrl = Object.assign(new URL(cluster.ownerUrl), { pathname: "/grown" }).href;
      await ask(cluster.ownerUrl, "create database grown");
      await migrate(plainUrl);
      const small = { tickets: Math.min(size.tickets, 1_000), fileBytes: 1_000_000, keysEach: 100 };
      await fillRealDesk(plainUrl, openDiskFileStore(inFolder("grown/files")), small);
      const before = await rowsOf(plainUrl);
      await addNodes(cluster.ownerUrl, plainUrl);
      const there = {
        DATABASE_OWNER_URL: plainUrl,
        DATABASE_URL: applicationUrl(plainUrl),
        DATA_DIR: inFolder("grown"),
      };
      let stopped = 0;
      for (const stop of moments().slice(0, -1)) {
        const ended = await runBalcao(["distribute"], { ...env(), ...there }, stop);
        expectStopped(ended, stop);
        if (ended.status !== 0) stopped += 1;
      }
      const ended = await succeeds(["distribute"], there);
      const found = differences(before, await rowsOf(plainUrl));
      say(`distribute: ${stopped} times stopped, ${told(ended)}, ${found.length} differences`);
      expect(found).toEqual([]);
      const made = await succeeds(["backup", inFolder("of-nodes")], there);
      say(`backup of several nodes: ${told(made)}`);
    } finally {
      await cluster.stop();
    }
  },
  HOUR,
);

/** Makes a database of the coordinator the first node of a cluster with the same workers. */
async function addNodes(coordinatorUrl: string, url: string): Promise<void> {
  const sql = postgres(coordinatorUrl, { max: 1, onnotice: () => {} });
  const nodes = await sql<{ name: string; port: number; group: number }[]>`
    select nodename as name, nodeport as port, groupid as group from pg_dist_node order by groupid`;
  await sql.end();
  const database = new URL(url).pathname.slice(1);
  await ask(url, "create extension citus");
  for (const { name, port, group } of nodes) {
    if (group === 0) {
      await ask(url, `select citus_set_coordinator_host('${name}', ${port})`);
      continue;
    }
    const worker = (path: string) =>
      Object.assign(new URL(url), { host: `${name}:${port}`, pathname: `/${path}` }).href;
    await ask(worker("postgres"), `create database ${database}`);
    for (const extension of ["citus", "pg_trgm", "unaccent"])
      await ask(worker(database), `create extension ${extension}`);
    await ask(url, `select citus_add_node('${name}', ${port})`);
  }
}

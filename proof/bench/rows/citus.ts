import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { citusKitProblem, startCitusCluster } from "../../../db/citus/kit.ts";
import { migrate, openDatabase } from "../../../db/index.ts";
import { type Company, sizes, ticket } from "../data/generate.ts";
import { fillInPlace } from "../data/load.ts";
import { rareWord, seededRandom } from "../data/random-text.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median, runAlternately } from "../figures.ts";
import { keepAlive } from "../http-client.ts";
import { cpuOfPostgres, cpuOfProcess } from "../node-cpu.ts";
import type { Row } from "./index.ts";
import { ingest, MESSAGES } from "./ingest.ts";

const counts = { runs: 5, samples: 100, warmUp: 10 };
const RATE_RUNS = 3;
const SECONDS = 3;
const CONNECTIONS = 16;
/** The price of a layer over several nodes that the desk accepts, per request. */
const MAX_TIMES = 2.5;
const size = sizes.tiny;

type Side = Awaited<ReturnType<typeof openSide>>;
type Question = { name: string; path(of: Company, random: ReturnType<typeof seededRandom>): string };

const someTicket = (of: Company, random: ReturnType<typeof seededRandom>) => ticket(of, random.below(of.count)).id;
const questions: Question[] = [
  { name: "citus-ticket", path: (of, random) => `/tickets/${someTicket(of, random)}` },
  {
    name: "citus-ticket-list",
    path: (_of, random) => `/tickets?status=${random.pick(["open", "pending", "closed"])}&showAll=true`,
  },
  { name: "citus-thread", path: (of, random) => `/messages/${someTicket(of, random)}` },
  { name: "citus-search", path: (_of, random) => `/tickets?searchParam=${rareWord(random.below(20))}&showAll=true` },
];

/** Starts a Postgres 15 with that many workers (0: plain), with the data set and an API of its own. */
async function openSide(environment: BenchEnvironment, folder: string, workers: number) {
  const cluster = await startCitusCluster(folder, { workers });
  await migrate(cluster.ownerUrl, cluster.url);
  const main = await fillInPlace(cluster.ownerUrl, size);
  const api = await environment.startApi(cluster.ownerUrl);
  const token = await api.signIn(`user0@${main.slug}.example`);
  const database = openDatabase(cluster.url, { max: 20, name: "bench ingest" });
  return { cluster, main, api, token, http: keepAlive(api.url, token), database };
}

async function close({ api, http, database, cluster }: Side): Promise<void> {
  http.close();
  await api.program.stop();
  await database.close();
  await cluster.stop();
}

/** Measures one request at a time, in turns on both sides. */
async function measureOne({ name, path }: Question, plain: Side, citus: Side): Promise<Figure> {
  const [mine, theirs] = [seededRandom(17), seededRandom(17)];
  const [ours, bare] = await runAlternately(
    counts,
    () => citus.http.get(path(citus.main, mine)),
    () => plain.http.get(path(plain.main, theirs)),
  );
  if (!ours || !bare) throw new Error("no samples were taken");
  const target = Math.round(bare.value * MAX_TIMES * 100) / 100;
  return figure({ name, ...ours, unit: "ms", target, against: "one plain Postgres 15", againstValue: bare.value });
}

/** CPU time of a side by its parts, in ms. On the plain side the workers' is 0. */
type Cpu = { coordinator: number; workers: number; program: number };

function cpuOf({ cluster, api }: Side, program = cpuOfProcess(api.program.child.pid ?? 0)): Cpu {
  const [coordinator = 0, ...workers] = ["node0", ...cluster.workers.map((_, at) => `node${at + 1}`)].map((node) =>
    cpuOfPostgres(join(cluster.root, node)),
  );
  return { coordinator, workers: workers.reduce((sum, one) => sum + one, 0), program };
}

/** Adds up the CPU time of runs on both sides, per piece of work: the measured parts of the model for more machines. */
function openCpuCounter(name: string) {
  const used = new Map<Side, Cpu & { works: number }>();
  const none = { coordinator: 0, workers: 0, program: 0, works: 0 };
  return {
    add(side: Side, before: Cpu, after: Cpu, works: number): void {
      const sum = used.get(side) ?? { ...none };
      for (const part of ["coordinator", "workers", "program"] as const) sum[part] += after[part] - before[part];
      used.set(side, { ...sum, works: sum.works + works });
    },
    figures(plain: Side, citus: Side): Figure[] {
      const [bare, ours] = [used.get(plain) ?? none, used.get(citus) ?? none];
      const per = (sum: typeof none, part: keyof Cpu) => sum[part] / Math.max(1, sum.works);
      return (["coordinator", "workers", "program"] as const).map((part) => {
        const againstValue = per(bare, part === "program" ? "program" : "coordinator");
        const against = part === "program" ? "on one plain Postgres 15" : "one plain Postgres 15";
        const value = per(ours, part);
        const target = Math.round(againstValue * MAX_TIMES * 100) / 100;
        return figure({ name: `${name}-cpu-${part}`, value, p95: null, unit: "ms CPU", target, against, againstValue });
      });
    },
  };
}

/** Measures requests per second over many connections, in turns on both sides. */
async function measureMany({ name, path }: Question, plain: Side, citus: Side): Promise<Figure[]> {
  const cpu = openCpuCounter(name);
  const run = async (side: Side) => {
    const { api, main, token } = side;
    const random = seededRandom(23);
    const headers = { authorization: `Bearer ${token}` };
    const requests = Array.from({ length: 100 }, () => ({ path: path(main, random), headers }));
    const before = cpuOf(side);
    const done = await autocannon({ url: api.url, connections: CONNECTIONS, duration: SECONDS, requests });
    cpu.add(side, before, cpuOf(side), done["2xx"]);
    if (done.non2xx > 0 || done.errors > 0) throw new Error(`${done.non2xx + done.errors} requests failed`);
    return done["2xx"] / done.duration;
  };
  const rate = await inTurns(`${name}-16`, "requests/s", [() => run(citus), () => run(plain)]);
  return [rate, ...cpu.figures(plain, citus)];
}

async function measureIngest(connections: number, plain: Side, citus: Side): Promise<Figure[]> {
  const name = `citus-ingest-${connections}`;
  const cpu = openCpuCounter(name);
  let serial = 0;
  /** The verbs run in this process. */
  const own = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const run = async (side: Side) => {
    const before = cpuOf(side, own());
    const [rate = 0] = await ingest(side.database, side.cluster.ownerUrl, connections, serial++);
    cpu.add(side, before, cpuOf(side, own()), MESSAGES);
    return rate;
  };
  const rate = await inTurns(name, "messages/s", [() => run(citus), () => run(plain)]);
  return [rate, ...cpu.figures(plain, citus)];
}

async function inTurns(name: string, unit: string, [ours, theirs]: [() => Promise<number>, () => Promise<number>]) {
  await ours();
  await theirs();
  const [mine, bare]: [number[], number[]] = [[], []];
  for (let run = 0; run < RATE_RUNS; run++) {
    mine.push(await ours());
    bare.push(await theirs());
  }
  const againstValue = median(bare);
  const target = Math.round(againstValue / MAX_TIMES);
  const measured = { name, value: median(mine), p95: null, unit, target, isMoreBetter: true };
  return figure({ ...measured, against: "one plain Postgres 15", againstValue });
}

async function measure(environment: BenchEnvironment): Promise<Figure[]> {
  const problem = citusKitProblem();
  if (problem) throw new Error(problem);
  const folder = mkdtempSync(join(tmpdir(), "balcao-bench-citus-"));
  chmodSync(folder, 0o755); // Postgres runs as a user of its own
  const sides: Side[] = [];
  try {
    const plain = await openSide(environment, join(folder, "plain"), 0);
    sides.push(plain);
    const citus = await openSide(environment, join(folder, "nodes"), 2);
    sides.push(citus);
    const figures: Figure[] = [];
    for (const question of questions) figures.push(await measureOne(question, plain, citus));
    for (const question of questions) figures.push(...(await measureMany(question, plain, citus)));
    for (const connections of [1, 4]) figures.push(...(await measureIngest(connections, plain, citus)));
    return figures;
  } finally {
    for (const side of sides) await close(side);
    rmSync(folder, { recursive: true, force: true });
  }
}

export const rows: Row[] = [{ name: "citus", onlyByName: true, measure }];

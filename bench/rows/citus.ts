import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { citusKitProblem, startCitusCluster } from "../../db/citus/kit.ts";
import { migrate, openDatabase } from "../../db/index.ts";
import { type Company, sizes, ticket } from "../data/generate.ts";
import { fillInPlace } from "../data/load.ts";
import { rareWord, seededRandom } from "../data/random-text.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median, runAlternately } from "../figures.ts";
import { keepAlive } from "../http-client.ts";
import type { Row } from "./index.ts";
import { ingest } from "./ingest.ts";

const counts = { runs: 5, samples: 100, warmUp: 10 };
const RATE_RUNS = 3;
const SECONDS = 3;
const CONNECTIONS = 16;
/** The price of a layer over several nodes that the desk accepts, per request. */
const MOST_TIMES = 2.5;
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
  const target = Math.round(bare.value * MOST_TIMES * 100) / 100;
  return figure({ name, ...ours, unit: "ms", target, against: "one plain Postgres 15", againstValue: bare.value });
}

/** Measures requests per second over many connections, in turns on both sides. */
async function measureMany({ name, path }: Question, plain: Side, citus: Side): Promise<Figure> {
  const run = async ({ api, main, token }: Side) => {
    const random = seededRandom(23);
    const headers = { authorization: `Bearer ${token}` };
    const requests = Array.from({ length: 100 }, () => ({ path: path(main, random), headers }));
    const done = await autocannon({ url: api.url, connections: CONNECTIONS, duration: SECONDS, requests });
    if (done.non2xx > 0 || done.errors > 0) throw new Error(`${done.non2xx + done.errors} requests failed`);
    return done["2xx"] / done.duration;
  };
  return inTurns(`${name}-16`, "requests/s", [() => run(citus), () => run(plain)]);
}

async function measureIngest(connections: number, plain: Side, citus: Side): Promise<Figure> {
  let serial = 0;
  const run = async ({ database, cluster }: Side) =>
    (await ingest(database, cluster.ownerUrl, connections, serial++))[0] ?? 0;
  return inTurns(`citus-ingest-${connections}`, "messages/s", [() => run(citus), () => run(plain)]);
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
  const target = Math.round(againstValue / MOST_TIMES);
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
    for (const question of questions) figures.push(await measureMany(question, plain, citus));
    for (const connections of [1, 4]) figures.push(await measureIngest(connections, plain, citus));
    return figures;
  } finally {
    for (const side of sides) await close(side);
    rmSync(folder, { recursive: true, force: true });
  }
}

export const rows: Row[] = [{ name: "citus", onlyByName: true, measure }];

import autocannon from "autocannon";
import { sizes, ticket } from "../data/generate.ts";
import { seededRandom } from "../data/random-text.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median } from "../figures.ts";
import type { Row } from "./index.ts";
import { referenceSql } from "./reference-sql.ts";

const CONCURRENCY = 16;
const RUNS = 5;
const SECONDS = 3;
const PATHS = 200;

type Many = { name: string; target: number };
const kinds: Many[] = [
  { name: "rest-ticket-list-16", target: 700 },
  { name: "rest-thread-16", target: 800 },
];

async function measure(environment: BenchEnvironment, { name, target }: Many) {
  const { url, main } = await environment.data(sizes.small);
  const api = await environment.api(sizes.small);
  const headers = { authorization: `Bearer ${await api.signIn(`user0@${main.slug}.example`)}` };
  const random = seededRandom(23);
  const ids = Array.from({ length: PATHS }, () => ticket(main, random.below(main.count)).id);
  const isList = name.includes("list");
  const paths = isList
    ? ["open", "pending"].map((s) => `/tickets?status=${s}&showAll=true`)
    : ids.map((id) => `/messages/${id}`);
  const requests = paths.map((path) => ({ path, headers }));
  const run = (duration: number) => autocannon({ url: api.url, connections: CONCURRENCY, duration, requests });

  const reference = Array.from({ length: CONCURRENCY }, () => referenceSql(url, main));
  async function bare(): Promise<number> {
    let count = 0;
    const until = performance.now() + SECONDS * 1_000;
    await Promise.all(
      reference.map(async (one) => {
        for (; performance.now() < until; count++)
          await (isList ? one.list(count % 2 ? "open" : "pending") : one.thread(ids[count % PATHS] ?? ""));
      }),
    );
    return count / SECONDS;
  }

  await run(2);
  const [perSecond, p95s, bares]: number[][] = [[], [], []];
  for (let at = 0; at < RUNS; at++) {
    const done = await run(SECONDS);
    if (done.non2xx > 0 || done.errors > 0) throw new Error(`${done.non2xx + done.errors} requests failed`);
    perSecond?.push(done["2xx"] / done.duration);
    p95s?.push(done.latency.p97_5);
    bares?.push(await bare());
  }
  for (const one of reference) await one.close();
  return [
    figure({
      name,
      value: median(perSecond ?? []),
      p95: null,
      unit: "requests/s",
      target,
      isMoreBetter: true,
      against: "the same rows by plain statements, 16 connections",
      againstValue: median(bares ?? []),
    }),
  ];
}

export const rows: Row[] = kinds.map((kind) => ({
  name: kind.name,
  measure: (environment) => measure(environment, kind),
}));

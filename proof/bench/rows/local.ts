import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { launch, throttleCpu } from "../browser.ts";
import { figure, summary } from "../figures.ts";
import type { Steps } from "../lab/main.ts";
import type { Row } from "./index.ts";

const root = new URL("../../..", import.meta.url).pathname;
const RUNS = 5;
const SAMPLES = 12;
const sizes = { open: 8_000, pending: 2_000, threads: 250 };

type Step = Exclude<keyof Steps, "open">;
const kinds: { name: string; ours: Step; raw: Step; target: number; against: string }[] = [
  {
    name: "local-list-10k",
    ours: "list",
    raw: "rawList",
    target: 25,
    against: "raw Dexie: the same 70 rows by one index",
  },
  {
    name: "local-action-10k",
    ours: "accept",
    raw: "rawAccept",
    target: 30,
    against: "raw Dexie: add a row, liveQuery sees it",
  },
  {
    name: "local-open-conversation",
    ours: "openThread",
    raw: "rawThread",
    target: 50,
    against: "raw Dexie: get the same thread",
  },
];

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };

/** Builds and opens a page that contains only the device's store. */
async function openLab() {
  const outDir = mkdtempSync(join(tmpdir(), "balcao-lab-"));
  const lab = join(root, "proof/bench/lab");
  const options = ["--base", "./", "--outDir", outDir, "--emptyOutDir", "--target", "es2023", "--logLevel", "error"];
  const vite = join(root, "node_modules/vite/bin/vite.js");
  await promisify(execFile)(process.execPath, [vite, "build", lab, ...options], { cwd: root });
  const server = createServer((asked, answer) => {
    const path = normalize(asked.url === "/" ? "/index.html" : (asked.url ?? ""));
    try {
      const bytes = readFileSync(join(outDir, path));
      answer.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream").end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const browser = await launch();
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => "steps" in window);
  return {
    page,
    async close() {
      await browser.close();
      server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

const run = (page: Page, step: Step, times: number): Promise<number[]> =>
  page.evaluate(
    async ([name, count]) => {
      const { steps } = window as unknown as { steps: Steps };
      const samples: number[] = [];
      for (let at = 0; at < count; at++) samples.push(await steps[name]());
      return samples;
    },
    [step, times] as const,
  );

async function measure() {
  const lab = await openLab();
  try {
    await lab.page.evaluate((wanted) => (window as unknown as { steps: Steps }).steps.open(wanted), sizes);
    const figures = [];
    for (const { name, ours, raw, target, against } of kinds) {
      const [mine, theirs]: number[][][] = [[], []];
      await run(lab.page, ours, 5);
      await run(lab.page, raw, 5);
      for (let at = 0; at < RUNS; at++) {
        mine?.push(await run(lab.page, ours, SAMPLES));
        theirs?.push(await run(lab.page, raw, SAMPLES));
      }
      const judgedBy = "p95" as const;
      figures.push(
        figure({
          name,
          ...summary(mine ?? []),
          unit: "ms",
          target,
          judgedBy,
          against,
          againstValue: summary(theirs ?? []).value,
        }),
      );
    }
    return figures;
  } finally {
    await lab.close();
  }
}

/**
 * Size of a device's whole window: 2,000 conversations under way and 500 closed, 30 messages each; the lab loads the
 * closed ones as pending.
 */
const searched = { open: 2_000, pending: 500, threads: 2_500 };
const SEARCH_SAMPLES = 40;

/** Measures search. It runs in the worker, so throttling the page slows only the page's part. */
async function measureSearch() {
  const lab = await openLab();
  try {
    await lab.page.evaluate((wanted) => (window as unknown as { steps: Steps }).steps.open(wanted), searched);
    // The first query loads everything into the index, as opening the search tab does.
    await run(lab.page, "search", 1);
    const figures = [];
    for (const rate of [1, 4]) {
      await throttleCpu(lab.page.context(), lab.page, rate);
      await run(lab.page, "search", 5);
      const mine: number[][] = [];
      for (let at = 0; at < RUNS; at++) mine.push(await run(lab.page, "search", SEARCH_SAMPLES));
      const theirs = await run(lab.page, "rawSearch", RUNS);
      figures.push(
        figure({
          name: rate === 1 ? "search-local" : "search-local-4x",
          ...summary(mine),
          unit: "ms",
          target: 50,
          judgedBy: "p95",
          against: "raw Dexie: the same words by a filter over the threads",
          againstValue: summary([theirs]).value,
        }),
      );
    }
    return figures;
  } finally {
    await lab.close();
  }
}

export const rows: Row[] = [
  { name: "local", gives: kinds.map(({ name }) => name), measure },
  { name: "search-local", gives: ["search-local", "search-local-4x"], measure: measureSearch },
];

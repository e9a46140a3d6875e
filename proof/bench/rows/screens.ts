import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { buildIfNeeded } from "../../../bin/build.ts";
import { type BrowserKind, isInstalled, nameOf, openProfile, throttleCpu } from "../browser.ts";
import { sizes } from "../data/generate.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median, quantile } from "../figures.ts";
import { isDisturbed, type Load, watchLoad } from "../machine-load.ts";
import { residentMiB } from "../resident-memory.ts";
import {
  installMarks,
  marksOf,
  openRow,
  type RowPlace,
  rowPlaces,
  rowsPaintedAt,
  signInAt,
  untilMark,
} from "../screen-marks.ts";
import { type DexieReference, installDexieReference } from "./dexie-reference.ts";
import type { Row } from "./index.ts";

const TRIES = 5;
const CONVERSATIONS = 5;
/** A row whose conversation this device has not opened before. */
const TAPPED_ROW = CONVERSATIONS + 1;
const dexie = createRequire(import.meta.url).resolve("dexie/dist/dexie.min.js");
const screen = { locale: "pt-BR", viewport: { width: 1440, height: 900 } };

type Seen = { dexieReference: DexieReference };
type Setting = { kind: BrowserKind; rate: 1 | 4; url: string; email: string };

async function newPage(context: BrowserContext, rate: number): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(installMarks);
  await throttleCpu(context, page, rate);
  return page;
}

/** Starts the app in a page of its own; returns when rows, the app's own and the engine's were painted. */
async function warmStart(context: BrowserContext, rate: number) {
  const page = await newPage(context, rate);
  await page.goto("/tickets", { waitUntil: "commit" });
  await untilMark(page, "engine");
  const { app, engine } = await marksOf(page);
  return { page, rows: await rowsPaintedAt(page), app, engine };
}

/** Presses a row as soon as rows are painted; returns when its messages were, in ms since the navigation. */
async function tapEarly(context: BrowserContext, rate: number, row: RowPlace): Promise<number> {
  const page = await newPage(context, rate);
  await page.goto("/tickets", { waitUntil: "commit" });
  await untilMark(page, "rows");
  const { shownAt } = await openRow(page, row);
  await page.close();
  return shownAt;
}

async function signIn(context: BrowserContext, { rate, email }: Setting) {
  const page = await newPage(context, rate);
  const began = await signInAt(page, email);
  await untilMark(page, "synced");
  const { rows, synced, tasks } = await marksOf(page);
  const longest = tasks.filter(({ at }) => at >= began && at <= synced).map(({ ms }) => ms);
  // The list is kept for the next start when the page is idle, and the app's files after the first sync.
  await page.waitForFunction(() => localStorage.getItem("keptList") !== null, undefined, { polling: 100 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
  return { rows: rows - began, synced: synced - began, longest: Math.max(0, ...longest) };
}

/** Resident memory in MiB of the process that holds the page and its workers: the largest one of this browser. */
async function memoryOf(browser: Browser | null): Promise<number> {
  if (!browser) throw new Error("the profile has no browser");
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(({ id }) => residentMiB(id)));
}

async function reference(context: BrowserContext, rate: number) {
  const page = await context.newPage();
  await page.addInitScript({ path: dexie });
  await page.addInitScript(installDexieReference);
  await throttleCpu(context, page, rate);
  await page.goto("/health");
  const stored = await page.evaluate(() => (window as unknown as Seen).dexieReference.store());
  await page.reload();
  const shown = await page.evaluate(() => (window as unknown as Seen).dexieReference.show());
  const thread = await page.evaluate(() => (window as unknown as Seen).dexieReference.openThread());
  return { ...stored, shown, thread };
}

/** One agent's day: signs in, opens a tab and conversations, restarts the browser, and presses a row at once. */
async function oneTry(setting: Setting) {
  const { kind, rate, url } = setting;
  const folder = mkdtempSync(join(tmpdir(), "balcao-bench-profile-"));
  const open = () => openProfile(kind, folder, { ...screen, baseURL: url });
  const load = watchLoad();
  let context = await open();
  try {
    const browser = nameOf(context.browser(), kind);
    const signedIn = await signIn(context, setting);
    const tab = await warmStart(context, rate);
    await untilMark(tab.page, "synced");
    const memory = await memoryOf(context.browser());
    const places = await rowPlaces(tab.page);
    const conversations: number[] = [];
    for (const row of places.slice(0, CONVERSATIONS)) conversations.push((await openRow(tab.page, row)).ms);
    await tab.page.goto("/tickets");
    await untilMark(tab.page, "synced");
    await tab.page.close();
    await context.close();
    context = await open();
    const restart = await warmStart(context, rate);
    await restart.page.close();
    const tapped = places[TAPPED_ROW];
    if (!tapped) throw new Error("the list is too short");
    const early = await tapEarly(context, rate, tapped);
    return {
      ...{ browser, signedIn, memory, conversations, early },
      tab: { rows: tab.rows, app: tab.app, engine: tab.engine },
      restart: { rows: restart.rows, app: restart.app, engine: restart.engine },
      raw: await reference(context, rate),
      load: load(),
    };
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Try = Awaited<ReturnType<typeof oneTry>>;

/** Returns the tries in which the machine was quiet; if there are none, the quietest one. */
function quietOf<T extends { load: Load }>(tries: readonly T[]): T[] {
  const quiet = tries.filter(({ load }) => !isDisturbed(load));
  if (quiet.length > 0) return quiet;
  const disturbance = ({ load }: T) => load.others + load.steal;
  return tries.toSorted((a, b) => disturbance(a) - disturbance(b)).slice(0, 1);
}

type Goals = Record<(typeof gives)[number], number>;
const goals: Record<1 | 4, Goals> = {
  1: {
    "warm-start": 120,
    "warm-start-app": 250,
    "warm-start-engine": 250,
    "warm-restart": 160,
    "warm-restart-app": 400,
    "early-tap": 350,
    "sign-in-first-rows": 250,
    "sign-in-whole-window": 3_000,
    "longest-task-syncing": 60,
    "open-conversation": 45,
    "open-conversation-first": 50,
    "renderer-memory": 180,
  },
  4: {
    "warm-start": 200,
    "warm-start-app": 600,
    "warm-start-engine": 600,
    "warm-restart": 300,
    "warm-restart-app": 900,
    "early-tap": 900,
    "sign-in-first-rows": 600,
    "sign-in-whole-window": 6_000,
    "longest-task-syncing": 120,
    "open-conversation": 120,
    "open-conversation-first": 120,
    "renderer-memory": 180,
  },
};

const gives = [
  "warm-start",
  "warm-start-app",
  "warm-start-engine",
  "warm-restart",
  "warm-restart-app",
  "early-tap",
  "sign-in-first-rows",
  "sign-in-whole-window",
  "longest-task-syncing",
  "open-conversation",
  "open-conversation-first",
  "renderer-memory",
] as const;

const tailOf = (kind: BrowserKind, rate: 1 | 4) => `${rate === 4 ? "-4x" : ""}${kind === "full" ? "-full" : ""}`;

async function measure(environment: BenchEnvironment, kind: BrowserKind, rate: 1 | 4): Promise<Figure[]> {
  if (!(await isInstalled(kind))) {
    console.error(`this machine has no ${kind} browser: nothing is measured`);
    return [];
  }
  buildIfNeeded();
  const { main } = await environment.data(sizes.small);
  const { url } = await environment.api(sizes.small);
  const tries: Try[] = [];
  for (let at = 0; at < TRIES; at++) tries.push(await oneTry({ kind, rate, url, email: `user0@${main.slug}.example` }));
  const quiet = quietOf(tries);
  const of = (
    name: (typeof gives)[number],
    against: string,
    ours: (one: Try) => number[],
    theirs: (raw: Try["raw"]) => number,
  ) =>
    figure({
      name: name + tailOf(kind, rate),
      value: median(quiet.flatMap(ours)),
      p95: quantile(tries.flatMap(ours), 0.95),
      unit: name === "renderer-memory" ? "MiB" : "ms",
      target: goals[rate][name],
      judgedBy: name === "open-conversation" ? "p95" : "median",
      against,
      againstValue: median(quiet.map(({ raw }) => theirs(raw))),
      browser: tries[0]?.browser,
      others: median(quiet.map(({ load }) => load.others)),
      steal: median(quiet.map(({ load }) => load.steal)),
      cpuMs: median(quiet.map(({ load }) => load.cpuMs)),
    });
  const shows = "raw Dexie: open, read 50, show 50";
  const shown = (raw: Try["raw"]) => raw.shown;
  const opens = "raw Dexie: get the thread, show its messages";
  return [
    of("warm-start", shows, ({ tab }) => [tab.rows], shown),
    of("warm-start-app", shows, ({ tab }) => [tab.app], shown),
    of("warm-start-engine", shows, ({ tab }) => [tab.engine], shown),
    of("warm-restart", shows, ({ restart }) => [restart.rows], shown),
    of("warm-restart-app", shows, ({ restart }) => [restart.app], shown),
    of("early-tap", shows, ({ early }) => [early], shown),
    of(
      "sign-in-first-rows",
      "raw Dexie: fetch and store a page",
      ({ signedIn }) => [signedIn.rows],
      (raw) => raw.firstMs,
    ),
    of(
      "sign-in-whole-window",
      "raw Dexie: fetch and store it all",
      ({ signedIn }) => [signedIn.synced],
      (raw) => raw.allMs,
    ),
    of(
      "longest-task-syncing",
      "raw Dexie, the same window",
      ({ signedIn }) => [signedIn.longest],
      (raw) => raw.longest,
    ),
    of(
      "open-conversation",
      opens,
      ({ conversations }) => conversations.slice(1),
      (raw) => raw.thread,
    ),
    of(
      "open-conversation-first",
      opens,
      ({ conversations }) => conversations.slice(0, 1),
      (raw) => raw.thread,
    ),
    of(
      "renderer-memory",
      "the goal",
      ({ memory }) => [memory],
      () => goals[rate]["renderer-memory"],
    ),
  ];
}

const kinds: BrowserKind[] = ["packaged", "full"];
const rates: (1 | 4)[] = [1, 4];

export const rows: Row[] = kinds.flatMap((kind) =>
  rates.map((rate) => ({
    name: `screens${tailOf(kind, rate)}`,
    gives: gives.map((name) => name + tailOf(kind, rate)),
    measure: (environment) => measure(environment, kind, rate),
  })),
);

import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import postgres from "postgres";
import { buildIfNeeded } from "../../../bin/build.ts";
import { applicationUrl, openDatabase } from "../../../db/index.ts";
import { givenBoard } from "../../../db/testing/given-board.ts";
import { launch, throttleCpu } from "../browser.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median, quantile, summary } from "../figures.ts";
import { signInAt } from "../screen-marks.ts";
import { type DexieReference, installDexieReference } from "./dexie-reference.ts";
import type { Row } from "./index.ts";

const RUNS = 5;
const CARDS = 2_000;
/** Movements of the pointer from the first lane to the last one and back, each awaited. */
const MOVES = 120;
const LANES = 5;
const dexie = createRequire(import.meta.url).resolve("dexie/dist/dexie.min.js");

type Seen = { painted: number; frames: number[]; stop: () => void; dexieReference: DexieReference };

/** Runs in the page before any other script: stores when the first lane has a column of cards. */
function installPaintMark() {
  const seen = Object.assign(window, { painted: 0 });
  const look = () => {
    if (document.querySelectorAll("[data-lane='open'] [data-card]").length >= 5) seen.painted = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/** Records the milliseconds between frames until `stop` is called. */
function recordFrames() {
  const seen = window as unknown as Seen;
  seen.frames = [];
  let on = true;
  let before = performance.now();
  const look = (now: number) => {
    seen.frames.push(now - before);
    before = now;
    if (on) requestAnimationFrame(look);
  };
  requestAnimationFrame((now) => {
    before = now;
    requestAnimationFrame(look);
  });
  seen.stop = () => {
    on = false;
  };
}

/** Drags the element from the first lane to the last one, back, and to the second; returns the times between frames. */
async function dragAcross(page: Page, selector: string): Promise<number[]> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`no element matches ${selector}`);
  const [x, y] = [box.x + 40, box.y + 10];
  const width = (page.viewportSize()?.width ?? 0) - x - 60;
  await page.evaluate(recordFrames);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let at = 1; at <= MOVES; at++) {
    const part = 1 - Math.abs(1 - (2 * at) / MOVES);
    await page.mouse.move(x + width * part, y + 300 * part);
  }
  await page.mouse.move(x + width / (LANES - 1), y + 100, { steps: 10 });
  await page.mouse.up();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  return page.evaluate(() => {
    const seen = window as unknown as Seen;
    seen.stop();
    return seen.frames;
  });
}

/** Reference: as many plain cards, all in the page, and one that follows the pointer. */
const plainBoard = `<style>div{float:left;width:19%;height:95vh;overflow-y:auto}p{height:129px;margin:0}</style>
<p id="card" style="position:fixed;width:19%">Cliente</p>
${Array.from({ length: LANES }, () => `<div>${Array.from({ length: CARDS / LANES }, (_, at) => `<p>Cliente ${at + 1}</p>`).join("")}</div>`).join("")}`;

async function plainFrames(context: BrowserContext, rate: number): Promise<number[]> {
  const page = await context.newPage();
  await page.setContent(plainBoard);
  await page.evaluate(() => {
    const card = document.querySelector<HTMLElement>("#card");
    document.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (card) card.style.transform = `translate(${clientX}px, ${clientY}px)`;
    });
  });
  await throttleCpu(context, page, rate);
  const frames = await dragAcross(page, "#card");
  await page.close();
  return frames;
}

async function firstPaint(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(installPaintMark);
  await page.goto("/Kanban");
  await page.waitForFunction(() => (window as unknown as Seen).painted > 0, null, { timeout: 60_000, polling: 100 });
  const painted = await page.evaluate(() => (window as unknown as Seen).painted);
  await page.close();
  return painted;
}

async function plainPaint(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript({ path: dexie });
  await page.addInitScript(installDexieReference);
  await page.goto("/health");
  await page.evaluate(() => (window as unknown as Seen).dexieReference.store());
  await page.reload();
  return page.evaluate(() => (window as unknown as Seen).dexieReference.show());
}

async function once(browser: Browser, url: string, email: string, rate: 1 | 4) {
  const context = await browser.newContext({ baseURL: url, locale: "pt-BR", viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await signInAt(page, email);
    // Waits for the end of the first sync, so that none runs during the measurement.
    await page.getByText("Tudo em dia").first().waitFor({ timeout: 120_000 });
    const painted = rate === 1 ? await firstPaint(context) : 0;
    await page.goto("/Kanban");
    await page.locator("[data-card]").first().waitFor();
    await page.getByText("Tudo em dia").first().waitFor();
    await throttleCpu(context, page, rate);
    const frames = await dragAcross(page, "[data-lane='open'] article");
    await page.getByText("Ticket Tag Adicionado com Sucesso!").waitFor();
    await page.close();
    const plain = await plainFrames(context, rate);
    return { painted, frames, plain, shown: rate === 1 ? await plainPaint(context) : 0 };
  } finally {
    await context.close();
  }
}

async function measure(environment: BenchEnvironment, rate: 1 | 4) {
  buildIfNeeded();
  const databaseUrl = await environment.cluster.fresh("bench_board");
  const database = openDatabase(applicationUrl(databaseUrl), { max: 2, name: "bench" });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const browser = await launch();
  const runs: Awaited<ReturnType<typeof once>>[] = [];
  try {
    const company = await seedCompany(database, 1);
    await givenBoard(sql, company.companyId, CARDS);
    const { url, program } = await environment.startApi(databaseUrl);
    for (let at = 0; at < RUNS; at++) runs.push(await once(browser, url, company.email, rate));
    await program.stop();
  } finally {
    await browser.close();
    await Promise.all([sql.end(), database.close()]);
    await environment.cluster.drop("bench_board");
  }
  const drag = figure({
    name: rate === 1 ? "board-drag-frame" : "board-drag-frame-4x",
    ...summary(runs.map(({ frames }) => frames)),
    unit: "ms",
    // 60 frames per second; at a quarter of the CPU, 30.
    target: rate === 1 ? 17 : 34,
    judgedBy: "p95",
    against: `${CARDS} plain cards, one follows the pointer`,
    againstValue: median(runs.flatMap(({ plain }) => plain)),
  });
  if (rate === 4) return [drag];
  const painted = runs.map((run) => run.painted);
  return [
    figure({
      name: "board-first-paint",
      value: median(painted),
      p95: quantile(painted, 0.95),
      unit: "ms",
      target: 300,
      against: "raw Dexie: open, read 50, show 50",
      againstValue: median(runs.map(({ shown }) => shown)),
    }),
    drag,
  ];
}

export const rows: Row[] = [
  {
    name: "board",
    gives: ["board-first-paint", "board-drag-frame"],
    measure: (environment) => measure(environment, 1),
  },
  { name: "board-4x", gives: ["board-drag-frame-4x"], measure: (environment) => measure(environment, 4) },
];

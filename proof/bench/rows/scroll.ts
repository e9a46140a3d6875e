import type { Browser, Page } from "playwright-core";
import { buildIfNeeded } from "../../../bin/build.ts";
import { launch, throttleCpu } from "../browser.ts";
import { sizes } from "../data/generate.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median, quantile, summary } from "../figures.ts";
import { signInAt } from "../screen-marks.ts";
import type { Row } from "./index.ts";

const RUNS = 3;
/** Open conversations among the 2,000 of a device; the list grows to them while it is scrolled. */
const ROWS = 1_490;
/** Scroll distance per frame of a quick flick of the wheel. */
const STEP_PX = 300;

type Scrolled = { frames: number[]; blank: number; last: number };

/**
 * Scrolls `selector` to its end, one step per frame. Returns the milliseconds between frames and the number of frames
 * without a row.
 */
function scrollToEnd(page: Page, selector: string, step: number): Promise<Scrolled> {
  return page.evaluate(
    async ([wanted, px]) => {
      const list = document.querySelector<HTMLElement>(wanted);
      if (!list) throw new Error(`no element matches ${wanted}`);
      let scroller: HTMLElement = list;
      while (scroller.scrollHeight <= scroller.clientHeight || getComputedStyle(scroller).overflowY === "visible") {
        if (!scroller.parentElement) throw new Error("no scrollable ancestor found");
        scroller = scroller.parentElement;
      }
      const box = scroller.getBoundingClientRect();
      const seen: Scrolled = { frames: [], blank: 0, last: 0 };
      let waited = 0;
      let before = await new Promise<number>(requestAnimationFrame);
      while (waited < 60 && seen.frames.length < 4_000) {
        const top = scroller.scrollTop;
        scroller.scrollTop = top + px;
        waited = scroller.scrollTop === top ? waited + 1 : 0;
        const now = await new Promise<number>(requestAnimationFrame);
        if (waited === 0) seen.frames.push(now - before);
        before = now;
        const row = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest("li");
        if (!row) seen.blank++;
        else seen.last = Math.max(seen.last, Number(row.getAttribute("aria-posinset")));
      }
      return seen;
    },
    [selector, step] as const,
  );
}

/** Reference: the same number of one-line rows without virtualization. */
const plainRows = `<ul style="height:100vh;overflow-y:auto;margin:0">${Array.from({ length: ROWS }, (_, at) => `<li aria-posinset="${at + 1}" style="height:77px">Conversa ${at + 1}</li>`).join("")}</ul>`;

async function once(browser: Browser, url: string, email: string, rate: number) {
  const context = await browser.newContext({ baseURL: url, locale: "pt-BR", viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await signInAt(page, email);
    // Waits for the first rows and then for the end of the first sync, so that no sync runs during the measurement.
    await page.locator('[aria-label="Lista de atendimentos"] li[aria-setsize="100"]').first().waitFor();
    await page.getByText("Tudo em dia").first().waitFor({ timeout: 120_000 });
    await throttleCpu(context, page, rate);
    const ours = await scrollToEnd(page, 'ul[aria-label="Lista de atendimentos"]', STEP_PX);
    const plain = await context.newPage();
    await plain.setContent(plainRows);
    await throttleCpu(context, plain, rate);
    return { ours, plain: await scrollToEnd(plain, "ul", STEP_PX) };
  } finally {
    await context.close();
  }
}

async function measure(environment: BenchEnvironment, rate: 1 | 4) {
  buildIfNeeded();
  const { main } = await environment.data(sizes.small);
  const { url } = await environment.api(sizes.small);
  const browser = await launch();
  const runs: Awaited<ReturnType<typeof once>>[] = [];
  try {
    for (let at = 0; at < RUNS; at++) runs.push(await once(browser, url, `user0@${main.slug}.example`, rate));
  } finally {
    await browser.close();
  }
  const shortest = Math.min(...runs.map(({ ours }) => ours.last));
  if (shortest < ROWS * 0.9) throw new Error(`the list ended at row ${shortest}`);
  const tail = rate === 1 ? "" : "-4x";
  const against = `${ROWS} plain rows`;
  return [
    figure({
      name: `list-scroll-frame${tail}`,
      ...summary(runs.map(({ ours }) => ours.frames)),
      unit: "ms",
      // 60 frames per second; at a quarter of the CPU, 30.
      target: rate === 1 ? 17 : 34,
      judgedBy: "p95",
      against,
      againstValue: quantile(
        runs.flatMap(({ plain }) => plain.frames),
        0.5,
      ),
    }),
    figure({
      name: `list-scroll-blank${tail}`,
      value: median(runs.map(({ ours }) => (100 * ours.blank) / ours.frames.length)),
      p95: null,
      unit: "% of frames",
      target: 1,
      against,
      againstValue: median(runs.map(({ plain }) => (100 * plain.blank) / plain.frames.length)),
    }),
  ];
}

const gives = ["list-scroll-frame", "list-scroll-blank"];

export const rows: Row[] = [
  { name: "list-scroll", gives, measure: (environment) => measure(environment, 1) },
  {
    name: "list-scroll-4x",
    gives: gives.map((name) => `${name}-4x`),
    measure: (environment) => measure(environment, 4),
  },
];

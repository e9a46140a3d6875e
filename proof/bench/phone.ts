import type { Browser, BrowserContext, Page } from "playwright-core";
import { throttleCpu } from "./browser.ts";
import type { Exchange } from "./https-front.ts";
import { installMarks } from "./screen-marks.ts";
import type { Bytes, Link } from "./slow-link.ts";

/** A cheap phone in a mobile network. */
const CPU_RATE = 4;
export const mobileLink: Link = { bitsPerSecond: 1_600_000, roundTripMs: 150 };
const screen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "pt-BR" };

export const sum = ({ up, down }: Bytes): number => up + down;
/** Returns whether a request is for a part of the app and not for data. */
export const isFile = ({ path }: Exchange): boolean =>
  /^\/(assets\/|icons\/|[^/?]*\.\w+$)|^\/(login|tickets)?$/.test(path);

export async function openPhone(browser: Browser, baseURL: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL, ...screen });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.addInitScript(installMarks);
  await throttleCpu(context, page, CPU_RATE);
  return { context, page };
}

/** Waits until the service worker has stored the app. */
export const untilKept = (page: Page) =>
  page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated", undefined, {
    timeout: 120_000,
    polling: 500,
  });

/** Returns the milliseconds of one small request over the open connection. */
export const roundTrip = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const asked = performance.now();
    await (await fetch("/health", { cache: "no-store" })).text();
    return performance.now() - asked;
  });

/** Returns the traffic since `known`. A request keeps its place in the list. */
export const since = (known: readonly Exchange[], all: readonly Exchange[]): Exchange[] =>
  all.map((exchange, at) => {
    const { up = 0, down = 0 } = known[at] ?? {};
    return { ...exchange, up: exchange.up - up, down: exchange.down - down };
  });

/** Prints the traffic by address, the largest first, if `BENCH_TRAFFIC` is set. */
export function reportTraffic(exchanges: readonly Exchange[], all: Bytes): void {
  if (!process.env.BENCH_TRAFFIC) return;
  const active = exchanges.filter((exchange) => sum(exchange) > 0);
  const byPath = Map.groupBy(
    active,
    ({ method, path }) => `${method} ${path.replace(/[?].*/, "").replace(/[0-9a-f-]{36}/g, ":id")}`,
  );
  const rows = [...byPath].map(([path, ones]) => {
    const of = (key: keyof Bytes) => ones.reduce((total, one) => total + one[key], 0);
    return { path, requests: ones.length, up: of("up"), down: of("down") };
  });
  const framed = { up: 0, down: 0 };
  for (const { up, down } of active) {
    framed.up += up;
    framed.down += down;
  }
  rows.push({ path: "(TLS)", requests: 0, up: all.up - framed.up, down: all.down - framed.down });
  console.table(rows.toSorted((a, b) => sum(b) - sum(a)).slice(0, 40));
}

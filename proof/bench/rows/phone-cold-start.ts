import type { Browser } from "playwright-core";
import { buildIfNeeded } from "../../../bin/build.ts";
import { launchForHttps } from "../browser.ts";
import { sizes } from "../data/generate.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median, quantile } from "../figures.ts";
import { openPhoneLink, type PhoneLink } from "../https-front.ts";
import { isFile, mobileLink, openPhone, reportTraffic, roundTrip, sum, untilKept } from "../phone.ts";
import { signInAt, untilMark } from "../screen-marks.ts";
import type { Row } from "./index.ts";

const COLD_STARTS = 3;

type Marked = { marks: { app: number } };

/** A first visit: from the navigation to the sign-in page and from the click there to the first rows. */
async function coldStart(browser: Browser, link: PhoneLink, email: string) {
  const [before, known] = [link.bytes(), link.exchanges().length];
  const { context, page } = await openPhone(browser, link.url);
  try {
    const opened = performance.now();
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByRole("button", { name: "Entrar" }).waitFor();
    const signInPageMs = performance.now() - opened;
    const began = await signInAt(page, email, { isOpen: true });
    const marks = await untilMark(page, "app");
    const rowsMs = (await page.evaluate(() => (window as unknown as Marked).marks.app)) - began;
    await marks.dispose();
    const untilRows = link.exchanges().slice(known);
    await (await untilMark(page, "synced")).dispose();
    await untilKept(page);
    const health = await roundTrip(page);
    const after = link.bytes();
    const all = { up: after.up - before.up, down: after.down - before.down };
    const exchanges = link.exchanges().slice(known);
    if (process.env.BENCH_TRAFFIC) console.log({ signInPageMs, rowsMs });
    reportTraffic(untilRows, all);
    reportTraffic(exchanges, all);
    const files = exchanges.filter(isFile).reduce((total, one) => total + sum(one), 0);
    return { ms: signInPageMs + rowsMs, files, data: sum(all) - files, health };
  } finally {
    await context.close();
  }
}

async function measure(environment: BenchEnvironment): Promise<Figure[]> {
  buildIfNeeded();
  const { main, url } = await environment.data(sizes.small);
  const link = await openPhoneLink(mobileLink);
  const api = await environment.startApi(url, { PUBLIC_URL: link.url, TRUST_PROXY: "1" });
  link.serve(api.port);
  const runs: Awaited<ReturnType<typeof coldStart>>[] = [];
  try {
    for (let at = 0; at < COLD_STARTS; at++) {
      // A browser of its own: another one's TLS session would be resumed.
      const browser = await launchForHttps(link.keyHash);
      runs.push(await coldStart(browser, link, `user0@${main.slug}.example`).finally(() => browser.close()));
    }
  } finally {
    link.close();
    await api.program.stop();
  }
  const starts = runs.map(({ ms }) => ms);
  return [
    figure({
      name: "phone-cold-start",
      value: median(starts),
      p95: quantile(starts, 0.95),
      unit: "ms",
      target: 6_000,
      against: "one small request over the same link",
      againstValue: median(runs.map(({ health }) => health)),
    }),
    figure({
      name: "phone-cold-start-bytes",
      value: median(runs.map(({ files }) => files / 1_000)),
      p95: null,
      unit: "kB",
      target: 700,
      against: "data of the whole window",
      againstValue: median(runs.map(({ data }) => data / 1_000)),
    }),
  ];
}

export const rows: Row[] = [{ name: "phone-cold-start", measure }];

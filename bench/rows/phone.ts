import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import postgres from "postgres";
import { buildIfNeeded } from "../../bin/build.ts";
import { launch, seenAt, throttleCpu } from "../browser.ts";
import { sizes } from "../data/generate.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median, quantile } from "../figures.ts";
import { type Exchange, type Link, openSlowLink, type Traffic } from "../slow-link.ts";
import type { Row } from "./index.ts";
import { type RunningSystem, startSystem } from "./running-system.ts";
import { installMarks, signInAt, untilMark } from "./screens.ts";

/** A cheap phone in a mobile network. */
const CPU_RATE = 4;
const link: Link = { bitsPerSecond: 1_600_000, roundTripMs: 150 };
const screen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "pt-BR" };

const COLD_STARTS = 3;
const CUSTOMERS = 5;
/** Each customer writes three messages in each of four rounds and gets two answers: 100 messages. */
const [ROUNDS, WRITTEN, ANSWERED] = [4, 3, 2];
const MESSAGES = CUSTOMERS * ROUNDS * (WRITTEN + ANSWERED);

const log = '[role="log"]';

const isFile = ({ path }: Exchange) => /^\/(assets\/|icons\/|[^/?]*\.\w+$)|^\/(login|tickets)?$/.test(path);
const isData = (exchange: Exchange) => !isFile(exchange);
const bytes = ({ up, down }: Traffic) => up + down;
const now = () => performance.timeOrigin + performance.now();

async function openPhone(browser: Browser, baseURL: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL, ...screen });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.addInitScript(installMarks);
  await throttleCpu(context, page, CPU_RATE);
  return { context, page };
}

const untilKept = (page: Page) =>
  page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated", undefined, {
    timeout: 120_000,
    polling: 500,
  });

/** A first visit: from the navigation to the sign-in page and from the click there to the first rows. */
async function coldStart(browser: Browser, api: string, email: string) {
  const slow = await openSlowLink(api, link);
  const { context, page } = await openPhone(browser, slow.url);
  try {
    const opened = now();
    await page.goto("/login");
    await page.getByRole("button", { name: "Entrar" }).waitFor();
    const signInPageMs = now() - opened;
    const began = await signInAt(page, email, { isOpen: true });
    const marks = await untilMark(page, "engine");
    const rowsMs = (await page.evaluate(() => (window as unknown as Marked).marks.engine)) - began;
    await marks.dispose();
    await untilKept(page);
    await (await untilMark(page, "synced")).dispose();
    const health = await page.evaluate(async () => {
      const asked = performance.now();
      await (await fetch("/health", { cache: "no-store" })).text();
      return performance.now() - asked;
    });
    if (process.env.BENCH_TRAFFIC) report(slow.exchanges());
    return { ms: signInPageMs + rowsMs, files: slow.traffic(isFile), data: slow.traffic(isData), health };
  } finally {
    await context.close();
    slow.close();
  }
}
type Marked = { marks: { engine: number } };

async function measureColdStart(environment: BenchEnvironment): Promise<Figure[]> {
  buildIfNeeded();
  const { main } = await environment.data(sizes.small);
  const { url } = await environment.api(sizes.small);
  const browser = await launch();
  const runs: Awaited<ReturnType<typeof coldStart>>[] = [];
  try {
    for (let at = 0; at < COLD_STARTS; at++) runs.push(await coldStart(browser, url, `user0@${main.slug}.example`));
  } finally {
    await browser.close();
  }
  const starts = runs.map(({ ms }) => ms);
  const sizesOf = (of: "files" | "data") => runs.map((run) => bytes(run[of]) / 1_000);
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
      value: median(sizesOf("files")),
      p95: null,
      unit: "kB",
      target: 700,
      against: "data of the whole window",
      againstValue: median(sizesOf("data")),
    }),
  ];
}

type Shown = { body: string };

/** A customer who writes from a phone of the sandbox. */
function customer(system: RunningSystem, at: number) {
  const [connectionId] = system.shop.connectionIds;
  const [number, name] = [`551197000100${at}`, `Cliente ${at}`];
  return {
    name,
    write: (body: string) => system.post("/sandbox/messages", { connectionId, from: number, name, body }),
    async received(body: string): Promise<number> {
      for (const until = now() + 30_000; now() < until; await pause(20)) {
        const shown = await system.get<Shown[]>(`/sandbox/messages?connectionId=${connectionId}&number=${number}`);
        if (shown.some((message) => message.body.endsWith(body))) return now();
      }
      throw new Error(`${name} did not receive ${body}`);
    },
  };
}
type Customer = ReturnType<typeof customer>;

async function measureShift(environment: BenchEnvironment): Promise<Figure[]> {
  buildIfNeeded();
  const system = await startSystem(environment, "bench_phone", 1);
  const browser = await launch();
  try {
    await system.connector();
    const api = await system.api();
    await system.link(1);
    const slow = await openSlowLink(api.url, link);
    const { context, page } = await openPhone(browser, slow.url);
    await signInAt(page, await agentOf(system));
    await page.waitForURL((url) => url.pathname !== "/login");
    await untilKept(page);
    await page.goto("/tickets");
    const customers = Array.from({ length: CUSTOMERS }, (_, at) => customer(system, at));
    for (const one of customers) await accept(page, one);
    await pause(3_000);
    const [before, known] = [slow.traffic(isData), slow.exchanges()];
    const answers: number[] = [];
    let text = 0;
    for (const one of customers) {
      const worked = await work(page, one);
      answers.push(...worked.answers);
      text += worked.text;
    }
    await pause(1_000);
    const after = slow.traffic(isData);
    if (process.env.BENCH_TRAFFIC) report(since(known, slow.exchanges()));
    const health = await roundTrip(page);
    await context.close();
    slow.close();
    return [
      figure({
        name: "phone-shift-bytes",
        value: (bytes(after) - bytes(before)) / 1_000,
        p95: null,
        unit: "kB",
        target: 60,
        against: `the ${MESSAGES} texts alone`,
        againstValue: text / 1_000,
      }),
      figure({
        name: "phone-answer",
        value: median(answers),
        p95: quantile(answers, 0.95),
        unit: "ms",
        target: 1_500,
        against: "one small request over the same link",
        againstValue: health,
      }),
    ];
  } finally {
    await browser.close();
    await system.close();
  }
}

/** Adds an agent who sees every ticket: an admin of a new company starts at its first steps. */
async function agentOf({ url, shop }: RunningSystem): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [agent] = await sql<{ email: string }[]>`
    insert into users (company_id, id, name, email, password_hash, profile, all_ticket)
    select company_id, gen_random_uuid(), 'Ana', 'ana-' || email, password_hash, 'user', true
    from users where company_id = ${shop.companyId} returning email`;
  await sql.end();
  if (!agent) throw new Error("the company has no user");
  return agent.email;
}

/** The customer's first message, and the agent's acceptance of the new ticket. */
async function accept(page: Page, one: Customer): Promise<void> {
  await page.goto("/tickets");
  await page
    .getByRole("tab", { name: /Aguardando/ })
    .first()
    .tap();
  await one.write("Bom dia!");
  await page.getByRole("button", { name: `Aceitar ${one.name}` }).tap();
  await page.getByRole("textbox", { name: `Mensagem para ${one.name}` }).waitFor();
}

/** The agent reads and answers one customer. Returns the milliseconds from a message to its answer on the phone. */
async function work(page: Page, one: Customer): Promise<{ answers: number[]; text: number }> {
  await page.goBack();
  await page
    .getByRole("tab", { name: /Atendendo/ })
    .first()
    .tap();
  await page.getByRole("link", { name: one.name, exact: true }).first().tap();
  const composer = page.getByRole("textbox", { name: `Mensagem para ${one.name}` });
  await composer.waitFor();
  const answers: number[] = [];
  let text = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let wroteAt = 0;
    for (let at = 0; at < WRITTEN; at++) {
      const body = `Quanto custa o vaso azul número ${round}.${at}, com entrega?`;
      text += Buffer.byteLength(body);
      const seen = seenAt(page, log, body);
      wroteAt = now();
      await one.write(body);
      await seen;
      await pause(300);
    }
    for (let at = 0; at < ANSWERED; at++) {
      const body = `O vaso ${round}.${at} custa 45 reais e chega na quinta-feira.`;
      text += Buffer.byteLength(body);
      await composer.fill(body);
      const began = at === 0 ? wroteAt + 300 : now();
      await page.getByRole("button", { name: "Enviar", exact: true }).tap();
      answers.push((await one.received(body)) - began);
      await pause(300);
    }
  }
  return { answers, text };
}

const roundTrip = (page: Page) =>
  page.evaluate(async () => {
    const asked = performance.now();
    await (await fetch("/health", { cache: "no-store" })).text();
    return performance.now() - asked;
  });

const since = (known: readonly Exchange[], all: readonly Exchange[]): Exchange[] =>
  all.map((exchange, at) => {
    const { up = 0, down = 0, requests = 0 } = known[at] ?? {};
    return { ...exchange, up: exchange.up - up, down: exchange.down - down, requests: exchange.requests - requests };
  });

/** Prints the traffic by address, the largest first: `BENCH_TRAFFIC=1`. */
function report(exchanges: readonly Exchange[]): void {
  const byPath = Map.groupBy(
    exchanges,
    ({ method, path }) => `${method} ${path.replace(/[?].*/, "").replace(/[0-9a-f-]{36}/g, ":id")}`,
  );
  const rows = [...byPath].map(([path, ones]) => {
    const of = (key: keyof Traffic) => ones.reduce((sum, one) => sum + one[key], 0);
    return { path, requests: of("requests"), up: of("up"), down: of("down") };
  });
  console.table(
    rows
      .filter(({ up, down }) => up + down > 0)
      .toSorted((a, b) => b.up + b.down - a.up - a.down)
      .slice(0, 25),
  );
}

export const rows: Row[] = [
  { name: "phone-cold-start", measure: measureColdStart },
  { name: "phone-shift", gives: ["phone-shift-bytes", "phone-answer"], measure: measureShift },
];

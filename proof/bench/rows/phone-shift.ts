import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import postgres from "postgres";
import { buildIfNeeded } from "../../../bin/build.ts";
import { launchForHttps, seenAt } from "../browser.ts";
import type { BenchEnvironment } from "../environment.ts";
import { type Figure, figure, median, quantile } from "../figures.ts";
import { openPhoneLink } from "../https-front.ts";
import { isFile, mobileLink, openPhone, reportTraffic, roundTrip, since, sum, untilKept } from "../phone.ts";
import { signInAt } from "../screen-marks.ts";
import type { Row } from "./index.ts";
import { type RunningSystem, startSystem } from "./running-system.ts";

const CUSTOMERS = 5;
/** Each customer writes three messages in each of four rounds and gets two answers: 100 messages. */
const [ROUNDS, WRITTEN, ANSWERED] = [4, 3, 2];
const MESSAGES = CUSTOMERS * ROUNDS * (WRITTEN + ANSWERED);

const log = '[role="log"]';
const now = () => performance.timeOrigin + performance.now();

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

async function measure(environment: BenchEnvironment): Promise<Figure[]> {
  buildIfNeeded();
  const system = await startSystem(environment, "bench_phone", 1);
  const link = await openPhoneLink(mobileLink);
  const browser = await launchForHttps(link.keyHash);
  try {
    await system.connector();
    const api = await system.api({ PUBLIC_URL: link.url, TRUST_PROXY: "1" });
    link.serve(api.port);
    await system.link(1);
    const { context, page } = await openPhone(browser, link.url);
    await signInAt(page, await agentOf(system));
    await page.waitForURL((url) => url.pathname !== "/login");
    await untilKept(page);
    await page.goto("/tickets");
    const customers = Array.from({ length: CUSTOMERS }, (_, at) => customer(system, at));
    for (const one of customers) await accept(page, one);
    await pause(3_000);
    const [before, known] = [link.bytes(), link.exchanges()];
    const answers: number[] = [];
    let text = 0;
    for (const one of customers) {
      const worked = await work(page, one);
      answers.push(...worked.answers);
      text += worked.text;
    }
    await pause(1_000);
    const after = link.bytes();
    const all = { up: after.up - before.up, down: after.down - before.down };
    const exchanges = since(known, link.exchanges());
    reportTraffic(exchanges, all);
    const files = exchanges.filter(isFile).reduce((total, one) => total + sum(one), 0);
    const health = await roundTrip(page);
    await context.close();
    return [
      figure({
        name: "phone-shift-bytes",
        value: (sum(all) - files) / 1_000,
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
    link.close();
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
  // Signing in finds the user by the directory of e-mail addresses.
  await sql`select repair_company_keys()`;
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

export const rows: Row[] = [{ name: "phone-shift", gives: ["phone-shift-bytes", "phone-answer"], measure }];

import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenAgent, givenCompany } from "../db/testing/given.ts";
import { readPayments } from "../outside/payments/index.ts";
import { type StartedMeta, startMeta } from "../sandbox/testing/start-meta.ts";
import { filled, requestOf, withToken } from "./testing/contract-request.ts";
import { type ContractNames, type ContractRow, contractRows } from "./testing/contract-rows.ts";
import { enableAi, type GivenAi, givenAi } from "./testing/given-ai.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";
import { givenContractDesk } from "./testing/given-contract-desk.ts";
import { growingFields } from "./testing/growing-calls.ts";

/** For four times the input: linear work grows 4 times, quadratic work 16 times. */
const MAX_GROWTH = 9;
const ROUNDS = 6;
/** Statements that come and go with the turn of a job. */
const SPARE_STATEMENTS = 6;
/** Growth of the processor time that is not compared, and growth that may be noise, in microseconds. */
const MIN_US = 40_000;
const NOISE_US = 4_000;

let statements = 0;
const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  statements += 1;
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;

let meta: StartedMeta;
let ai: GivenAi;
let atMeta: Pick<ContractNames, "facebookUserId" | "facebookUserToken">;
let given: GivenApp;
let company: Awaited<ReturnType<typeof givenCompany>>;
let clients: Record<"agent" | "admin" | "super", Client>;
beforeAll(async () => {
  meta = await startMeta();
  ai = await givenAi();
  const payments = readPayments({ PIX_KEY: "conta@balcao.example", PIX_NAME: "Balcão", PIX_CITY: "Belo Horizonte" });
  given = await givenApp({ meta: meta.config, ai: ai.config, allowsSignUp: true, payments });
  const { helena } = meta.people;
  atMeta = { facebookUserId: helena.id, facebookUserToken: await meta.token(helena, { addInstagram: true }) };
  company = await givenCompany();
  await enableAi(company.companyId, ["chat"]);
  const owner = await givenAgent({ companyId: company.companyId, name: "Dona", profile: "admin", isSuper: true });
  clients = {
    agent: await givenSignedIn(given, company.ana),
    admin: await givenSignedIn(given, company.admin),
    super: await givenSignedIn(given, owner),
  };
});

afterAll(() => Promise.all([meta.stop(), ai.stop()]));

type Work = { isAccepted: boolean; statements: number; cpuUs: number };

/** Makes a call and returns its work: statements, and processor time of this thread, in which the api runs. */
async function workOf(row: ContractRow, names: ContractNames): Promise<Work> {
  const [method = "", path = ""] = filled(row.call, names).split(" ");
  const query = Object.entries(row.query ?? {}).map(([name, text]) => [name, filled(text, names)]);
  const address = query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
  const request = withToken(row, requestOf(row, method, names), names);
  const headers = { ...Object.fromEntries(new Headers(request.headers)), "x-forwarded-for": randomUUID() };
  const before = { statements, cpu: process.threadCpuUsage() };
  const response = await clients[row.by ?? "agent"].request(`http://localhost${address}`, { ...request, headers });
  await response.arrayBuffer();
  const { user, system } = process.threadCpuUsage(before.cpu);
  return { isAccepted: response.ok, statements: statements - before.statements, cpuUs: user + system };
}

let turns = 0;

/** Calls with the field four times as large each time, until it is refused. Returns the largest accepted size, and the defect. */
async function grow(field: ReturnType<typeof growingFields>[number], names: ContractNames) {
  const call = (size: number) => {
    turns += 1;
    return workOf(field.at(size, turns), names);
  };
  const accepted: { size: number; work: Work }[] = [];
  for (const size of field.sizes) {
    const work = await call(size);
    if (!work.isAccepted) break;
    accepted.push({ size, work });
    const smaller = accepted.at(-2);
    if (smaller && work.statements > smaller.work.statements * MAX_GROWTH + SPARE_STATEMENTS)
      return {
        size,
        defect: `${work.statements} statements at ${size}, ${smaller.work.statements} at ${smaller.size}`,
      };
  }
  const compared = accepted.slice(-3);
  const size = accepted.at(-1)?.size ?? 0;
  // The least of several rounds: everything else that this thread does only adds.
  const least = compared.map(({ work }) => work.cpuUs);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [small = 0, middle = 0, large = 0] = least;
    // Without the part of the work that does not grow.
    const [former, latter] = [Math.max(middle - small, NOISE_US), large - middle];
    if (compared.length < 3 || latter < MIN_US || latter <= former * MAX_GROWTH) return { size, defect: null };
    for (const [at, one] of compared.entries()) least[at] = Math.min(least[at] ?? 0, (await call(one.size)).cpuUs);
  }
  const figures = compared.map((one, at) => `${(least[at] ?? 0) / 1_000} ms at ${one.size}`);
  return { size, defect: figures.join(", ") };
}

test("every operation's work grows in proportion to each text and list that it accepts", async () => {
  const defects: string[] = [];
  const grown = new Map<string, number>();
  for (const row of contractRows.filter(({ form, status = 200 }) => !form && status < 300)) {
    const isGrown = (name: string) => (grown.get(`${row.call} ${name}`) ?? 0) >= 4_000;
    const growing = growingFields(row).filter(({ name }) => !isGrown(name));
    if (growing.length === 0) continue;
    const names = await givenContractDesk(company, atMeta);
    await row.before?.(names);
    for (const field of growing) {
      const { size, defect } = await grow(field, names);
      if (size > 0) grown.set(`${row.call} ${field.name}`, size);
      if (defect) defects.push(`${row.call} ${field.name}: ${defect}`);
    }
  }
  const compared = [...grown].filter(([, size]) => size >= 1_000).map(([name]) => name);
  const operations = new Set(compared.map((name) => name.replace(/ (?:query|body)\..*/, "")));
  console.info(`${operations.size} operations, ${compared.length} inputs of 1,000 and more`);
  expect(defects).toEqual([]);
  expect([operations.size > 50, compared.length > 200]).toEqual([true, true]);
}, 600_000);

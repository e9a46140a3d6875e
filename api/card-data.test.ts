import { randomInt, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { pino } from "pino";
import postgres from "postgres";
import { beforeAll, expect, inject, test } from "vitest";
import { sizeOf } from "../contracts/testing/sizes.ts";
import { givenAgent, givenCompany } from "../db/testing/given.ts";
import { readPayments } from "../outside/payments/index.ts";
import { filled, requestOf, withToken } from "./testing/contract-request.ts";
import { contractRows } from "./testing/contract-rows.ts";
import { routesOf } from "./testing/fuzzed-calls.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn, json } from "./testing/given-app.ts";
import { givenContractDesk } from "./testing/given-contract-desk.ts";
import { givenDesk, idsOf } from "./testing/given-victim.ts";

/** Marked values, unique for this run: a card number, and a security code that is long enough to be found. */
const CARD = `4917${randomInt(1e12).toString().padStart(12, "0")}`;
const GROUPED = CARD.replace(/(\d{4})(?=\d)/g, "$1 ");
const CODE = `cvv${randomInt(1e9).toString().padStart(9, "0")}`;
const marks = [CARD, GROUPED, CODE];
/** A marked text in a field that is stored: shows that the search finds what is there. */
const CONTROL = `controle ${randomUUID()}`;

const SAMPLES = sizeOf("CARD_BODIES");
const SEED = 20_261_123;

/** Card data under the names of the interface and of others. */
const card = {
  ...{ cardNumber: CARD, card_number: GROUPED, cardnumber: CARD, CardNumber: CARD, "card-number": CARD, pan: CARD },
  ...{ cvv: CODE, CVV: CODE, cvc: CODE, cvv2: CODE, cvvCode: CODE, securityCode: CODE, security_code: CODE },
  card: { number: GROUPED, cvc: CODE, cardNumber: CARD, cvv: CODE },
  creditCard: { number: CARD, ccv: CODE, holder: { cardNumber: CARD, cvv: CODE } },
  cards: [{ cardNumber: CARD, cvv: CODE }],
};

const lines: string[] = [];
let given: GivenApp;
beforeAll(async () => {
  given = await givenApp(
    {
      allowsSignUp: true,
      payments: readPayments({ PIX_KEY: "conta@balcao.example", PIX_NAME: "Balcão", PIX_CITY: "BH" }),
    },
    pino({ level: "trace" }, { write: (line: string) => lines.push(line) }),
  );
});

/** Adds the card data to every object inside the value. */
function withCard(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCard);
  if (typeof value !== "object" || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withCard(part)])), ...card };
}

const isDeletion = ({ method }: { method: string }) => method === "DELETE";

type Answer = { route: string; status: number; text: string };

/** Posts the card data to every route, as JSON, as forms and in the query, to each of these rows. */
async function postEverywhere(client: Client, ids: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ask = async (route: string, path: string, init: RequestInit) => {
    const address = { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
    const response = await client.request(path, { ...init, headers: { ...Object(init.headers), ...address } });
    answers.push({ route, status: response.status, text: await response.text() });
  };
  // Deletions come last: the rows are still there for the other calls.
  const routes = routesOf(given, ids).sort((one, other) => Number(isDeletion(one)) - Number(isDeletion(other)));
  for (const { method, path, body } of routes) {
    const route = `${method} ${path}`;
    const paths = path.includes(":") ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path];
    const query = `?${new URLSearchParams({ cardNumber: CARD, cvv: CODE, "card[number]": GROUPED })}`;
    await ask(route, `${paths[0]}${query}`, { method });
    if (method === "GET") continue;
    const bodies = fc.sample(body ?? fc.constant({}), { numRuns: SAMPLES, seed: SEED });
    for (const target of paths) for (const sample of bodies) await ask(route, target, json(method, withCard(sample)));
    const form = new FormData();
    for (const [name, value] of Object.entries(card)) form.set(name, String(value));
    await ask(route, paths[0] ?? path, { method, body: form });
    await ask(route, paths[0] ?? path, { method, body: new URLSearchParams({ cardNumber: CARD, cvv: CODE }) });
    await ask(route, paths[0] ?? path, { ...json(method, 0), body: `{"cardNumber":"${CARD}","cvv":"${CODE}"` });
  }
  return answers;
}

/** Returns the tables of every schema, jobs included, that have a row with one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const owner = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
  const tables = await owner<{ schema: string; name: string }[]>`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_toast'`;
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const patterns = texts.map((text) => `%${text}%`);
    const [row] =
      await owner`SELECT 1 FROM ${owner(schema)}.${owner(name)} t WHERE t::text LIKE ANY (${patterns}) LIMIT 1`;
    if (row) found.push(`${schema}.${name}`);
  }
  await owner.end();
  return found;
}

/** Returns the files below the folder whose name or content has one of the texts. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => texts.some((text) => path.includes(text) || readFileSync(path).includes(text)));
}

const linesWith = (texts: readonly string[]) => lines.filter((line) => texts.some((text) => line.includes(text)));

/** Makes every valid call of the interface with card data in it. Returns the answers of calls with another status. */
async function postContract(company: Awaited<ReturnType<typeof givenCompany>>): Promise<string[]> {
  const owner = await givenAgent({ companyId: company.companyId, profile: "admin", isSuper: true });
  const clients = {
    agent: await givenSignedIn(given, company.ana),
    admin: await givenSignedIn(given, company.admin),
    super: await givenSignedIn(given, owner),
  };
  const other: string[] = [];
  // A super user gives the company a small plan; the others' calls come before.
  const rows = contractRows.filter(({ body }) => body !== undefined);
  for (const row of rows.toSorted((one, other) => Number(one.by === "super") - Number(other.by === "super"))) {
    const names = await givenContractDesk(company);
    await row.before?.(names);
    const [method = "", path = ""] = filled(row.call, names).split(" ");
    const request = withToken(row, requestOf(row, method, names, withCard), names);
    const response = await clients[row.by ?? "agent"].request(path, request);
    const text = await response.text();
    if (response.status !== (row.status ?? 200)) other.push(`${row.call} ${response.status} ${text}`);
    expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
  }
  return other;
}

async function expectNowhere() {
  expect(await tablesWith(marks)).toEqual([]);
  expect(linesWith(marks)).toEqual([]);
  expect(filesWith(given.folder, marks)).toEqual([]);
}

test("card data in any valid call of the interface is dropped, and is nowhere: database, jobs, logs, files", async () => {
  const company = await givenCompany();
  // The calls of Meta's login and of AI texts need a server.
  const others = (await postContract(company)).filter((answer) => !/^POST (.*facebook|\/openai )/.test(answer));
  await given.sequencer.run(company.companyId);
  expect(others).toEqual([]);
  await expectNowhere();
}, 180_000);

test("card data in any other call to any route is nowhere", async () => {
  const company = await givenCompany();
  const owner = await givenAgent({ companyId: company.companyId, name: "Dona", profile: "admin", isSuper: true });
  const client = await givenSignedIn(given, owner);
  const desk = await givenDesk(given, company, CONTROL);
  const answers = await postEverywhere(client, [...idsOf(desk.desk), ...idsOf(desk.common)]);
  await given.sequencer.run(company.companyId);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(answers.filter(({ text }) => marks.some((mark) => text.includes(mark)))).toEqual([]);
  await expectNowhere();

  given.deps.logger.info({ control: CONTROL });
  expect(await tablesWith([CONTROL])).toEqual(expect.arrayContaining(["public.campaigns", "public.files"]));
  expect(linesWith([CONTROL])).toHaveLength(1);
  expect(filesWith(given.folder, [CONTROL])).not.toEqual([]);
}, 180_000);

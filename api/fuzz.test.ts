import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { pino } from "pino";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { commandPayloads, commandTypes } from "../contracts/commands/index.ts";
import { collections } from "../contracts/sync.ts";
import { sizeOf } from "../contracts/testing/sizes.ts";
import { givenAgent, givenCompany, givenPhoneNumber } from "../db/testing/given.ts";
import { type Call, fuzzedCall, routesOf } from "./testing/fuzzed-calls.ts";
import { fuzzedCommands, fuzzedPull } from "./testing/fuzzed-sync.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn, json } from "./testing/given-app.ts";
import { givenDesk, givenVictim, idsOf, rowsOf, SECRET, type Victim } from "./testing/given-victim.ts";

/** Number of calls; FUZZ_CALLS and FUZZ_SEED extend the search. */
const RUNS = sizeOf("FUZZ_CALLS");
const SYNC_RUNS = Math.round(RUNS * 0.4);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_701);
/** Calls per set of rows: the deletions among them use the rows up. */
const CALLS_PER_DESK = 500;

const HONEST_EVERY = 10;

type Company = Awaited<ReturnType<typeof givenCompany>>;

let calls = 0;
let given: GivenApp;
let mine: Company;
/** Company that receives only valid calls. */
let honest: Company;
let victim: Victim;
let foreignIds: string[];
let colleague: Client;
const failures: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: "error" }, { write: (line: string) => failures.push(line) });
  given = await givenApp({}, logger);
  honest = await givenCompany();
  victim = await givenVictim(given);
  foreignIds = [...idsOf(victim.desk), ...idsOf(victim.common)];
  colleague = await givenSignedIn(given, honest.admin);
});
afterEach(() => {
  failures.length = 0;
});

/** Creates rows of a company to call, and an admin without rows of their own, so that calls may delete anything. */
async function givenTargets() {
  mine = await givenCompany();
  const client = await givenSignedIn(
    given,
    await givenAgent({ companyId: mine.companyId, profile: "admin", name: "Zé" }),
  );
  const ids: string[] = [randomUUID()];
  for (let copies = 0; copies < 6; copies += 1) {
    const own = await givenDesk(given, mine, `nosso ${randomUUID()}`);
    ids.push(...idsOf(own.desk), ...idsOf(own.common));
  }
  return { client, ids: [...new Set(ids)] };
}

/**
 * Returns a secret or an id of the other company that is in the answer and was not sent by the caller; undefined: no
 * leak.
 */
function leakIn(given: string, answer: string): string | undefined {
  // Compared as the server reads it: without NUL, which cannot be stored.
  const sent = given.replaceAll("\\u0000", "").replaceAll("\u0000", "");
  if (answer.includes(SECRET) && !sent.includes(SECRET)) return SECRET;
  return foreignIds.find((id) => answer.includes(id) && !sent.toLowerCase().includes(id) && !taken.has(id));
}

/** Ids under which the caller has created rows of its own: clients choose ids, and an id is unique per company only. */
const taken = new Set<string>();

function takeIds(answer: string): void {
  for (const [, id = ""] of answer.matchAll(/"id":"([0-9a-f-]{36})","status":"applied"/g)) taken.add(id);
}

/** Texts sent with each command id: a repeated command gets the answer of the first. */
const earlier = new Map<string, string>();

function namedBefore(sent: string, answer: string): string {
  const ids = answer.match(/(?<="id":")[0-9a-f-]{36}/g) ?? [];
  for (const id of ids) earlier.set(id, `${earlier.get(id) ?? ""} ${sent}`);
  return ids.map((id) => earlier.get(id)).join(" ");
}

async function ask(client: Client, { method, path, headers, body }: Call) {
  let init: Request;
  try {
    init = new Request(`http://localhost${path}`, { method, headers: { ...client.headers, ...headers }, body });
  } catch (error) {
    // No client can send such a request.
    if (error instanceof TypeError) return null;
    throw error;
  }
  const response = await given.app.request(init);
  const answer = await response.text();
  const text = body === null ? "" : Buffer.from(body).toString();
  const isCommands = path.startsWith("/sync/commands");
  const before = isCommands ? namedBefore(text, answer) : "";
  if (isCommands) takeIds(answer);
  return { status: response.status, answer, sent: `${path} ${headers.cookie ?? ""} ${text} ${before}` };
}

/**
 * Returns whether the caller's company has a row with that id: the creator chooses the id, also one that the other
 * company uses.
 */
async function isOwnRow(id: string): Promise<boolean> {
  const tables = (await rowsOf(mine.companyId, ["command_log", "changes"])) as Record<string, string[]>;
  return Object.values(tables)
    .flat()
    .some((row) => JSON.parse(row).id === id);
}

async function expectHarmless(client: Client, call: Call): Promise<number> {
  failures.length = 0;
  const asked = await ask(client, call);
  if (!asked) return 0;
  const { status, answer, sent } = asked;
  if (status >= 500 || failures.length > 0) throw new Error(`answered ${status} ${answer.slice(0, 300)}\n${failures}`);
  const leak = leakIn(sent, answer);
  if (leak && !(await isOwnRow(leak)))
    throw new Error(`answered ${status} with another company's ${leak}: ${answer.slice(0, 2_000)}`);
  calls += 1;
  const next = calls % HONEST_EVERY === 0 ? await colleague.get("/auth/me") : null;
  if (next && next.status !== 200) throw new Error(`a valid call afterwards was answered ${next.status}`);
  return status;
}

async function expectHonestDay() {
  const contact = await colleague.send("POST", "/contacts", { name: "Nina", number: givenPhoneNumber() });
  expect(contact.status).toBe(200);
  const ticket = await colleague.send("POST", "/tickets", {
    contactId: contact.body.id,
    whatsappId: honest.connection.id,
  });
  expect(ticket.status).toBe(200);
  expect((await colleague.send("POST", `/messages/${ticket.body.id}`, { body: "oi" })).status).toBe(200);
  const page = await colleague.get(`/messages/${ticket.body.id}`);
  expect(page.body.messages).toMatchObject([{ body: "oi" }]);
  expect((await given.app.request("/auth/login", json("POST", {}))).status).toBe(400);
}

async function fuzz(
  runs: number,
  callFor: (ids: readonly string[]) => fc.Arbitrary<Call>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const before = await rowsOf(victim.companyId);
  for (let done = 0; done < runs; done += CALLS_PER_DESK) {
    const { client, ids } = await givenTargets();
    const one = fc.asyncProperty(callFor(ids), async (call) => {
      const status = await expectHarmless(client, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    await fc.assert(one, { seed: SEED + done, numRuns: Math.min(CALLS_PER_DESK, runs - done), endOnFailure: false });
  }
  expect(await rowsOf(victim.companyId)).toEqual(before);
  await expectHonestDay();
  return statuses;
}

const LONG = 120_000 + RUNS * 60;

describe("fuzzed input causes no failure and reveals no row of another company:", () => {
  test(
    `${RUNS} invalid bodies, queries, paths and headers over every route`,
    async () => {
      const statuses = await fuzz(RUNS, (ids) => fuzzedCall(routesOf(given, ids), [...ids, ...foreignIds]));
      // Checks that enough calls reach the verbs; each new route draws other calls.
      expect((statuses.get(200) ?? 0) + (statuses.get(204) ?? 0)).toBeGreaterThan(RUNS / 15);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(RUNS / 10);
    },
    LONG,
  );

  test(
    `${SYNC_RUNS} invalid pulls and batches of commands`,
    async () => {
      const { body } = await colleague.get("/sync/tickets");
      const checkpoints = await Promise.all(
        collections.map(async (name) => (await colleague.get(`/sync/${name}?limit=1`)).body.checkpoint),
      );
      expect(body.documents).toBeDefined();
      const statuses = await fuzz(SYNC_RUNS, (ids) =>
        fc.oneof(
          fuzzedPull(checkpoints, [...ids, ...foreignIds]),
          fuzzedCommands(
            commandTypes.map((type) => ({ type, payload: commandPayloads[type] })),
            [...ids, ...foreignIds],
          ),
        ),
      );
      expect(statuses.get(200) ?? 0).toBeGreaterThan(SYNC_RUNS / 5);
    },
    LONG,
  );
});

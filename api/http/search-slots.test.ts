import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, openMetrics } from "../../db/index.ts";
import { givenCompany, giveTo } from "../../db/testing/given.ts";
import { lockWaits } from "../../db/testing/lock-waits.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { createApp } from "../app.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";
import { isSearch, openSearchSlots } from "./search-slots.ts";

/** A test locks a table, and counts who waits for it. */
let own: OwnDatabase;
let given: GivenApp;
let client: Client;
let companyId: string;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
  given = await givenApp();
  const company = await givenCompany();
  companyId = company.companyId;
  client = await givenSignedIn(given, company.admin);
});
afterAll(() => own.drop());

/** Work that ends when told, and says whether it has begun. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: 0, end: resolve };
  return { ...state, work: () => promise };
}

describe("search slots", () => {
  test("three searches of a company run, the fourth waits for one of them, another company's runs", async () => {
    const slots = openSearchSlots();
    const running = [open(), open(), open()];
    const ends = running.map(({ work }) => slots.run("a", work));
    const order: string[] = [];
    const fourth = slots.run("a", async () => void order.push("fourth"));
    await slots.run("b", async () => void order.push("other company"));
    expect(order).toEqual(["other company"]);
    running[0]?.end();
    await fourth;
    expect(order).toEqual(["other company", "fourth"]);
    for (const { end } of running) end();
    await Promise.all(ends);
  });

  test("a search that waited too long is refused with the time to wait, and the slot stays whole", async () => {
    const slots = openSearchSlots({ maxRunning: 1, waitMs: 20 });
    const first = open();
    const running = slots.run("a", first.work);
    await expect(slots.run("a", async () => {})).rejects.toMatchObject({
      code: "ERR_TOO_MANY_SEARCHES",
      details: { retryAfterSeconds: 10 },
    });
    first.end();
    await running;
    await expect(slots.run("a", async () => "runs")).resolves.toBe("runs");
  });

  test("a search that fails gives its slot back", async () => {
    const slots = openSearchSlots({ maxRunning: 1, waitMs: 20 });
    await expect(slots.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(slots.run("a", async () => "runs")).resolves.toBe("runs");
  });

  test("only lists with words are searches", () => {
    expect(isSearch("GET", "http://x/mails?searchParam=ana")).toBe(true);
    expect(isSearch("GET", "http://x/mails?search%50aram=ana")).toBe(true);
    expect(isSearch("HEAD", "http://x/mails?searchParam=ana")).toBe(true);
    expect(isSearch("GET", "http://x/mails?searchParam=&pageNumber=1")).toBe(false);
    expect(isSearch("GET", "http://x/events")).toBe(false);
    expect(isSearch("POST", "http://x/mails?searchParam=ana")).toBe(false);
  });
});

test("the fourth search of a company waits at the door; single reads and sync do not", async () => {
  // A lock on the table of mails keeps the first three running.
  const locked = open();
  const ready = open();
  let holderPid = 0;
  const holder = own.database.company(companyId, async (db) => {
    await db.execute("lock table mails in access exclusive mode");
    const [session] = await db.execute<{ pid: number }>("select pg_backend_pid() as pid");
    holderPid = session?.pid ?? 0;
    ready.end();
    await locked.work();
  });
  await ready.work();
  const searches = [1, 2, 3].map(() => client.get("/mails?searchParam=ana"));
  const waiting = async () => (await lockWaits()).filter(({ blockedBy }) => blockedBy === holderPid);
  await expect.poll(async () => (await waiting()).length).toBe(3);
  let isAnswered = false;
  const fourth = client.get("/contacts?searchParam=ana").then((answer) => {
    isAnswered = true;
    return answer;
  });
  expect((await client.get("/contacts?searchParam=")).status).toBe(200);
  expect((await client.get("/sync/tickets")).status).toBe(200);
  expect(isAnswered).toBe(false);
  locked.end();
  await holder;
  expect((await fourth).status).toBe(200);
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("a statement that runs longer than the api's connections allow answers 503 with a code; an export is exempt", async () => {
  const database = openDatabase(own.url, { max: 2, statementTimeoutMs: 300 });
  const app = createApp({ ...given.deps, database, metrics: openMetrics(database) });
  const slow = "/slow";
  app.get(slow, async (c) => {
    const isLong = c.req.query("export") === "1";
    const [row] = await database.company(
      companyId,
      (db) => db.execute<{ slept: string }>("select pg_sleep(0.6)::text as slept"),
      { isReading: true, isLong },
    );
    return c.json(row);
  });
  const answer = await app.request(slow);
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: "ERR_TOO_SLOW" }]);
  expect(answer.headers.get("Retry-After")).toBe("5");
  expect((await app.request(`${slow}?export=1`)).status).toBe(200);
  // The setting of the export was its transaction's only.
  expect((await app.request(slow)).status).toBe(503);
  await database.close();
});

import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { type CompanyDb, notifyPeople, openDatabase, openMetrics, openSecretBox, schema } from "../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenSession,
  givenTicket,
  testDatabase,
} from "../../db/testing/given.ts";
import { openOwnDatabase } from "../../db/testing/own-database.ts";
import { saveSubscription, suspendCompany } from "../../domain/account/companies/index.ts";
import { changeCompany } from "../../domain/account/platform/index.ts";
import { changeSetting } from "../../domain/account/settings/index.ts";
import { changeUser, endUserSessions } from "../../domain/account/users/index.ts";
import { deleteQueue } from "../../domain/desk/queues/index.ts";
import { deleteUser } from "../../domain/office/departures/index.ts";
import { acting, atDesk, onCompany } from "../../domain/testing.ts";
import { createApp } from "../app.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";
import { type Checked, type KnownSessions, openKnownSessions } from "./known-sessions.ts";

const { sessions } = schema;

type Given = Awaited<ReturnType<typeof givenCompany>>;
type Process = Pick<GivenApp, "app"> & { known: KnownSessions; name: string };
let given: GivenApp;
/** Two API processes: each with its own connections, notices and memory. */
let one: Process;
let other: Process;

async function givenProcess(): Promise<Process> {
  const name = `process ${randomUUID().slice(0, 8)}`;
  const database = openDatabase(inject("databaseUrl"), { max: 3, name });
  const known = await openKnownSessions(database);
  return {
    app: createApp({ ...given.deps, database, metrics: openMetrics(database), knownSessions: known }),
    known,
    name,
  };
}

let owner: GivenAgent;
beforeAll(async () => {
  given = await givenApp();
  owner = await givenAgent({ companyId: (await givenCompany()).companyId, profile: "admin", isSuper: true });
  [one, other] = [await givenProcess(), await givenProcess()];
});

/** Below the 30 seconds after which a session is forgotten anyway. */
const soon = { timeout: 25_000 };

/** Returns when both processes have heard all notices of the commits before it. */
async function settled() {
  const mark = key();
  for (const { known } of [one, other]) known.watch()(mark, checked(mark.companyId), testNow());
  await testDatabase().platform.execute(sql`select pg_notify('balcao_people', ${mark.companyId})`);
  await expect.poll(() => [one, other].map(({ known }) => known.find(mark, testNow())), soon).toEqual([null, null]);
}

/** Signs in at one process and reads at both, so that both remember the session. */
async function remembered(agent: Given["ana"]) {
  const client = await givenSignedIn(one, agent);
  const read = ({ app }: Pick<Process, "app">) => app.request("/tickets", { headers: client.headers });
  const [session] = await inCompany(agent.companyId, (db) =>
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, agent.id)),
  );
  const own = { companyId: agent.companyId, id: session?.id ?? "" };
  const isKnown = () => [one, other].map(({ known }) => known.find(own, testNow()) !== null);
  await settled();
  // Repeated: a notice of another test file's company during the read keeps it from being remembered.
  const readAtBoth = async () => {
    for (const each of [one, other]) expect((await read(each)).status).toBe(200);
    return isKnown();
  };
  await expect.poll(readAtBoth, soon).toEqual([true, true]);
  return { client, read, key: own, isKnown };
}

const inOneHour = () => new Date(testTime() + 3_600_000);
const key = () => ({ companyId: randomUUID(), id: randomUUID() });
const checked = (companyId: string, dueDate = inOneHour(), expiresAt = inOneHour()): Checked => ({
  person: {
    actor: { companyId, id: "1" } as never,
    sessionId: "s",
    device: "",
    language: "pt",
    standing: "works",
    dueDate,
  },
  expiresAt,
});
const inCompany = <T>(companyId: string, work: (db: CompanyDb) => Promise<T>) =>
  testDatabase().company(companyId, work);
const statusIn =
  (process: Process, { headers }: Client, path = "/tickets") =>
  async () =>
    (await process.app.request(path, { headers })).status;

describe("a change is known to both processes", () => {
  const change = ({ ana, admin }: Given, values: Parameters<typeof changeUser>[2]) =>
    acting(admin, (ctx) => changeUser(ctx, ana.id, values));
  const changes: [string, (given: Given) => Promise<unknown>][] = [
    ["sessions that are ended", ({ ana }) => acting(ana, (ctx) => endUserSessions(ctx.db, ana, "ended"))],
    ["another profile", (given) => change(given, { profile: "admin" })],
    ["another right", (given) => change(given, { allTicket: true })],
    ["a user that is deleted", ({ ana, admin }) => acting(admin, (ctx) => deleteUser(ctx, ana.id))],
    ["a queue less", (given) => change(given, { queueIds: [] })],
    ["a queue more", (given) => change(given, { queueIds: [given.queue.id, given.support.id] })],
    ["a queue that is deleted", ({ admin, queue }) => acting(admin, (ctx) => deleteQueue(ctx, queue.id))],
    [
      "a setting",
      ({ admin }) =>
        acting(admin, (ctx) =>
          changeSetting(
            ctx,
            { key: "onlyAssigneeAnswers", value: "disabled" },
            openSecretBox(randomUUID(), "settings"),
          ),
        ),
    ],
    [
      "a company that is deactivated",
      ({ companyId }) => onCompany(owner, companyId, (ctx) => changeCompany(ctx, { isActive: false })),
    ],
    [
      "another due date",
      ({ companyId }) =>
        atDesk(companyId, (ctx) => saveSubscription(ctx, { dueDate: testNow(), dueDay: 1, planId: null })),
    ],
    ["a suspension", ({ companyId }) => atDesk(companyId, suspendCompany)],
  ];

  test.each(changes)("%s: forgotten; the other company's sessions stay", async (_name, change) => {
    const [mine, theirs] = [await givenCompany(), await givenCompany()];
    const changed = await remembered(mine.ana);
    const kept = await remembered(theirs.ana);
    expect([changed.isKnown(), kept.isKnown()]).toEqual([
      [true, true],
      [true, true],
    ]);
    await change(mine);
    await expect.poll(changed.isKnown, soon).toEqual([false, false]);
    expect(kept.isKnown()).toEqual([true, true]);
  });

  test("signing in and prolonging a session forget nothing", async () => {
    const { ana, companyId } = await givenCompany();
    const { isKnown } = await remembered(ana);
    await inCompany(companyId, (db) =>
      db.update(sessions).set({ expiresAt: new Date(testTime() + 90 * 86_400_000), lastSeenAt: testNow() }),
    );
    await givenSession(ana);
    // A notice of another company comes after theirs, if there were any.
    const mark = await remembered((await givenCompany()).ana);
    await atDesk(mark.key.companyId, (ctx) => notifyPeople(ctx.db, ctx.companyId));
    await expect.poll(mark.isKnown, soon).toEqual([false, false]);
    expect(isKnown()).toEqual([true, true]);
  });
});

describe("calls", () => {
  test("after signing out at one process, its next call is refused, and then those of the other", async () => {
    const { ana } = await givenCompany();
    const { client, read } = await remembered(ana);
    expect((await one.app.request("/auth/logout", { method: "DELETE", headers: client.headers })).status).toBe(200);
    expect((await read(one)).status).toBe(401);
    await expect.poll(statusIn(other, client), soon).toBe(401);
  });

  test("a user whom an admin deletes is refused by both processes", async () => {
    const { ana, admin } = await givenCompany();
    const { client, read } = await remembered(ana);
    const boss = await givenSignedIn(one, admin);
    expect((await boss.send("DELETE", `/users/${ana.id}`)).status).toBe(200);
    expect((await read(one)).status).toBe(401);
    await expect.poll(statusIn(other, client), soon).toBe(401);
  });

  test("a user who loses a queue no longer sees its tickets", async () => {
    const { ana, admin, companyId, queue, support } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const { client } = await remembered(ana);
    const path = `/tickets/${ticket.id}`;
    for (const each of [one, other]) expect(await statusIn(each, client, path)()).toBe(200);
    const boss = await givenSignedIn(one, admin);
    expect((await boss.send("PUT", `/users/${ana.id}`, { queueIds: [support.id] })).status).toBe(200);
    expect(await statusIn(one, client, path)()).toBe(404);
    await expect.poll(statusIn(other, client, path), soon).toBe(404);
  });

  test("without the notice, the process that made the change already refuses the next call", async () => {
    const deaf = await openKnownSessions({ listen: async () => ({ unlisten: async () => {} }) });
    const metrics = openMetrics(given.database);
    const alone = { app: createApp({ ...given.deps, metrics, knownSessions: deaf }) };
    const { ana, bia, admin } = await givenCompany();
    const [first, second] = [await givenSignedIn(alone, ana), await givenSignedIn(alone, bia)];
    const boss = await givenSignedIn(alone, admin);
    const get = ({ headers }: Client) => alone.app.request("/tickets", { headers });
    for (const client of [first, second, boss]) expect((await get(client)).status).toBe(200);
    await alone.app.request("/auth/logout", { method: "DELETE", headers: first.headers });
    expect((await get(first)).status).toBe(401);
    expect((await get(second)).status).toBe(200);
    expect((await boss.send("DELETE", `/users/${bia.id}`)).status).toBe(200);
    expect((await get(second)).status).toBe(401);
  });

  test("another company's ticket does not exist for a remembered session", async () => {
    const [mine, theirs] = [await givenCompany(), await givenCompany()];
    const ticket = await givenTicket({ companyId: theirs.companyId });
    const { client, isKnown } = await remembered(mine.admin);
    expect(isKnown()).toEqual([true, true]);
    expect(await statusIn(one, client, `/tickets/${ticket.id}`)()).toBe(404);
  });

  test("changes and super users' calls check the session even when it is remembered", async () => {
    const { ana, companyId } = await givenCompany();
    const { client, key } = await remembered(ana);
    const stale = one.known.find(key, testNow());
    await inCompany(companyId, (db) => db.delete(sessions).where(eq(sessions.id, key.id)));
    expect(stale).not.toBeNull();
    const always = createApp({
      ...given.deps,
      metrics: openMetrics(given.database),
      knownSessions: { ...one.known, find: () => stale },
    });
    const send = (method: string, path: string) => always.request(path, { method, headers: client.headers });
    expect((await send("GET", "/tickets")).status).toBe(200);
    expect((await send("DELETE", `/tickets/${randomUUID()}`)).status).toBe(401);
    expect((await send("GET", "/companies")).status).toBe(401);
    expect((await send("GET", "/sync/tickets")).status).toBe(401);
    expect((await send("GET", "/events")).status).toBe(401);
  });
});

describe("the memory", () => {
  async function open() {
    const name = `memory ${randomUUID().slice(0, 8)}`;
    const database = openDatabase(inject("databaseUrl"), { max: 1, name });
    onTestFinished(() => database.close());
    return { known: await openKnownSessions(database), name };
  }

  test("a session is remembered for 30 seconds, at most until it ends or the company is due", async () => {
    const { known } = await open();
    const now = testNow();
    const later = (ms: number) => new Date(now.getTime() + ms);
    for (const [about, ms] of [
      [checked("c"), 30_000],
      [checked("c", inOneHour(), later(10_000)), 10_000],
      [checked("c", later(20_000)), 20_000],
      [checked("c", later(-1)), 30_000],
    ] as const) {
      const one = key();
      known.watch()(one, about, now);
      expect(known.find(one, later(ms - 1))).toBe(about.person);
      expect(known.find(one, later(ms))).toBeNull();
    }
  });

  test("a session is not found under another company's id", async () => {
    const { known } = await open();
    const mine = key();
    known.watch()(mine, checked(mine.companyId), testNow());
    expect(known.find(mine, testNow())).not.toBeNull();
    expect(known.find({ ...mine, companyId: randomUUID() }, testNow())).toBeNull();
  });

  test("what was read before a change is not remembered after it", async () => {
    const { known } = await open();
    const mine = key();
    const remember = known.watch();
    known.forget(mine.companyId);
    remember(mine, checked(mine.companyId), testNow());
    expect(known.find(mine, testNow())).toBeNull();
  });

  test("at most 10,000 sessions are remembered", async () => {
    const { known } = await open();
    const keys = Array.from({ length: 10_001 }, key);
    for (const one of keys) known.watch()(one, checked(one.companyId), testNow());
    const found = keys.map((one) => known.find(one, testNow()) !== null);
    expect([found[0], found.filter(Boolean).length]).toEqual([false, 10_000]);
  });

  test("a lost notice connection forgets all sessions, and remembers again when it is back", async () => {
    const { known, name } = await open();
    const mine = key();
    known.watch()(mine, checked(mine.companyId), testNow());
    const own = await openOwnDatabase();
    await own.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name} (listens)'`,
    );
    await own.drop();
    const isKnown = () => known.find(mine, testNow()) !== null;
    await expect.poll(isKnown, soon).toBe(false);
    await expect
      .poll(() => {
        known.watch()(mine, checked(mine.companyId), testNow());
        return isKnown();
      }, soon)
      .toBe(true);
  });

  test("while the notice connection is lost, nothing is remembered", async () => {
    let lose = () => {};
    let returns = () => {};
    const known = await openKnownSessions({
      listen: async (_channel, _onNotice, onReconnect = () => {}, onLost = () => {}) => {
        [lose, returns] = [onLost, onReconnect];
        return { unlisten: async () => {} };
      },
    });
    const mine = key();
    const remember = () => known.watch()(mine, checked(mine.companyId), testNow());
    remember();
    lose();
    remember();
    expect(known.find(mine, testNow())).toBeNull();
    const meanwhile = known.watch();
    returns();
    meanwhile(mine, checked(mine.companyId), testNow());
    expect(known.find(mine, testNow())).toBeNull();
    remember();
    expect(known.find(mine, testNow())).not.toBeNull();
  });
});

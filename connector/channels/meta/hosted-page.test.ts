import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { claimKey, schema } from "../../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { disconnectSession, requireConnection, restartAll } from "../../../domain/desk/connections/index.ts";
import { findLinkedAccount, grantedAccounts, linkAccounts, openMetaBox } from "../../../domain/desk/meta/index.ts";
import type { Actor, Context } from "../../../domain/ground/context.ts";
import { openGraph } from "../../../outside/graph/index.ts";
import { type StartedMeta, startMeta } from "../../../sandbox/testing/start-meta.ts";
import { sandboxConfig } from "../../config.ts";
import { type Connector, startConnector } from "../../connector.ts";

const SECRET_KEY = "a secret key for the tests only, long enough";
const box = openMetaBox(SECRET_KEY);
let own: OwnDatabase;
let meta: StartedMeta;
let connector: Connector | null = null;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterEach(async () => {
  await connector?.stop();
  meta.stop();
});
afterAll(() => own.drop());

/** Creates a company whose admin has linked one page with its Instagram account, and starts a connector. */
async function givenLinkedPage() {
  meta = await startMeta();
  const companyId = randomUUID();
  await own.database.company(companyId, async (db) => {
    const dueDate = new Date(testTime() + 86_400_000);
    await db.insert(schema.companies).values({ id: companyId, name: companyId, dueDate });
    await claimKey(db, { companyId, kind: "company", key: companyId, rowId: companyId });
  });
  const actor = { companyId, id: randomUUID(), name: "Marina", profile: "admin", queueIds: [] } as unknown as Actor;
  const act = <T>(work: (ctx: Context) => Promise<T>) =>
    own.database.company(companyId, (db) => work({ db, companyId, actor, device: "Teste", now: testNow() }));
  const { helena } = meta.people;
  const [page] = helena.pages;
  const link = async () => {
    const facebookUserToken = await meta.token(helena, { addInstagram: true, pages: [page?.id ?? ""] });
    const grant = { facebookUserId: helena.id, facebookUserToken, addInstagram: true };
    const granted = await grantedAccounts(openGraph(meta.config), grant);
    return (await act((ctx) => linkAccounts(ctx, box, granted))).connections;
  };
  const [facebook, instagram] = await link();
  connector = await startConnector({
    database: own.database,
    dataDir: "/nowhere",
    secrets: SECRET_KEY,
    config: { ...sandboxConfig("ws://127.0.0.1:1"), pageCheckMs: 50, renewMs: 200, backoffMs: { least: 20, most: 50 } },
    logger: pino({ level: "silent" }),
    meta: meta.config,
  });
  const ids = { facebook: facebook?.id ?? "", instagram: instagram?.id ?? "" };
  const state = async (id: string) => {
    const { status, reason } = await act((ctx) => requireConnection(ctx, id));
    return reason ? `${status} ${reason}` : status;
  };
  const until = (id: string, wanted: string) =>
    vi.waitUntil(async () => (await state(id)) === wanted, { interval: 20 });
  return { act, ids, page, link, until, companyId };
}

test("a page connects, reports a revoked token, and reconnects after a new login", async () => {
  const { ids, page, link, until } = await givenLinkedPage();
  await Promise.all([until(ids.facebook, "CONNECTED"), until(ids.instagram, "CONNECTED")]);
  expect((await meta.subscriptions())[page?.id ?? ""]).toContain("messages");
  await meta.revoke(meta.people.helena, 460);
  await until(ids.facebook, "DISCONNECTED ERR_META_TOKEN_EXPIRED");
  await until(ids.instagram, "DISCONNECTED ERR_META_TOKEN_EXPIRED");
  expect((await link()).map(({ id }) => id)).toEqual([ids.facebook, ids.instagram]);
  await Promise.all([until(ids.facebook, "CONNECTED"), until(ids.instagram, "CONNECTED")]);
});

test("a page shows TIMEOUT during an outage of Meta and reconnects afterwards", async () => {
  const { ids, until, act } = await givenLinkedPage();
  await until(ids.facebook, "CONNECTED");
  meta.setAway(true);
  await until(ids.facebook, "TIMEOUT ERR_META_UNREACHABLE");
  meta.setAway(false);
  await until(ids.facebook, "CONNECTED");
  const outages = await act((ctx) =>
    ctx.db.select().from(schema.connectionOutages).where(eq(schema.connectionOutages.connectionId, ids.facebook)),
  );
  expect(outages).toMatchObject([{ reason: "ERR_META_UNREACHABLE", until: expect.any(Date) }]);
});

test("a disconnected page deletes its token, and stays subscribed until its Instagram account is disconnected too", async () => {
  const { ids, page, until, act } = await givenLinkedPage();
  const subscribed = async () => page?.id !== undefined && page.id in (await meta.subscriptions());
  await Promise.all([until(ids.facebook, "CONNECTED"), until(ids.instagram, "CONNECTED")]);
  await act((ctx) => disconnectSession(ctx, ids.facebook));
  await until(ids.facebook, "DISCONNECTED");
  expect(await subscribed()).toBe(true);
  await act((ctx) => disconnectSession(ctx, ids.instagram));
  await until(ids.instagram, "DISCONNECTED");
  await vi.waitUntil(async () => !(await subscribed()));
  for (const id of Object.values(ids)) expect(await act((ctx) => findLinkedAccount(ctx, box, id))).toBeNull();
  // A restart reconnects nothing that a user disconnected.
  await act(restartAll);
  expect(await act((ctx) => requireConnection(ctx, ids.facebook))).toMatchObject({ status: "DISCONNECTED" });
});

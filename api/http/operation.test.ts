import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { describe, expect, test } from "vitest";
import { openDatabase, openMetrics } from "../../db/index.ts";
import { MIGRATION_LOCK } from "../../db/operation/migrate.ts";
import { givenCompany, givenTicket } from "../../db/testing/given.ts";
import { openOwnDatabase } from "../../db/testing/own-database.ts";
import { createApp } from "../app.ts";
import { givenApp, givenSignedIn, json } from "../testing/given-app.ts";
import { openLogger } from "./logger.ts";

const SECRET = "segredo-que-ninguem-le";

describe("the log", () => {
  test("has one line per request with its id, route, status and user, and no content", async () => {
    const lines: string[] = [];
    const logger = openLogger("trace", { write: (line) => lines.push(line) });
    const given = await givenApp({}, logger);
    given.app.post("/breaks", async (c) => {
      // Throws like a failed query, whose error contains its parameters.
      const { password } = await c.req.json();
      await given.database.platform.execute(`select '${password}'::int`);
      return c.text("");
    });
    const { ana, companyId, queue } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    const ticket = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open" });
    lines.length = 0;
    const answered = await client.request(`/messages/${ticket.id}?token=${SECRET}`, {
      ...json("POST", { body: SECRET, password: SECRET }),
      headers: { "content-type": "application/json", "x-api-key": SECRET, "user-agent": SECRET, referer: SECRET },
    });
    await client.request(`/tickets?searchParam=${SECRET}`);
    await client.request(`/media/${SECRET}?s=${SECRET}`);
    await client.request(`/no/such/${SECRET}`);
    await given.app.request("/auth/login", json("POST", { email: `${SECRET}@x.example`, password: SECRET }));
    await given.app.request("/tickets", {
      headers: { authorization: `Bearer ${SECRET}`, cookie: `balcao_session=${SECRET}` },
    });
    expect((await client.request("/breaks", json("POST", { password: SECRET }))).status).toBe(500);
    expect(answered.status).toBe(200);
    const text = lines.join("");
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(client.token);
    expect(text).not.toContain(client.cookie.split("=")[1]);
    const requests = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request");
    expect(requests).toHaveLength(7);
    expect(requests[0]).toMatchObject({
      requestId: answered.headers.get("X-Request-Id"),
      method: "POST",
      route: "/messages/:ticketId",
      status: 200,
      userId: ana.id,
      companyId,
    });
    expect(text).toMatch(/"event":"request_failed"/);
  });
});

describe("/metrics", () => {
  async function served(config: Parameters<typeof givenApp>[0]) {
    const given = await givenApp(config);
    const server = serve({ fetch: given.app.fetch, hostname: "127.0.0.1", port: 0 });
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { given, url, close: () => new Promise((done) => server.close(done)) };
  }

  test("reports requests by route and status, the sequencer's delay, queues and connections", async () => {
    const { given, url, close } = await served({ trustsProxy: false });
    const { ana, companyId, queue } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    const ticket = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open" });
    await client.send("POST", `/messages/${ticket.id}`, { body: "oi" });
    const text = await (await fetch(`${url}/metrics`)).text();
    for (const line of [
      /^balcao_http_request_seconds_count\{method="POST",route="\/messages\/:ticketId",status="200"\} 1$/m,
      /^balcao_connections\{status="CONNECTED"\} [1-9]/m,
      /^balcao_outbox_waiting [1-9]/m,
      /^balcao_inbox_waiting \d/m,
      /^balcao_changes_unnumbered \d/m,
      /^balcao_database_up 1$/m,
    ])
      expect(text).toMatch(line);
    expect(text).not.toContain(ticket.id);
    await close();
  });

  test("is served to this machine only, or to callers with the token", async () => {
    const open = await served({ trustsProxy: false });
    expect((await fetch(`${open.url}/metrics`)).status).toBe(200);
    expect((await fetch(`${open.url}/metrics`, { headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(404);
    expect((await open.given.app.request("/metrics")).status).toBe(404);
    await open.close();
    // A proxy on this machine may omit the address of its client.
    for (const config of [{ trustsProxy: true }, { trustsProxy: false, host: "0.0.0.0" }]) {
      const behind = await served(config);
      expect((await fetch(`${behind.url}/metrics`)).status, JSON.stringify(config)).toBe(404);
      await behind.close();
    }
    const kept = await served({ metricsToken: "a token" });
    const ask = (authorization?: string) =>
      fetch(`${kept.url}/metrics`, { headers: authorization ? { authorization } : {} });
    expect((await ask()).status).toBe(404);
    expect((await ask("Bearer another")).status).toBe(404);
    expect((await ask("Bearer a token")).status).toBe(200);
    await kept.close();
  });
});

test("without a database every call gets 503 with Retry-After", async () => {
  const nowhere = openDatabase("postgres://nobody@127.0.0.1:1/none", { max: 1 });
  const given = await givenApp();
  const app = createApp({ ...given.deps, database: nowhere, metrics: openMetrics(nowhere) });
  const answer = await app.request("/auth/login", json("POST", { email: "ana@teste.example", password: "x" }));
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({ code: "ERR_UNAVAILABLE" });
  await nowhere.close();
});

describe("/ready", () => {
  test("is false during a migration and true again afterwards", async () => {
    const own = await openOwnDatabase();
    const given = await givenApp();
    const app = createApp({ ...given.deps, database: own.database, metrics: openMetrics(own.database) });
    const ready = async () => {
      const answer = await app.request("/ready");
      return [answer.status, (await answer.json()).problem];
    };
    expect(await ready()).toEqual([200, undefined]);
    const migrator = await own.database.connection();
    await migrator.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    expect(await ready()).toEqual([503, "the database is being migrated"]);
    await migrator.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    migrator.release();
    expect(await ready()).toEqual([200, undefined]);
    await own.drop();
  });

  test("is false on a database of an older version, on an empty one, and without one", async () => {
    const own = await openOwnDatabase();
    const given = await givenApp();
    const problemWith = async (database: typeof own.database) => {
      const answer = await createApp({ ...given.deps, database, metrics: openMetrics(database) }).request("/ready");
      return [answer.status, (await answer.json()).problem];
    };
    const rename = (from: string, to: string) =>
      own.asOwner(`update drizzle.applied_functions set name = '${to}' where name = '${from}'`);
    await rename("log_ticket", "log_ticket_of_older_version");
    expect(await problemWith(own.database)).toEqual([503, "the database is not migrated"]);
    await rename("log_ticket_of_older_version", "log_ticket");
    expect(await problemWith(own.database)).toEqual([200, undefined]);
    await own.asOwner(
      "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)",
    );
    expect(await problemWith(own.database)).toEqual([503, "the database is not migrated"]);
    await own.asOwner("drop function newest_migration()");
    expect(await problemWith(own.database)).toEqual([503, "the database is not migrated"]);
    await own.drop();
    const nowhere = openDatabase("postgres://nobody@127.0.0.1:1/none", { max: 1 });
    expect(await problemWith(nowhere)).toEqual([503, "the database cannot be reached"]);
    await nowhere.close();
  });
});

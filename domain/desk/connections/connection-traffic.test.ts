import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { receiveMessage, sendMessage } from "../messages/index.ts";
import { connectionTraffic, reportConnection } from "./index.ts";

test("the traffic counts today's messages in the company's time zone, waiting messages, and the downtime", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const other = await givenCompany();
  /** 23:30 in São Paulo, where the day began at 03:00 UTC. */
  const now = new Date("2026-07-02T02:30:00Z");
  const receive = (at: string, more = {}) =>
    atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { at: new Date(at), ...more })), now);
  await receive("2026-07-01T02:59:00Z");
  await receive("2026-07-01T03:00:00Z");
  await receive("2026-07-02T02:00:00Z");
  await receive("2026-07-02T02:01:00Z", { fromMe: true });
  await receive("2026-06-30T12:00:00Z", { sender: { phone: "5531988880000", name: "Ivo" } });
  await atDesk(other.companyId, (ctx) => receiveMessage(ctx, textFrom(other.connection.id, { at: now })), now);
  const reading = () => acting(admin, connectionTraffic, now);
  const quiet = { connectionId: connection.id, storedToday: 2, waitingIn: 0, waitingOut: 0, downSince: null };
  expect(await reading()).toEqual([quiet]);

  await atDesk(companyId, async ({ db }) => {
    const stanza = { companyId, connectionId: connection.id, part: 0, epoch: 1, attrs: {}, plaintext: Buffer.from("") };
    await db.insert(schema.inbox).values([
      { ...stanza, providerId: "A", seq: 1 },
      { ...stanza, providerId: "B", seq: 2, doneAt: now },
    ]);
  });
  const [ticket] = await atDesk(companyId, ({ db }) => db.select().from(schema.tickets));
  const ticketId = ticket?.id ?? "";
  await acting(admin, (ctx) => sendMessage(ctx, { id: randomUUID(), ticketId, body: "Já respondo" }), now);
  await atDesk(companyId, (ctx) => reportConnection(ctx, connection.id, { status: "TIMEOUT" }), now);
  expect(await reading()).toEqual([{ ...quiet, waitingIn: 1, waitingOut: 1, downSince: now }]);
  await atDesk(companyId, (ctx) => reportConnection(ctx, connection.id, { status: "CONNECTED" }), now);
  expect(await reading()).toMatchObject([{ downSince: null }]);
});

test("agents may not read the traffic", async () => {
  const { ana } = await givenCompany();
  expect((await refusal(acting(ana, connectionTraffic))).code).toBe("ERR_NO_PERMISSION");
});

test("today's messages are read once, not once for each connection", async () => {
  const { companyId, connection, admin } = await givenCompany();
  await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id)));
  const many = Array.from({ length: 20 }, () => ({ companyId, id: randomUUID(), name: randomUUID() }));
  await atDesk(companyId, ({ db }) => db.insert(schema.connections).values(many));
  const scans = await acting(admin, async (ctx) => {
    const before = await scansOfMessages(ctx);
    expect(await connectionTraffic(ctx)).toHaveLength(1 + many.length);
    return (await scansOfMessages(ctx)) - before;
  });
  // Each connection's waiting messages are one scan.
  expect(scans).toBeLessThan(1.5 * many.length);
});

/** How often this transaction has begun to read the messages. */
async function scansOfMessages({ db }: Context): Promise<number> {
  const [counted] = await db.execute<{ scans: string }>(
    sql`select seq_scan + idx_scan as scans from pg_stat_xact_user_tables where relname = 'messages'`,
  );
  return Number(counted?.scans ?? 0);
}

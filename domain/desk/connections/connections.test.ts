import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ConnectionInput } from "../../../contracts/desk/connections.ts";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { lockWaits } from "../../../db/testing/lock-waits.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { receiveMessage } from "../messages/index.ts";
import { loadTicketView } from "../tickets/index.ts";
import {
  askPairingCode,
  createConnection,
  deleteConnection,
  disconnectSession,
  listConnections,
  listOutages,
  newQr,
  reportConnection,
  requireConnection,
  restartAll,
  startSession,
  updateConnection,
} from "./index.ts";

const { channelCredentials, channelKeys, connectionLeases, connections, inbox } = schema;

const input = (change: Partial<ConnectionInput> = {}): ConnectionInput => ({
  name: "Fábrica",
  greetingMessage: "",
  completionMessage: "",
  outOfHoursMessage: "",
  ratingMessage: "",
  isDefault: false,
  token: "",
  provider: "beta",
  redirectAfterMinutes: 0,
  redirectQueueId: null,
  historyDays: 7,
  queueIds: [],
  ...change,
});

const leaseOf = async (companyId: string, id: string) => {
  const [lease] = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(connectionLeases).where(eq(connectionLeases.connectionId, id)),
  );
  return lease;
};

test("a form changes only its own fields, whatever else the given object has", async () => {
  const { companyId, admin, connection } = await givenCompany();
  const other = await givenCompany();
  const more = { companyId: other.companyId, status: "CONNECTED", createdAt: new Date(0) } as const;
  const created = await acting(admin, (ctx) => createConnection(ctx, { ...input(), ...more }));
  expect(created).toMatchObject({ name: "Fábrica", status: "OPENING" });
  const before = await acting(admin, (ctx) => requireConnection(ctx, connection.id));
  const change = { ...input({ name: "Oficina", isDefault: true }), ...more, channel: "facebook" };
  const changed = await acting(admin, (ctx) => updateConnection(ctx, connection.id, change));
  expect(changed).toMatchObject({ name: "Oficina", status: before.status, channel: before.channel });
  const rows = await atDesk(companyId, (ctx) => ctx.db.select().from(connections));
  expect(rows.filter(({ createdAt }) => createdAt.getTime() === 0)).toEqual([]);
});

test("a company's first connection is its default; a later one becomes it on request", async () => {
  const { companyId, admin, connection, queue } = await givenCompany();
  const second = await acting(admin, (ctx) => createConnection(ctx, input({ queueIds: [queue.id] })));
  expect(second).toMatchObject({ isDefault: false, status: "OPENING", queueIds: [queue.id] });
  expect(await leaseOf(companyId, second.id)).toMatchObject({ desired: "up", request: 1 });
  await acting(admin, (ctx) => updateConnection(ctx, second.id, input({ isDefault: true })));
  const listed = await acting(admin, (ctx) => listConnections(ctx));
  expect(listed.map((row) => [row.id, row.isDefault])).toEqual([
    [connection.id, false],
    [second.id, true],
  ]);
  await atDesk(companyId, (ctx) => ctx.db.delete(connections));
  expect(await acting(admin, (ctx) => createConnection(ctx, input()))).toMatchObject({ isDefault: true });
});

const isWaitedFor = async (pid: number) => (await lockWaits()).some(({ blockedBy }) => blockedBy === pid);

/** A connector's transaction that continues when the test says so. */
function beginAtDesk(companyId: string, first: (ctx: DeskContext) => Promise<unknown>) {
  const [begun, goOn] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const done = (next: (ctx: DeskContext) => Promise<unknown>) =>
    atDesk(companyId, async (ctx) => {
      await first(ctx);
      const [own] = await ctx.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      begun.resolve(own?.pid ?? 0);
      await goOn.promise;
      await next(ctx);
    });
  return { done, begun: begun.promise, goOn: goOn.resolve };
}

test.each([
  [
    "says how it is",
    (id: string) => ({
      first: (ctx: DeskContext) =>
        ctx.db
          .select()
          .from(connectionLeases)
          .where(and(eq(connectionLeases.companyId, ctx.companyId), eq(connectionLeases.connectionId, id)))
          .for("share"),
      next: (ctx: DeskContext) => reportConnection(ctx, id, { status: "DISCONNECTED" }),
    }),
  ],
  [
    "takes in what it received",
    (id: string) => ({
      first: (ctx: DeskContext) =>
        ctx.db
          .update(inbox)
          .set({ doneAt: ctx.now })
          .where(and(eq(inbox.companyId, ctx.companyId), eq(inbox.connectionId, id))),
      next: (ctx: DeskContext) =>
        ctx.db
          .select()
          .from(connections)
          .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, id)))
          .for("key share"),
    }),
  ],
])("a connection can be deleted while its owner %s, and neither fails", async (_what, work) => {
  const { companyId, admin } = await givenCompany();
  const { id } = await acting(admin, (ctx) => createConnection(ctx, input()));
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(inbox).values({
      companyId,
      connectionId: id,
      providerId: "A1",
      part: 0,
      epoch: 1,
      seq: 1,
      attrs: {},
      plaintext: Buffer.from("x"),
    }),
  );
  const { first, next } = work(id);
  const owner = beginAtDesk(companyId, first);
  const writing = owner.done(next);
  const pid = await owner.begun;
  const deleting = acting(admin, (ctx) => deleteConnection(ctx, id));
  await expect.poll(() => isWaitedFor(pid)).toBe(true);
  owner.goOn();
  await Promise.all([writing, deleting]);
  expect(await leaseOf(companyId, id)).toBeUndefined();
});

test("the default connection can be neither unset nor deleted; another one can, and its tickets stay", async () => {
  const { companyId, admin, connection, queue } = await givenCompany();
  const code = async (verb: (ctx: Context) => Promise<unknown>) => (await refusal(acting(admin, verb))).code;
  expect(await code((ctx) => updateConnection(ctx, connection.id, input()))).toBe("ERR_NO_OTHER_WHATSAPP");
  expect(await code((ctx) => deleteConnection(ctx, connection.id))).toBe("ERR_NO_OTHER_WHATSAPP");
  const other = await acting(admin, (ctx) => createConnection(ctx, input({ queueIds: [queue.id] })));
  const ticket = await givenTicket({ companyId, connectionId: other.id });
  await acting(admin, (ctx) => deleteConnection(ctx, other.id));
  expect(await acting(admin, (ctx) => loadTicketView(ctx, ticket.id))).toMatchObject({
    connection: null,
    channel: "whatsapp",
  });
});

test("an invalid connection is refused", async () => {
  const { admin, queue, support, connection } = await givenCompany();
  const stranger = await givenCompany();
  const code = async (change: Partial<ConnectionInput>) =>
    (await refusal(acting(admin, (ctx) => createConnection(ctx, input(change))))).code;
  expect(await code({ queueIds: [queue.id, support.id] })).toBe("ERR_WAPP_GREETING_REQUIRED");
  expect(await code({ queueIds: [stranger.queue.id] })).toBe("ERR_NO_QUEUE_FOUND");
  expect(await code({ name: "Loja" })).toBe("ERR_WAPP_NAME_TAKEN");
  expect(await code({ redirectAfterMinutes: 5 })).toBe("ERR_VALIDATION");
  await acting(admin, (ctx) =>
    updateConnection(ctx, connection.id, input({ isDefault: true, token: "um-token-de-24-caracteres" })),
  );
  expect(await code({ name: "Outra", token: "um-token-de-24-caracteres" })).toBe("ERR_VALIDATION");
  const both = { queueIds: [queue.id, support.id], greetingMessage: "Olá!" };
  expect(await acting(admin, (ctx) => createConnection(ctx, input({ name: "Duas", ...both })))).toMatchObject({
    name: "Duas",
  });
});

test("only admins see the QR code and the token", async () => {
  const { companyId, admin, ana, connection } = await givenCompany();
  await atDesk(companyId, (ctx) => reportConnection(ctx, connection.id, { status: "qrcode", qrcode: "2@abc" }));
  expect(await acting(admin, (ctx) => requireConnection(ctx, connection.id))).toMatchObject({ qrcode: "2@abc" });
  expect(await acting(ana, (ctx) => requireConnection(ctx, connection.id))).toMatchObject({
    qrcode: "",
    tokenHash: null,
  });
  expect(await acting(ana, (ctx) => listConnections(ctx))).toMatchObject([{ status: "qrcode", qrcode: "" }]);
});

test("each request of a user restarts the session and notifies the connectors", async () => {
  const { companyId, admin, connection } = await givenCompany();
  const notified: string[] = [];
  const listening = await testDatabase().listen("balcao_connections", (payload) => notified.push(payload));
  await acting(admin, (ctx) => startSession(ctx, connection.id));
  expect(await leaseOf(companyId, connection.id)).toMatchObject({ desired: "up", request: 1 });
  await acting(admin, (ctx) => restartAll(ctx));
  expect(await leaseOf(companyId, connection.id)).toMatchObject({ desired: "up", request: 2 });
  await acting(admin, (ctx) => disconnectSession(ctx, connection.id));
  await acting(admin, (ctx) => restartAll(ctx));
  expect(await leaseOf(companyId, connection.id)).toMatchObject({ desired: "down", request: 3 });
  const notice = JSON.stringify({ companyId, connectionId: connection.id });
  await expect.poll(() => notified.filter((payload) => payload === notice)).toHaveLength(3);
  await listening.unlisten();
});

test.each([
  ["DISCONNECTED", "OPENING"],
  ["qrcode", "OPENING"],
  ["TIMEOUT", "OPENING"],
  ["CONNECTED", "CONNECTED"],
] as const)("a connection that is %s is %s as soon as a user starts it", async (status, after) => {
  const { companyId, admin, connection } = await givenCompany();
  await atDesk(companyId, (ctx) =>
    reportConnection(ctx, connection.id, { status, qrcode: "2@abc", reason: "ERR_WAPP_QR_EXPIRED" }),
  );
  await acting(admin, (ctx) => startSession(ctx, connection.id));
  const [qrcode, reason] = after === "OPENING" ? ["", null] : ["2@abc", "ERR_WAPP_QR_EXPIRED"];
  expect(await acting(admin, (ctx) => requireConnection(ctx, connection.id))).toMatchObject({
    status: after,
    qrcode,
    reason,
  });
});

test("a new QR code deletes the link, fences off its owner and keeps the queues", async () => {
  const { companyId, admin, connection, queue } = await givenCompany();
  const one = { companyId, connectionId: connection.id };
  await atDesk(companyId, async (ctx) => {
    await ctx.db.insert(channelCredentials).values({ ...one, data: Buffer.from("segredo") });
    await ctx.db.insert(channelKeys).values({ ...one, type: "session", id: "1", data: Buffer.from("chave") });
    await ctx.db.update(connectionLeases).set({ owner: "worker", leaseUntil: new Date(testTime() + 60_000), epoch: 4 });
  });
  await acting(admin, (ctx) => newQr(ctx, connection.id));
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(channelCredentials))).toEqual([]);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(channelKeys))).toEqual([]);
  expect(await leaseOf(companyId, connection.id)).toMatchObject({ desired: "up", owner: null, epoch: 5 });
  expect(await acting(admin, (ctx) => requireConnection(ctx, connection.id))).toMatchObject({ queueIds: [queue.id] });
});

test("each outage is stored with its start, its end and the number of messages that came afterwards", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const at = (minute: number) => new Date(Date.UTC(2026, 6, 1, 12, minute));
  const report = (status: "CONNECTED" | "TIMEOUT", minute: number, reason?: string) =>
    atDesk(companyId, (ctx) => reportConnection(ctx, connection.id, { status, reason }), at(minute));
  await report("TIMEOUT", 0, "ERR_WAPP_REPLACED");
  await report("TIMEOUT", 1, "ERR_WAPP_REPLACED");
  await report("CONNECTED", 5);
  for (const minute of [2, 3, 9])
    await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { at: at(minute) })), at(10));
  await report("TIMEOUT", 20);
  expect(await acting(admin, (ctx) => listOutages(ctx, connection.id))).toMatchObject([
    { reason: null, since: at(20), until: null, messagesAfter: 0 },
    { reason: "ERR_WAPP_REPLACED", since: at(0), until: at(5), messagesAfter: 2 },
  ]);
});

test("a pairing code is for one phone and for admins only, and is gone after the next link or a scan", async () => {
  const { companyId, connection, admin, ana } = await givenCompany();
  const numberOf = async () => (await leaseOf(companyId, connection.id))?.pairingNumber;
  const codeFor = async (agent: typeof ana) =>
    (await acting(agent, (ctx) => requireConnection(ctx, connection.id))).pairingCode;
  const report = (status: "qrcode" | "CONNECTED", pairingCode?: string) =>
    atDesk(companyId, (ctx) => reportConnection(ctx, connection.id, { status, pairingCode, qrcode: "" }));
  await acting(admin, (ctx) => askPairingCode(ctx, connection.id, "5531955500148"));
  expect(await numberOf()).toBe("5531955500148");
  await report("qrcode", "ABCD1234");
  expect([await codeFor(admin), await codeFor(ana)]).toEqual(["ABCD1234", ""]);
  await report("CONNECTED");
  expect(await codeFor(admin)).toBe("");
  await acting(admin, (ctx) => newQr(ctx, connection.id));
  expect(await numberOf()).toBe("");
});

test("a report without changes writes nothing", async () => {
  const { companyId, connection, admin } = await givenCompany();
  const before = await acting(admin, (ctx) => requireConnection(ctx, connection.id));
  await atDesk(companyId, (ctx) => reportConnection(ctx, connection.id, { status: "CONNECTED" }));
  expect(await acting(admin, (ctx) => requireConnection(ctx, connection.id))).toEqual(before);
});

const verbs: [string, (ctx: Context, id: string) => Promise<unknown>][] = [
  ["update", (ctx, id) => updateConnection(ctx, id, input())],
  ["delete", deleteConnection],
  ["start", startSession],
  ["new QR", newQr],
  ["typed code", (ctx, id) => askPairingCode(ctx, id, "5531955500148")],
  ["disconnect", disconnectSession],
  ["outages", listOutages],
];
test.each(verbs)("%s: another company's connection does not exist, and an agent may not", async (_name, verb) => {
  const { ana, connection } = await givenCompany();
  const stranger = await givenCompany();
  expect((await refusal(acting(stranger.admin, (ctx) => verb(ctx, connection.id)))).code).toBe("ERR_NO_WAPP_FOUND");
  expect((await refusal(acting(ana, (ctx) => verb(ctx, connection.id)))).code).toBe("ERR_NO_PERMISSION");
});

test("creating and restarting connections is for admins only", async () => {
  const { ana } = await givenCompany();
  expect((await refusal(acting(ana, (ctx) => createConnection(ctx, input())))).code).toBe("ERR_NO_PERMISSION");
  expect((await refusal(acting(ana, (ctx) => restartAll(ctx)))).code).toBe("ERR_NO_PERMISSION");
});

test("the time of the first connection is kept through a new link and a restart", async () => {
  const { companyId, admin } = await givenCompany();
  const { id } = await acting(admin, (ctx) => createConnection(ctx, input()));
  const firstConnectedAt = async () => (await acting(admin, (ctx) => requireConnection(ctx, id))).firstConnectedAt;
  const report = (status: "qrcode" | "CONNECTED" | "DISCONNECTED", now: Date) =>
    atDesk(companyId, (ctx) => reportConnection({ ...ctx, now }, id, { status }));
  const first = new Date("2026-05-04T12:00:00Z");
  await report("qrcode", new Date("2026-05-04T11:59:00Z"));
  expect(await firstConnectedAt()).toBeNull();
  await report("CONNECTED", first);
  await report("DISCONNECTED", new Date("2026-05-05T12:00:00Z"));
  await acting(admin, (ctx) => newQr(ctx, id));
  await report("CONNECTED", new Date("2026-05-06T12:00:00Z"));
  expect(await firstConnectedAt()).toEqual(first);
});

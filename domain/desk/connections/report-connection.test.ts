import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { acting, atDesk } from "../../testing.ts";
import { historyDays, listOutages, reportConnection, reportRestriction, requireConnection } from "./index.ts";

const { connections, connectionOutages } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
let other: typeof company;
beforeAll(async () => {
  company = await givenCompany();
  other = await givenCompany();
});

const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour));
type Columns = Partial<typeof connections.$inferInsert>;
type Report = Parameters<typeof reportConnection>[2];

/** A connection of its own for each test. */
async function given(columns: Columns = {}) {
  const { companyId, admin } = company;
  const id = randomUUID();
  const row = { companyId, id, name: `Loja ${id}`, stateSince: at(0), updatedAt: at(0), ...columns };
  await atDesk(companyId, (ctx) => ctx.db.insert(connections).values(row));
  const report = (what: Report, hour = 1) => atDesk(companyId, (ctx) => reportConnection(ctx, id, what), at(hour));
  const now = () => acting(admin, (ctx) => requireConnection(ctx, id));
  const outages = () => acting(admin, (ctx) => listOutages(ctx, id));
  return { id, report, now, outages };
}

const scanning = { status: "qrcode", qrcode: "2@abc", pairingCode: "ABCD1234" } as const;
test.each<[string, Columns, Report, object]>([
  [
    "keeps its codes while it waits for a scan",
    scanning,
    { status: "qrcode" },
    { qrcode: "2@abc", pairingCode: "ABCD1234" },
  ],
  [
    "gets a newer QR code",
    scanning,
    { status: "qrcode", qrcode: "2@def" },
    { qrcode: "2@def", pairingCode: "ABCD1234" },
  ],
  ["loses its codes when it pairs", scanning, { status: "PAIRING" }, { qrcode: "", pairingCode: "" }],
  [
    "keeps its number and its attempts",
    { number: "5531955500148", retries: 3 },
    { status: "TIMEOUT" },
    { number: "5531955500148", retries: 3 },
  ],
  ["gets its number", {}, { status: "CONNECTED", number: "5531955500148", retries: 0 }, { number: "5531955500148" }],
  ["loses its old reason", { reason: "ERR_WAPP_BANNED" }, { status: "CONNECTED" }, { reason: null }],
  ["gets a reason", {}, { status: "DISCONNECTED", reason: "ERR_WAPP_BANNED" }, { reason: "ERR_WAPP_BANNED" }],
])("a reported connection %s", async (_what, columns, report, expected) => {
  const connection = await given(columns);
  await connection.report(report);
  expect(await connection.now()).toMatchObject({ status: report.status, ...expected });
});

test("a connection's state begins with a new status or reason, and not with a new QR code", async () => {
  const { report, now } = await given(scanning);
  await report({ status: "qrcode", qrcode: "2@def" }, 1);
  expect(await now()).toMatchObject({ stateSince: at(0), updatedAt: at(1) });
  await report({ status: "qrcode", reason: "ERR_WAPP_QR_EXPIRED" }, 2);
  expect(await now()).toMatchObject({ stateSince: at(2) });
  await report({ status: "DISCONNECTED", reason: "ERR_WAPP_QR_EXPIRED" }, 3);
  expect(await now()).toMatchObject({ stateSince: at(3), updatedAt: at(3) });
  await report({ status: "DISCONNECTED", reason: "ERR_WAPP_QR_EXPIRED" }, 4);
  expect(await now()).toMatchObject({ stateSince: at(3), updatedAt: at(3) });
});

test("an outage begins only where a connection was up, and ends only when it is up again", async () => {
  const { report, outages } = await given({ status: "OPENING" });
  await report({ status: "DISCONNECTED", reason: "ERR_WAPP_BANNED" }, 1);
  expect(await outages()).toEqual([]);
  await report({ status: "CONNECTED" }, 2);
  await report({ status: "CONNECTED", retries: 5 }, 3);
  expect(await outages()).toEqual([]);
  await report({ status: "TIMEOUT", reason: "ERR_META_UNREACHABLE" }, 4);
  await report({ status: "OPENING" }, 5);
  expect(await outages()).toMatchObject([{ reason: "ERR_META_UNREACHABLE", since: at(4), until: null }]);
  await report({ status: "CONNECTED" }, 6);
  await report({ status: "CONNECTED", retries: 6 }, 7);
  expect(await outages()).toMatchObject([{ since: at(4), until: at(6) }]);
});

test("the list of outages has the 50 newest", async () => {
  const { id, outages } = await given();
  const rows = Array.from({ length: 51 }, (_, hour) => ({ since: at(hour), until: at(hour) }));
  await atDesk(company.companyId, (ctx) =>
    ctx.db
      .insert(connectionOutages)
      .values(rows.map((row) => ({ ...row, companyId: company.companyId, connectionId: id, id: randomUUID() }))),
  );
  const listed = await outages();
  expect(listed.map(({ since }) => since)).toEqual(
    rows
      .map(({ since }) => since)
      .slice(1)
      .reverse(),
  );
});

test.each<[string, Date | null, { until: Date | null; isGuess: boolean }, Date | null]>([
  ["a stated end is stored", null, { until: at(5), isGuess: false }, at(5)],
  ["a stated end replaces a later one", at(9), { until: at(5), isGuess: false }, at(5)],
  ["a stated end replaces an earlier one", at(3), { until: at(5), isGuess: false }, at(5)],
  ["an estimated end is stored where none is known", null, { until: at(5), isGuess: true }, at(5)],
  ["an estimated end extends an earlier one", at(3), { until: at(5), isGuess: true }, at(5)],
  ["an estimated end does not shorten a later one", at(9), { until: at(5), isGuess: true }, at(9)],
  ["the report of no restriction ends a known one", at(9), { until: null, isGuess: false }, null],
])("of a restriction to known people, %s", async (_what, known, restriction, expected) => {
  const { id, now } = await given({ firstContactsAfter: known });
  await atDesk(company.companyId, (ctx) => reportRestriction(ctx, id, restriction));
  expect((await now()).firstContactsAfter).toEqual(expected);
});

test("the report of no restriction where none is known writes nothing", async () => {
  const { id, now } = await given();
  await atDesk(company.companyId, (ctx) => reportRestriction(ctx, id, { until: null, isGuess: false }));
  expect((await now()).updatedAt).toEqual(at(0));
});

test("reports on another company's or a deleted connection change nothing", async () => {
  const { id, now, outages } = await given({ status: "CONNECTED", historyDays: 30 });
  const before = await now();
  for (const connectionId of [id, randomUUID()])
    await atDesk(other.companyId, async (ctx) => {
      await reportConnection(ctx, connectionId, { status: "TIMEOUT" });
      await reportRestriction(ctx, connectionId, { until: at(9), isGuess: false });
    });
  expect([await now(), await outages()]).toEqual([before, []]);
  const left = await atDesk(other.companyId, (ctx) =>
    ctx.db.$count(connectionOutages, eq(connectionOutages.companyId, other.companyId)),
  );
  expect(left).toBe(0);
});

test("the days of history are the connection's, and 0 for a deleted or another company's one", async () => {
  const { id } = await given({ historyDays: 30 });
  const days = (companyId: string, connectionId: string) => atDesk(companyId, (ctx) => historyDays(ctx, connectionId));
  expect([
    await days(company.companyId, id),
    await days(company.companyId, randomUUID()),
    await days(other.companyId, id),
  ]).toEqual([30, 0, 0]);
});

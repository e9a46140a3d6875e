import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { scheduleWindow } from "../../../contracts/sync.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { acting, atDesk } from "../../testing.ts";
import {
  companiesWithDueSchedules,
  dueSchedules,
  isScheduleKept,
  messageIdOf,
  pageOfSchedules,
  presentSchedules,
  scheduleDocuments,
  schedulesById,
  sendSchedule,
  windowSchedules,
} from "./index.ts";
import { scheduleViews } from "./schedule-views.ts";

const { schedules, messages } = schema;
const DAY_MS = 86_400_000;
const now = new Date("2026-07-01T13:00:00Z");
const ago = (days: number, ms = 0) => new Date(now.getTime() - days * DAY_MS + ms);

type Desk = Awaited<ReturnType<typeof givenCompany>>;

/** A company whose Ana planned these schedules for one contact. */
async function givenPlanned(...rows: Partial<typeof schedules.$inferInsert>[]) {
  const desk: Desk = await givenCompany();
  const { companyId, ana } = desk;
  const contact = await givenContact({ companyId, number: "5531977776666" });
  const planned = rows.map((row) => ({
    ...{ companyId, id: randomUUID() as string, contactId: contact.id, userId: ana.id, body: "Bom dia!", sendAt: now },
    ...row,
  }));
  await atDesk(companyId, ({ db }) => db.insert(schedules).values(planned));
  return { ...desk, contact, ids: planned.map(({ id }) => id) };
}

let stranger: GivenAgent;
beforeAll(async () => {
  stranger = (await givenCompany()).admin;
});

test("schedules come in pages of twenty, newest first or oldest first", async () => {
  const times = Array.from({ length: 21 }, (_, minute) => ({ sendAt: new Date(now.getTime() + minute * 60_000) }));
  const { ana, ids } = await givenPlanned(...times);
  const page = async (wanted: Parameters<typeof pageOfSchedules>[1]) => {
    const found = await acting(ana, (ctx) => pageOfSchedules(ctx, wanted));
    return { ids: found.schedules.map(({ id }) => id), hasMore: found.hasMore };
  };
  const newestFirst = ids.toReversed();
  expect(await page({})).toEqual({ ids: newestFirst.slice(0, 20), hasMore: true });
  expect(await page({ page: 2 })).toEqual({ ids: newestFirst.slice(20), hasMore: false });
  expect(await page({ isOldestFirst: true })).toEqual({ ids: ids.slice(0, 20), hasMore: true });
  expect(await page({ page: 3 })).toEqual({ ids: [], hasMore: false });
});

test("schedules by id are only those that the user may see; present ones are those of the company", async () => {
  const { companyId, queue, ana, bia, contact, ids } = await givenPlanned({}, {});
  const wanted = [...ids, randomUUID()];
  const seenBy = async (agent: GivenAgent) =>
    (await acting(agent, (ctx) => schedulesById(ctx, wanted))).map(({ id }) => id).sort();
  const documentsOf = async (agent: GivenAgent) =>
    (await acting(agent, (ctx) => scheduleDocuments(ctx, wanted))).map(({ id }) => id).sort();
  expect([await seenBy(ana), await seenBy(bia), await seenBy(stranger)]).toEqual([[...ids].sort(), [], []]);
  expect([await documentsOf(ana), await documentsOf(bia), await documentsOf(stranger)]).toEqual([
    [...ids].sort(),
    [],
    [],
  ]);
  expect(await acting(ana, (ctx) => scheduleDocuments(ctx, []))).toEqual([]);
  const present = (agent: GivenAgent) => acting(agent, (ctx) => presentSchedules(ctx, wanted));
  expect(await present(bia)).toEqual(new Set(ids));
  expect(await present(stranger)).toEqual(new Set());
  await givenTicket({ companyId, contactId: contact.id, queueId: queue.id });
  expect(await seenBy({ ...bia, queueIds: [queue.id] })).toEqual([...ids].sort());
});

test("the status of a schedule is failed when it failed itself or when the channel refused its message", async () => {
  const { companyId, ana, contact, ids } = await givenPlanned(
    { status: "pending" },
    { status: "failed", errorCode: "ERR_SCHEDULE_TOO_LATE" },
    { status: "sent", sentAt: now },
    { status: "sent", sentAt: now },
  );
  const [pending, failed, sent, refused] = ids;
  const ticket = await givenTicket({ companyId, contactId: contact.id });
  const row = { companyId, ticketId: ticket.id, contactId: contact.id, fromMe: true };
  await atDesk(companyId, ({ db }) =>
    db.insert(messages).values([
      { ...row, id: messageIdOf(sent ?? "") },
      { ...row, id: messageIdOf(refused ?? ""), errorCode: "ERR_SENDING_WAPP_MSG" },
    ]),
  );
  const views = await acting(ana, (ctx) => scheduleViews(ctx, undefined));
  const shown = new Map(views.map(({ id, status, reason }) => [id, [status, reason]]));
  expect([pending, failed, sent, refused].map((id) => shown.get(id ?? ""))).toEqual([
    ["pending", null],
    ["failed", "ERR_SCHEDULE_TOO_LATE"],
    ["sent", null],
    ["failed", "ERR_SENDING_WAPP_MSG"],
  ]);
});

test("a device keeps waiting schedules of any time, and others of the past 31 days and the future", async () => {
  const { pastDays } = scheduleWindow;
  const rows = [
    { sendAt: ago(400), status: "pending" },
    { sendAt: ago(-400), status: "pending" },
    { sendAt: ago(pastDays, 1), status: "sent" },
    { sendAt: ago(pastDays, 1), status: "failed" },
    { sendAt: ago(-400), status: "failed" },
    { sendAt: ago(pastDays), status: "sent" },
    { sendAt: ago(pastDays), status: "failed" },
  ] as const;
  const { ana, bia, ids } = await givenPlanned(...rows);
  const kept = ids.slice(0, 5);
  const windowOf = (agent: GivenAgent, before?: [string, string], limit = 10) =>
    acting(agent, (ctx) => windowSchedules(ctx, before, limit), now);
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);
  // By id, highest first, so that a rescheduled one is not skipped.
  const inOrder = [...kept].sort().reverse();
  expect(idsOf(await windowOf(ana))).toEqual(inOrder);
  const first = await windowOf(ana, undefined, 2);
  const last = first.at(-1);
  expect(idsOf([...first, ...(await windowOf(ana, [last?.at ?? "", last?.id ?? ""]))])).toEqual(inOrder);
  expect([await windowOf(bia), await windowOf(stranger)]).toEqual([[], []]);
  const isKept = rows.map(({ sendAt, status }) =>
    acting(ana, async (ctx) => isScheduleKept(ctx, { status, sendAt: sendAt.toISOString() }), now),
  );
  expect(await Promise.all(isKept)).toEqual([true, true, true, true, true, false, false]);
});

test("due schedules are those whose time has come and that are waiting, earliest first", async () => {
  const { companyId, ids } = await givenPlanned(
    { sendAt: now },
    { sendAt: ago(0, -60_000) },
    { sendAt: ago(0, 1) },
    { sendAt: ago(0, -1), status: "sent" },
    { sendAt: ago(0, -1), status: "failed" },
  );
  const due = (limit: number) =>
    atDesk(companyId, async (ctx) => (await dueSchedules(ctx, limit)).map(({ id }) => id), now);
  expect(await due(20)).toEqual([ids[1], ids[0]]);
  expect(await due(1)).toEqual([ids[1]]);
  const companies = (at: Date) => companiesWithDueSchedules(testDatabase().platform, at);
  expect(await companies(now)).toContain(companyId);
  expect(await companies(ago(1))).not.toContain(companyId);
});

test("a schedule that is not due, was sent, or belongs to another contact or company is not sent", async () => {
  const desk = await givenPlanned({ sendAt: ago(0, 1) }, { status: "sent", sentAt: now }, {});
  const { companyId, contact, ids } = desk;
  const another = await givenContact({ companyId });
  const send = (company: string, id: string | undefined, contactId: string) =>
    atDesk(company, (ctx) => sendSchedule(ctx, { id: id ?? "", contactId }), now);
  expect(await send(companyId, ids[0], contact.id)).toBe(false);
  expect(await send(companyId, ids[1], contact.id)).toBe(false);
  expect(await send(companyId, ids[2], another.id)).toBe(false);
  const theirs = await givenContact({ companyId: stranger.companyId });
  expect(await send(stranger.companyId, ids[2], theirs.id)).toBe(false);
  expect(await atDesk(companyId, ({ db }) => db.select().from(messages))).toEqual([]);
});

test("a schedule whose message is stored already is only marked as sent", async () => {
  const { companyId, contact, connection, ids } = await givenPlanned({});
  const id = ids[0] ?? "";
  const ticket = await givenTicket({ companyId, contactId: contact.id, connectionId: connection.id });
  const row = { companyId, ticketId: ticket.id, contactId: contact.id, fromMe: true, body: "Bom dia!" };
  await atDesk(companyId, ({ db }) => db.insert(messages).values({ ...row, id: messageIdOf(id) }));
  expect(await atDesk(companyId, (ctx) => sendSchedule(ctx, { id, contactId: contact.id }), now)).toBe(true);
  expect(await atDesk(companyId, ({ db }) => db.select().from(messages))).toMatchObject([{ sendAfter: null }]);
  const [sent] = await atDesk(companyId, ({ db }) => db.select().from(schedules));
  expect(sent).toMatchObject({ status: "sent", sentAt: now });
});

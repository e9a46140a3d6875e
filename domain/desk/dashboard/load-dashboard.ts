import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { DashboardPeriod } from "../../../contracts/desk/dashboard.ts";
import { inParallel, schema } from "../../../db/index.ts";
import { onlineUsers } from "../../account/users/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { type Period, periodOf } from "./period.ts";

const { tickets, ticketEvents, ticketRatings, contacts, users, queues } = schema;

export type Dashboard = {
  period: Period;
  pending: number;
  happening: number;
  finished: number;
  finishedToday: number;
  leads: number;
  /** Null: no data. */
  supportSeconds: Average;
  waitSeconds: Average;
  /** Tickets created in each hour of the company's present day. */
  hours: number[];
  queues: { id: string | null; name: string; color: string; waiting: number; since: Date | null }[];
  attendants: {
    id: string;
    name: string;
    rating: number | null;
    supportSeconds: number | null;
    tickets: number;
    isOnline: boolean;
  }[];
};
/** In the period, and in the period of the same length before it. */
type Average = { now: number | null; before: number | null };

/**
 * Returns the company's figures. Admins only. Groups are left out of the current figures, because nobody waits there
 * for service.
 */
export async function loadDashboard(ctx: Context, wanted: DashboardPeriod): Promise<Dashboard> {
  requirePermission(ctx, "viewDashboard");
  const period = await periodOf(ctx, wanted);
  const [closings, waits, ratings, present, waiting, leads, hours, people, online] = await inParallel([
    closingsByUser(ctx, period),
    averageWait(ctx, period),
    ratingsByUser(ctx, period),
    ticketsNow(ctx),
    waitingByQueue(ctx),
    countLeads(ctx, period),
    ticketsPerHour(ctx, period),
    ctx.db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(eq(users.companyId, ctx.companyId))
      .orderBy(asc(users.name)),
    onlineUsers(ctx),
  ]);
  const sum = (of: (row: (typeof closings)[number]) => number) => closings.reduce((total, row) => total + of(row), 0);
  const byUser = new Map(closings.map((row) => [row.userId, row]));
  const ratingOf = new Map(ratings.map(({ userId, rating }) => [userId, rating]));
  const openOf = Map.groupBy(present, ({ userId }) => userId);
  const count = (rows: typeof present, status: string) =>
    rows.filter((row) => row.status === status).reduce((total, row) => total + row.count, 0);
  return {
    period,
    pending: count(present, "pending"),
    happening: count(present, "open"),
    finished: sum((row) => row.finished),
    finishedToday: sum((row) => row.finishedToday),
    leads,
    supportSeconds: {
      now: average(
        sum((row) => row.seconds),
        sum((row) => row.timed),
      ),
      before: average(
        sum((row) => row.secondsBefore),
        sum((row) => row.timedBefore),
      ),
    },
    waitSeconds: waits,
    hours,
    queues: waiting,
    attendants: people.map(({ id, name }) => {
      const own = byUser.get(id);
      return {
        id,
        name,
        rating: ratingOf.get(id) ?? null,
        supportSeconds: own ? average(own.seconds, own.timed) : null,
        tickets: count(openOf.get(id) ?? [], "open"),
        isOnline: online.has(id),
      };
    }),
  };
}

const average = (sum: number, count: number) => (count === 0 ? null : sum / count);

const during = (column: SQL | typeof ticketEvents.at, from: Date, until: Date) =>
  sql`(${column} >= ${from.toISOString()}::timestamptz and ${column} < ${until.toISOString()}::timestamptz)`;

/** Closed tickets by user; the previous period and today in the same scan. */
async function closingsByUser(ctx: Context, { before, from, until, today, tomorrow }: Period) {
  const { at, seconds } = ticketEvents;
  const [inPeriod, inBefore, isToday] = [
    during(at, from, until),
    during(at, before, from),
    during(at, today, tomorrow),
  ];
  return ctx.db
    .select({
      userId: ticketEvents.userId,
      finished: sql<number>`(count(*) filter (where ${inPeriod}))::int`,
      finishedToday: sql<number>`(count(*) filter (where ${isToday}))::int`,
      timed: sql<number>`(count(${seconds}) filter (where ${inPeriod}))::int`,
      seconds: sql<number>`coalesce(sum(${seconds}) filter (where ${inPeriod}), 0)::float8`,
      timedBefore: sql<number>`(count(${seconds}) filter (where ${inBefore}))::int`,
      secondsBefore: sql<number>`coalesce(sum(${seconds}) filter (where ${inBefore}), 0)::float8`,
    })
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.companyId, ctx.companyId),
        eq(ticketEvents.type, "closed"),
        sql`(${during(at, before, until)} or ${isToday})`,
      ),
    )
    .groupBy(ticketEvents.userId);
}

async function averageWait(ctx: Context, { before, from, until }: Period): Promise<Average> {
  const { at, seconds } = ticketEvents;
  const [row] = await ctx.db
    .select({
      now: sql<number | null>`(avg(${seconds}) filter (where ${during(at, from, until)}))::float8`,
      before: sql<number | null>`(avg(${seconds}) filter (where ${during(at, before, from)}))::float8`,
    })
    .from(ticketEvents)
    .where(
      and(eq(ticketEvents.companyId, ctx.companyId), eq(ticketEvents.type, "accepted"), during(at, before, until)),
    );
  return row ?? { now: null, before: null };
}

async function ratingsByUser(ctx: Context, { from, until }: Period) {
  return ctx.db
    .select({ userId: ticketRatings.userId, rating: sql<number>`avg(${ticketRatings.rating})::float8` })
    .from(ticketRatings)
    .where(and(eq(ticketRatings.companyId, ctx.companyId), gte(ticketRatings.at, from), lt(ticketRatings.at, until)))
    .groupBy(ticketRatings.userId);
}

const isServed = (ctx: Context) => and(eq(tickets.companyId, ctx.companyId), eq(tickets.isGroup, false));

async function ticketsNow(ctx: Context) {
  return ctx.db
    .select({ status: tickets.status, userId: tickets.userId, count: sql<number>`count(*)::int` })
    .from(tickets)
    .where(and(isServed(ctx), sql`${tickets.status} in ('pending', 'open')`))
    .groupBy(tickets.status, tickets.userId);
}

/** How many tickets wait in each queue, and since when the longest waiting one. */
async function waitingByQueue(ctx: Context): Promise<Dashboard["queues"]> {
  const cameAt = sql`(select max(e.at) from ${ticketEvents} e where e.company_id = ${ctx.companyId}
    and e.ticket_id = ${tickets.id} and e.type in ('created', 'returnedByContact', 'returned', 'transferred'))`;
  const waiting = await ctx.db
    .select({
      queueId: tickets.queueId,
      count: sql<number>`count(*)::int`,
      sinceMs: sql<number>`(extract(epoch from min(coalesce(${cameAt}, ${tickets.createdAt}))) * 1000)::float8`,
    })
    .from(tickets)
    .where(and(isServed(ctx), eq(tickets.status, "pending")))
    .groupBy(tickets.queueId);
  const known = await ctx.db
    .select({ id: queues.id, name: queues.name, color: queues.color })
    .from(queues)
    .where(eq(queues.companyId, ctx.companyId))
    .orderBy(asc(queues.position), asc(queues.name));
  const ofQueue = new Map(waiting.map((row) => [row.queueId, row]));
  const withFigures = (queue: { id: string | null; name: string; color: string }) => {
    const row = ofQueue.get(queue.id);
    return { ...queue, waiting: row?.count ?? 0, since: row ? new Date(row.sinceMs) : null };
  };
  const none = ofQueue.has(null) ? [withFigures({ id: null, name: "", color: "" })] : [];
  return [...known.map(withFigures), ...none];
}

/** Contacts who are new to the company in the period and have talked with it. */
async function countLeads(ctx: Context, { from, until }: Period): Promise<number> {
  const isServedContact = sql`exists (select 1 from ${tickets} where ${tickets.companyId} = ${ctx.companyId}
    and ${tickets.contactId} = ${contacts.id})`;
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, ctx.companyId),
        gte(contacts.createdAt, from),
        lt(contacts.createdAt, until),
        eq(contacts.isGroup, false),
        sql`${contacts.mergedIntoId} is null`,
        isServedContact,
      ),
    );
  return row?.count ?? 0;
}

async function ticketsPerHour(ctx: Context, { today, tomorrow, timeZone }: Period): Promise<number[]> {
  const hour = sql<number>`extract(hour from ${tickets.createdAt} at time zone ${timeZone})::int`;
  const found = await ctx.db
    .select({ hour, count: sql<number>`count(*)::int` })
    .from(tickets)
    .where(and(isServed(ctx), gte(tickets.createdAt, today), lt(tickets.createdAt, tomorrow)))
    .groupBy(sql`1`);
  const counts = new Map(found.map((row) => [row.hour, row.count]));
  return Array.from({ length: 24 }, (_, at) => counts.get(at) ?? 0);
}

import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../../domain/context.ts";
import { visibleSchedules } from "../../domain/schedules/index.ts";
import { visibleTickets } from "../../domain/tickets/index.ts";
import type { ScheduleDocument } from "../contracts/schedules.ts";
import { scheduleWindow, syncWindow } from "../contracts/sync.ts";

const { tickets, schedules } = schema;
const DAY_MS = 86_400_000;

/** Where a page of a boot ended: the instant in Postgres' precision, and the id. */
export type PageEnd = [at: string, id: string];

const isOpen = sql`${tickets.status} <> 'closed'`;

function isRecent(now: Date): SQL {
  const since = new Date(now.getTime() - syncWindow.closedDays * DAY_MS).toISOString();
  return sql`coalesce(${tickets.closedAt}, ${tickets.updatedAt}) > ${since}::timestamptz`;
}

/** The condition for tickets that a device keeps: not closed, or closed recently. The caps apply to boots only. */
export function inWindow(ctx: Context): SQL {
  return sql`${visibleTickets(ctx.actor)} and (${isOpen} or ${isRecent(ctx.now)})`;
}

/** The capped window of a boot: id, contact and position of each ticket. */
function windowRows(ctx: Context): SQL {
  const newest = (what: SQL, most: number) => sql`(select ${tickets.id}, ${tickets.contactId}, ${tickets.lastMessageAt}
    from ${tickets} where ${tickets.companyId} = ${ctx.companyId} and ${what} and ${visibleTickets(ctx.actor)}
    order by ${tickets.lastMessageAt} desc, ${tickets.id} limit ${most})`;
  const closed = sql`${tickets.status} = 'closed' and ${isRecent(ctx.now)}`;
  return sql`(${newest(isOpen, syncWindow.openTickets)} union all ${newest(closed, syncWindow.closedTickets)})`;
}

type Place = { id: string; at: string };

/** Returns the next tickets of the window, newest first. */
export async function windowPage(ctx: Context, before: PageEnd | undefined, limit: number): Promise<Place[]> {
  return ctx.db.execute<Place>(sql`
    select id, last_message_at::text as at from ${windowRows(ctx)} as kept
    where ${after(before, sql`last_message_at`, sql`id`)} order by last_message_at desc, id limit ${limit}`);
}

/**
 * Returns the next contacts of the window's tickets, ordered by id: ids do not change, so a contact that moves up
 * during the boot is not skipped, and the log has no change for it.
 */
export async function windowContacts(ctx: Context, before: PageEnd | undefined, limit: number): Promise<Place[]> {
  return ctx.db.execute<Place>(sql`
    select distinct contact_id as id, '' as at from ${windowRows(ctx)} as kept
    where ${before ? sql`contact_id < ${before[1]}::uuid` : sql`true`} order by contact_id desc limit ${limit}`);
}

function after(before: PageEnd | undefined, at: SQL, id: SQL): SQL {
  if (!before) return sql`true`;
  return sql`(${at} < ${before[0]}::timestamptz or (${at} = ${before[0]}::timestamptz and ${id} > ${before[1]}::uuid))`;
}

/** Returns which of these tickets the actor may see now, in the window or not. */
export async function visibleAmong(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), inArray(tickets.id, [...ids]), visibleTickets(ctx.actor)));
  return new Set(rows.map((row) => row.id));
}

const schedulesSince = (now: Date) => new Date(now.getTime() - scheduleWindow.pastDays * DAY_MS);

/** Returns whether a device keeps the schedule. The caps apply to boots only. */
export function isScheduleKept({ now }: Context, schedule: Pick<ScheduleDocument, "status" | "sendAt">): boolean {
  return schedule.status === "pending" || Date.parse(schedule.sendAt) > schedulesSince(now).getTime();
}

/** Returns the next schedules of the window, ordered by id, so that a rescheduled one is not skipped. */
export async function windowSchedules(ctx: Context, before: PageEnd | undefined, limit: number): Promise<Place[]> {
  const part = (what: SQL, order: SQL, most: number) => sql`(select ${schedules.id} from ${schedules}
    where ${schedules.companyId} = ${ctx.companyId} and ${what} and ${visibleSchedules(ctx.actor)}
    order by ${order} limit ${most})`;
  const waiting = sql`${schedules.status} = 'pending'`;
  const since = schedulesSince(ctx.now).toISOString();
  const done = sql`${schedules.status} <> 'pending' and ${schedules.sendAt} > ${since}::timestamptz`;
  return ctx.db.execute<Place>(sql`
    select id, '' as at from (
      ${part(waiting, sql`${schedules.sendAt}, ${schedules.id}`, scheduleWindow.waiting)} union all
      ${part(done, sql`${schedules.sendAt} desc, ${schedules.id}`, scheduleWindow.done)}
    ) as kept where ${before ? sql`id < ${before[1]}::uuid` : sql`true`} order by id desc limit ${limit}`);
}

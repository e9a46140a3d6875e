import { type SQL, sql } from "drizzle-orm";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import { scheduleWindow } from "../../../contracts/sync.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import type { WindowPosition, WindowRow } from "../tickets/index.ts";
import { visibleSchedules } from "./policy.ts";

const { schedules } = schema;
const DAY_MS = 86_400_000;

const windowStart = (now: Date) => new Date(now.getTime() - scheduleWindow.pastDays * DAY_MS);

/** Returns whether a device keeps the schedule. The caps apply to boots only. */
export function isScheduleKept({ now }: Context, schedule: Pick<ScheduleDocument, "status" | "sendAt">): boolean {
  return schedule.status === "pending" || Date.parse(schedule.sendAt) > windowStart(now).getTime();
}

/** Returns the next schedules of the window, ordered by id, so that a rescheduled one is not skipped. */
export async function windowSchedules(
  ctx: Context,
  before: WindowPosition | undefined,
  limit: number,
): Promise<WindowRow[]> {
  const part = (condition: SQL, order: SQL, most: number) => sql`(select ${schedules.id} from ${schedules}
    where ${schedules.companyId} = ${ctx.companyId} and ${condition} and ${visibleSchedules(ctx.actor)}
    order by ${order} limit ${most})`;
  const waiting = sql`${schedules.status} = 'pending'`;
  const since = windowStart(ctx.now).toISOString();
  const done = sql`${schedules.status} <> 'pending' and ${schedules.sendAt} > ${since}::timestamptz`;
  return ctx.db.execute<WindowRow>(sql`
    select id, '' as at from (
      ${part(waiting, sql`${schedules.sendAt}, ${schedules.id}`, scheduleWindow.waiting)} union all
      ${part(done, sql`${schedules.sendAt} desc, ${schedules.id}`, scheduleWindow.done)}
    ) as kept where ${before ? sql`id < ${before[1]}::uuid` : sql`true`} order by id desc limit ${limit}`);
}

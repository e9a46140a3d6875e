import { and, eq } from "drizzle-orm";
import { type DayHours, isOpenAt } from "../../../contracts/hours.ts";
import { schema } from "../../../db/index.ts";
import type { Settings } from "../../account/settings/index.ts";
import { wallClock } from "../../ground/company-time/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { sayText } from "../outbox/index.ts";
import { loadBot, saveBot, type TicketRow, textOf } from "../tickets/index.ts";

const { companies, queues } = schema;

/** The shortest time between two out-of-hours messages. */
const RESEND_AFTER_MS = 30 * 60_000;

/** Returns whether the business hours are open: the company's or the ticket's queue's, depending on the setting. */
export async function isAttended(ctx: DeskContext, ticket: TicketRow, settings: Settings): Promise<boolean> {
  const hours = await hoursFor(ctx, ticket, settings.scheduleType);
  if (!hours) return true;
  const { day, time } = wallClock(ctx.now, hours.timeZone);
  return isOpenAt(hours.week, day, time);
}

type Hours = { timeZone: string; week: DayHours[] };

async function hoursFor(ctx: DeskContext, ticket: TicketRow, type: string): Promise<Hours | undefined> {
  if (type !== "company" && !(type === "queue" && ticket.queueId)) return undefined;
  const [found] = await ctx.db
    .select({ timeZone: companies.timeZone, company: companies.schedules, queue: queues.schedules })
    .from(companies)
    .leftJoin(queues, and(eq(queues.companyId, companies.id), eq(queues.id, ticket.queueId ?? ctx.companyId)))
    .where(eq(companies.id, ctx.companyId));
  return found && { timeZone: found.timeZone, week: (type === "company" ? found.company : found.queue) ?? [] };
}

/** Sends the out-of-hours message, unless it was sent a short while ago. */
export async function sayOutOfHours(ctx: DeskContext, ticket: TicketRow): Promise<void> {
  const sentAt = (await loadBot(ctx, ticket.id))?.outOfHoursAt;
  if (sentAt && ctx.now.getTime() - sentAt.getTime() < RESEND_AFTER_MS) return;
  const isSent = await sayText(ctx, ticket, "outOfHours", await textOf(ctx, ticket, "outOfHoursMessage"));
  if (isSent) await saveBot(ctx, ticket.id, { outOfHoursAt: ctx.now });
}

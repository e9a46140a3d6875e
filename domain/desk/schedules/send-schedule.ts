import { and, asc, eq, lte, sql } from "drizzle-orm";
import { type AskedCompanies, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { fillVariables, messageVariables } from "../../ground/texts/index.ts";
import { isOptedOut } from "../consent/index.ts";
import { lockContact } from "../contacts/index.ts";
import { contentOfFile, type OutgoingContent, writeOutgoing } from "../outbox/index.ts";
import { connectionToReach, findTicketToSend } from "../tickets/index.ts";
import { messageIdOf } from "./message-id.ts";
import { one, type ScheduleRow } from "./require-schedule.ts";
import { isTooLate } from "./send-at.ts";

const { schedules, messages, files, users } = schema;

export type DueSchedule = { id: string; contactId: string };

/** Lists due, unfinished schedules, earliest first. */
export function dueSchedules(ctx: DeskContext, limit: number): Promise<DueSchedule[]> {
  return ctx.db
    .select({ id: schedules.id, contactId: schedules.contactId })
    .from(schedules)
    .where(and(eq(schedules.companyId, ctx.companyId), eq(schedules.status, "pending"), lte(schedules.sendAt, ctx.now)))
    .orderBy(asc(schedules.sendAt), asc(schedules.id))
    .limit(limit);
}

/**
 * Adds a due message to the outbox and marks the schedule as sent, in one transaction. Of several workers one gets
 * the contact's lock; the others find it done. Returns false when there was nothing to do.
 */
export async function sendSchedule(ctx: DeskContext, due: DueSchedule): Promise<boolean> {
  // Locks the contact first, as all writers do; it may have been merged since.
  const contact = await lockContact(ctx, due.contactId);
  const [schedule] = await ctx.db
    .select()
    .from(schedules)
    .where(
      and(
        one(ctx, due.id),
        eq(schedules.contactId, contact.id),
        eq(schedules.status, "pending"),
        lte(schedules.sendAt, ctx.now),
      ),
    )
    .for("update", { skipLocked: true });
  if (!schedule) return false;
  if (isTooLate(ctx.now, schedule.sendAt))
    return mark(ctx, schedule, { status: "failed", errorCode: "ERR_SCHEDULE_TOO_LATE" });
  if (schedule.isMarketing && (await isOptedOut(ctx, contact.id)))
    return mark(ctx, schedule, { status: "failed", errorCode: "ERR_OPTED_OUT" });
  const connectionId = await connectionToReach(ctx, contact.id);
  if (!connectionId) return mark(ctx, schedule, { status: "failed", errorCode: "ERR_NO_DEF_WAPP_FOUND" });
  if (!(await isWritten(ctx, schedule))) {
    const ticket = await findTicketToSend(ctx, { contactId: contact.id, connectionId, isGroup: contact.isGroup });
    await writeOutgoing(ctx, ticket, { connectionId }, await contentOf(ctx, schedule, ticket.id));
  }
  return mark(ctx, schedule, { status: "sent", sentAt: ctx.now, errorCode: null });
}

async function isWritten(ctx: DeskContext, { id, attempt }: ScheduleRow): Promise<boolean> {
  const [message] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageIdOf(id, attempt))));
  return message !== undefined;
}

async function contentOf(ctx: DeskContext, schedule: ScheduleRow, ticketId: string): Promise<OutgoingContent> {
  const [from] = await ctx.db
    .select({ userName: users.name, file: files })
    .from(schedules)
    .leftJoin(users, and(eq(users.companyId, schedules.companyId), eq(users.id, schedules.userId)))
    .leftJoin(files, and(eq(files.companyId, schedules.companyId), eq(files.id, schedules.fileId)))
    .where(one(ctx, schedule.id));
  const variables = await messageVariables(ctx, ticketId, from?.userName ?? undefined);
  const words = {
    id: messageIdOf(schedule.id, schedule.attempt),
    body: fillVariables(schedule.body, variables),
    userId: schedule.userId,
    origin: "schedule" as const,
  };
  return from?.file ? { ...words, ...contentOfFile(from.file) } : words;
}

async function mark(ctx: DeskContext, { id }: ScheduleRow, set: Partial<ScheduleRow>): Promise<true> {
  await ctx.db
    .update(schedules)
    .set({ ...set, updatedAt: ctx.now })
    .where(one(ctx, id));
  return true;
}

/** Lists those of `companies` (null: of all) with due schedules. */
export async function companiesWithDueSchedules(
  platform: { execute: DeskContext["db"]["execute"] },
  now: Date,
  companies: AskedCompanies = null,
): Promise<string[]> {
  const rows = await platform.execute<{ id: string }>(
    sql`select companies_with_due_schedules(${now.toISOString()}::timestamptz, ${sql.param(companies)}::uuid[]) as id`,
  );
  return rows.map(({ id }) => id);
}

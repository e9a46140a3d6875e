import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { ScheduleStatus } from "../../../contracts/desk/schedules.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import { schema } from "../../../db/index.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import type { Context } from "../../ground/context.ts";
import { messageIdOf } from "./message-id.ts";
import { canChangeSchedule, visibleSchedules } from "./policy.ts";

const { schedules, contacts, users, files, messages } = schema;

export type ScheduleView = {
  id: string;
  body: string;
  sendAt: Date;
  /** The same in the company's time zone, "YYYY-MM-DDTHH:mm". */
  localSendAt: string;
  sentAt: Date | null;
  status: ScheduleStatus;
  /** The error code when sending failed. */
  reason: string | null;
  userId: string;
  userName: string | null;
  contact: { id: string; name: string; number: string };
  fileId: string | null;
  fileName: string | null;
  isMarketing: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Whether the actor may change and delete it. */
  canChange: boolean;
};

/** Returns the schedules that the actor may see, by `sendAt`: earliest first unless `isNewestFirst`. */
export async function scheduleViews(
  ctx: Context,
  where: SQL | undefined,
  page: { timeZone?: string; limit?: number; offset?: number; isNewestFirst?: boolean } = {},
): Promise<ScheduleView[]> {
  const timeZone = page.timeZone ?? (await companyTimeZone(ctx));
  const order = page.isNewestFirst ? desc : asc;
  const query = ctx.db
    .select({ row: schedules, contact: contacts, userName: users.name, fileName: files.name })
    .from(schedules)
    .innerJoin(contacts, and(eq(contacts.companyId, schedules.companyId), eq(contacts.id, schedules.contactId)))
    .leftJoin(users, and(eq(users.companyId, schedules.companyId), eq(users.id, schedules.userId)))
    .leftJoin(files, and(eq(files.companyId, schedules.companyId), eq(files.id, schedules.fileId)))
    .where(and(eq(schedules.companyId, ctx.companyId), visibleSchedules(ctx.actor), where))
    .orderBy(order(schedules.sendAt), order(schedules.id))
    .$dynamic();
  if (page.limit !== undefined) query.limit(page.limit);
  if (page.offset !== undefined) query.offset(page.offset);
  const found = await query;
  const failed = await failedSends(
    ctx,
    found.filter(({ row }) => row.status === "sent").map(({ row }) => row),
  );
  return found.map(({ row, contact, userName, fileName }) => {
    const { id, body, sendAt, sentAt, userId, fileId, isMarketing, createdAt, updatedAt } = row;
    const reason = row.errorCode ?? failed.get(id) ?? null;
    return {
      id,
      body,
      sendAt,
      localSendAt: localMinute(sendAt, timeZone),
      sentAt,
      status: reason ? "failed" : row.status,
      reason,
      userId,
      userName,
      contact: { id: contact.id, name: contact.name, number: contact.number },
      fileId,
      fileName,
      isMarketing,
      createdAt,
      updatedAt,
      canChange: canChangeSchedule(ctx.actor, row),
    };
  });
}

/** Sent in time, and refused by the channel afterwards. */
async function failedSends(
  ctx: Context,
  rows: readonly { id: string; attempt: number }[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const byMessage = new Map(rows.map(({ id, attempt }) => [messageIdOf(id, attempt), id]));
  const found = await ctx.db
    .select({ id: messages.id, code: messages.errorCode })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        sql`${messages.id} = any(${sql.param([...byMessage.keys()])}::uuid[])`,
        sql`${messages.errorCode} is not null`,
      ),
    );
  return new Map(found.map(({ id, code }) => [byMessage.get(id) ?? id, code ?? ""]));
}

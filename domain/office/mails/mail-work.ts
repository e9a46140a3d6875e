import { and, asc, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { MAIL_LATEST_MS } from "../../../contracts/office/mails.ts";
import { type AskedCompanies, schema } from "../../../db/index.ts";
import type { SmtpFailure } from "../../../outside/mail/index.ts";
import { isWorking } from "../../account/companies/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { mails, mailRecipients: rows } = schema;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 2 * HOUR_MS;

/** One attempt to send one mail. Only the holder of the lease records its result. */
export type MailAttempt = {
  id: string;
  leaseId: string;
  address: string;
  subject: string;
  body: string;
  attempts: number;
};

/** Lists those of `companies` (null: of all) with mails to send, or with attempts that ended without a result. */
export async function companiesWithDueMails(
  platform: { execute: DeskContext["db"]["execute"] },
  now: Date,
  companies: AskedCompanies = null,
): Promise<string[]> {
  const found = await platform.execute<{ id: string }>(
    sql`select companies_with_due_mails(${now.toISOString()}::timestamptz, ${sql.param(companies)}::uuid[]) as id`,
  );
  return found.map(({ id }) => id);
}

/** Marks attempts whose process died while it handed the body over. Nobody knows whether the server accepted these mails. */
export async function markInterrupted(ctx: DeskContext): Promise<void> {
  await ctx.db
    .update(rows)
    .set({ state: "unknown", leaseId: null, leaseUntil: null, updatedAt: ctx.now })
    .where(and(eq(rows.companyId, ctx.companyId), eq(rows.state, "sending"), lt(rows.leaseUntil, ctx.now)));
}

const isDue = (ctx: DeskContext) =>
  and(
    eq(rows.companyId, ctx.companyId),
    eq(rows.state, "waiting"),
    lte(rows.dueAt, ctx.now),
    or(isNull(rows.leaseUntil), lt(rows.leaseUntil, ctx.now)),
  );

/** Takes the next due mail for an attempt. Null: none is due, the company rests, or it has used up its mails of this hour or day. */
export async function claimMail(
  ctx: DeskContext,
  { leaseMs, perHour, perDay }: { leaseMs: number; perHour: number; perDay: number },
): Promise<MailAttempt | null> {
  if (!(await isWorking(ctx))) return null;
  // Two workers that count at the same time would pass the limit.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mails ${ctx.companyId}`}, 0))`);
  await failLate(ctx);
  const hourAgo = new Date(ctx.now.getTime() - HOUR_MS);
  if ((await attemptsSince(ctx, hourAgo)) >= perHour) return null;
  if ((await mailsSince(ctx, new Date(ctx.now.getTime() - DAY_MS))) >= perDay) return null;
  const [due] = await ctx.db
    .select({ row: rows, subject: mails.subject, body: mails.body })
    .from(rows)
    .innerJoin(mails, and(eq(mails.companyId, rows.companyId), eq(mails.id, rows.mailId)))
    .where(isDue(ctx))
    .orderBy(asc(rows.dueAt), asc(rows.position), asc(rows.id))
    .limit(1)
    .for("update", { of: rows, skipLocked: true });
  if (!due) return null;
  const { id, address, attempts, attemptTimes } = due.row;
  const leaseId = uuidv7();
  const leaseUntil = new Date(ctx.now.getTime() + leaseMs);
  const recent = attemptTimes.filter((time) => time > hourAgo);
  const set = {
    ...{ leaseId, leaseUntil, attempts: attempts + 1 },
    ...{ attemptedAt: ctx.now, attemptTimes: [...recent, ctx.now] },
  };
  await ctx.db
    .update(rows)
    .set(set)
    .where(and(eq(rows.companyId, ctx.companyId), eq(rows.id, id)));
  return { id, leaseId, address, subject: due.subject, body: due.body, attempts: attempts + 1 };
}

/** Counts attempts, not mails: one that the server refuses for now has several in an hour. */
async function attemptsSince(ctx: DeskContext, since: Date): Promise<number> {
  const time = since.toISOString();
  const [found] = await ctx.db
    .select({
      count: sql<number>`coalesce(sum((select count(*) from unnest(${rows.attemptTimes}) t where t > ${time}::timestamptz)), 0)::int`,
    })
    .from(rows)
    .where(and(eq(rows.companyId, ctx.companyId), gt(rows.attemptedAt, since)));
  return found?.count ?? 0;
}

/** Counts mails by their last attempt: the times of older ones are not kept for a day. */
const mailsSince = ({ db, companyId }: DeskContext, since: Date): Promise<number> =>
  db.$count(rows, and(eq(rows.companyId, companyId), gt(rows.attemptedAt, since)));

/** Scheduled mails whose time passed long ago, while this server was down or the company rested. */
async function failLate(ctx: DeskContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - MAIL_LATEST_MS);
  await ctx.db
    .update(rows)
    .set({ state: "failed", problem: "tooLate", updatedAt: ctx.now })
    .where(
      and(
        isDue(ctx),
        eq(rows.attempts, 0),
        lt(rows.dueAt, before),
        sql`exists (select 1 from ${mails} where ${mails.companyId} = ${ctx.companyId} and ${mails.id} = ${rows.mailId} and ${mails.sendAt} is not null)`,
      ),
    );
}

const held = (ctx: DeskContext, { id, leaseId }: MailAttempt) =>
  and(eq(rows.companyId, ctx.companyId), eq(rows.id, id), eq(rows.leaseId, leaseId));

/** Stores that the body is handed over from now on. False: the mail was cancelled, or the lease has ended. */
export async function markSending(
  ctx: DeskContext,
  attempt: MailAttempt,
  messageId: string,
  leaseMs: number,
): Promise<boolean> {
  const leaseUntil = new Date(ctx.now.getTime() + leaseMs);
  const marked = await ctx.db
    .update(rows)
    .set({ state: "sending", messageId, leaseUntil, updatedAt: ctx.now })
    .where(and(held(ctx, attempt), eq(rows.state, "waiting"), gt(rows.leaseUntil, ctx.now)))
    .returning({ id: rows.id });
  return marked.length > 0;
}

const released = { leaseId: null, leaseUntil: null } as const;

export async function markSent(ctx: DeskContext, attempt: MailAttempt, reply: string): Promise<void> {
  await ctx.db
    .update(rows)
    .set({ ...released, state: "sent", problem: null, reply, sentAt: ctx.now, updatedAt: ctx.now })
    .where(held(ctx, attempt));
}

/** The connection ended without a reply after the body was handed over. */
export async function markUnknown(
  ctx: DeskContext,
  attempt: MailAttempt,
  { problem, reply }: SmtpFailure,
): Promise<void> {
  await ctx.db
    .update(rows)
    .set({ ...released, state: "unknown", problem, reply, updatedAt: ctx.now })
    .where(held(ctx, attempt));
}

/** The mail was certainly not accepted: it fails, or waits for its next attempt. */
export async function markRefused(ctx: DeskContext, attempt: MailAttempt, failure: SmtpFailure): Promise<void> {
  await ctx.db
    .update(rows)
    .set({ ...released, ...afterFailure(ctx, attempt.attempts, failure) })
    .where(held(ctx, attempt));
}

/** This process ends before the mail was handed over: another process sends it. The attempt does not count as one. */
export async function releaseMail(ctx: DeskContext, attempt: MailAttempt): Promise<void> {
  await ctx.db
    .update(rows)
    .set({ ...released, attempts: attempt.attempts - 1 })
    .where(and(held(ctx, attempt), eq(rows.state, "waiting")));
}

/** The company's server cannot be used: all its due mails fail or wait, so that a wrong password is tried once. */
export async function markAllRefused(ctx: DeskContext, attempt: MailAttempt, failure: SmtpFailure): Promise<void> {
  await markRefused(ctx, attempt, failure);
  const others = await ctx.db
    .select({ id: rows.id, attempts: rows.attempts })
    .from(rows)
    .where(isDue(ctx))
    .for("update", { skipLocked: true });
  for (const [attempts, group] of Map.groupBy(others, (row) => row.attempts + 1))
    await ctx.db
      .update(rows)
      .set({ ...afterFailure(ctx, attempts, failure), attempts })
      .where(
        and(eq(rows.companyId, ctx.companyId), sql`${rows.id} = any(${sql.param(group.map(({ id }) => id))}::uuid[])`),
      );
}

function afterFailure({ now }: DeskContext, attempts: number, { problem, reply, isPermanent }: SmtpFailure) {
  const base = { problem, reply, updatedAt: now };
  if (isPermanent || attempts >= ATTEMPTS) return { ...base, state: "failed" as const };
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
  return { ...base, state: "waiting" as const, dueAt: new Date(now.getTime() + pauseMs) };
}

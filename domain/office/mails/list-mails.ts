import { and, asc, desc, eq, exists, inArray, not, type SQL, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { type MailGroup, type MailState, mailStates } from "../../../contracts/office/mails.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import { companyTimeZone } from "../../ground/company-time/index.ts";
import { containing } from "../../ground/containing.ts";
import type { Context } from "../../ground/context.ts";
import { countUpTo } from "../../ground/count-up-to.ts";
import { type MailRow, one, visibleMails } from "./require-mail.ts";

const { mails, mailRecipients, users } = schema;

/** The specification's. */
const PAGE_SIZE = 5;
/** The number of characters that a list gets of a body: the preview, and one more that shows that the body is longer. */
const PREVIEW = 101;
const MAX_SENT = 1_000;
/** The beginning of each body in that list; `GET /mails/:id` has all of it. */
const SENT_BODY = 1_000;

export type MailCounts = Record<MailState, number>;
export type MailView = Omit<MailRow, "body"> & {
  /** The beginning of the body. */
  preview: string;
  userName: string | null;
  counts: MailCounts;
  /** The first recipient. */
  address: string;
  isScheduled: boolean;
};
export type MailFilter = { group?: MailGroup; search?: string; page?: number };
export type MailPage = {
  mails: MailView[];
  hasMore: boolean;
  count: number;
  /** Mails in each group, without the search. */
  groups: Record<MailGroup, number>;
  /** The company's. */
  timeZone: string;
};

/** Returns a page of mails: scheduled ones by their time, others newest first; every search word is in the subject or in an address. */
export async function listMails(
  ctx: Context,
  { group = "sent", search = "", page = 1 }: MailFilter,
): Promise<MailPage> {
  const where = and(inGroup(ctx, group), ...searchWords(search).map((word) => mentions(ctx, word)));
  const at = sql`coalesce(${mails.sendAt}, ${mails.createdAt})`;
  const views = await mailViews(ctx, where, {
    order: group === "scheduled" ? [asc(at), asc(mails.id)] : [desc(at), desc(mails.id)],
    limit: PAGE_SIZE + 1,
    offset: (page - 1) * PAGE_SIZE,
  });
  const countOf = (name: MailGroup) => countUpTo(ctx.db, mails, inGroup(ctx, name));
  return {
    mails: views.slice(0, PAGE_SIZE),
    hasMore: views.length > PAGE_SIZE,
    count: await countUpTo(ctx.db, mails, where),
    groups: {
      sent: await countOf("sent"),
      scheduled: await countOf("scheduled"),
      failed: await countOf("failed"),
      cancelled: await countOf("cancelled"),
    },
    timeZone: await companyTimeZone(ctx),
  };
}

const having = (ctx: Context, ...states: MailState[]) =>
  exists(
    ctx.db
      .select({ one: sql`1` })
      .from(mailRecipients)
      .where(and(ofMail(ctx), inArray(mailRecipients.state, states))),
  );

const ofMail = (ctx: Context) => and(eq(mailRecipients.companyId, ctx.companyId), eq(mailRecipients.mailId, mails.id));

function inGroup(ctx: Context, group: MailGroup): SQL | undefined {
  const own = and(eq(mails.companyId, ctx.companyId), visibleMails(ctx));
  const isAhead = and(sql`${mails.sendAt} > ${ctx.now.toISOString()}::timestamptz`, having(ctx, "waiting"));
  if (group === "failed") return and(own, having(ctx, "failed"));
  if (group === "scheduled") return and(own, isAhead);
  // Nothing of it has left: it was cancelled as a whole.
  const isOut = having(ctx, ...mailStates.filter((state) => state !== "cancelled"));
  if (group === "cancelled") return and(own, not(isOut));
  return and(own, isOut, sql`(${isAhead}) is not true`);
}

function mentions(ctx: Context, word: string): SQL {
  const pattern = containing(word);
  const addressed = exists(
    ctx.db
      .select({ one: sql`1` })
      .from(mailRecipients)
      .where(and(ofMail(ctx), sql`searchable(${mailRecipients.address}) like ${pattern}`)),
  );
  return sql`(searchable(${mails.subject}) like ${pattern} or ${addressed})`;
}

type Page = { order?: SQL[]; limit?: number; offset?: number };

async function mailViews(ctx: Context, where: SQL | undefined, { order = [], limit = 1, offset = 0 }: Page) {
  const rows = await ctx.db
    .select({
      id: mails.id,
      companyId: mails.companyId,
      userId: mails.userId,
      subject: mails.subject,
      sendAt: mails.sendAt,
      createdAt: mails.createdAt,
      updatedAt: mails.updatedAt,
      preview: sql<string>`left(${mails.body}, ${PREVIEW})`,
      userName: users.name,
    })
    .from(mails)
    .leftJoin(users, and(eq(users.companyId, mails.companyId), eq(users.id, mails.userId)))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const counted = await countsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row): MailView => {
    const { counts = noCounts(), address = "" } = counted.get(row.id) ?? {};
    const isScheduled = counts.waiting > 0 && row.sendAt !== null && row.sendAt > ctx.now;
    return { ...row, counts, address, isScheduled };
  });
}

const noCounts = (): MailCounts => ({ waiting: 0, sending: 0, sent: 0, failed: 0, unknown: 0, cancelled: 0 });

async function countsOf(ctx: Context, ids: readonly string[]) {
  const found = new Map<string, { counts: MailCounts; address: string }>();
  if (ids.length === 0) return found;
  const rows = await ctx.db
    .select({
      mailId: mailRecipients.mailId,
      state: mailRecipients.state,
      count: sql<number>`count(*)::int`,
      address: sql<string | null>`min(${mailRecipients.address}) filter (where ${mailRecipients.position} = 0)`,
    })
    .from(mailRecipients)
    .where(and(eq(mailRecipients.companyId, ctx.companyId), inArray(mailRecipients.mailId, [...ids])))
    .groupBy(mailRecipients.mailId, mailRecipients.state);
  for (const { mailId, state, count, address } of rows) {
    const one = found.get(mailId) ?? { counts: noCounts(), address: "" };
    one.counts[state] = count;
    one.address ||= address ?? "";
    found.set(mailId, one);
  }
  return found;
}

export type RecipientView = Pick<
  typeof mailRecipients.$inferSelect,
  "id" | "address" | "state" | "problem" | "reply" | "attempts" | "dueAt" | "sentAt" | "updatedAt"
>;
export type MailDetails = MailView & { body: string; recipients: RecipientView[]; timeZone: string };

/** Returns a mail with its recipients. */
export async function getMail(ctx: Context, id: string): Promise<MailDetails> {
  const where = and(one(ctx, id), visibleMails(ctx));
  const [view] = await mailViews(ctx, where, {});
  const [row] = await ctx.db.select({ body: mails.body }).from(mails).where(where);
  if (!view || !row) throw new DomainError("ERR_NO_MAIL_FOUND", { id });
  const recipients = await ctx.db
    .select({
      id: mailRecipients.id,
      address: mailRecipients.address,
      state: mailRecipients.state,
      problem: mailRecipients.problem,
      reply: mailRecipients.reply,
      attempts: mailRecipients.attempts,
      dueAt: mailRecipients.dueAt,
      sentAt: mailRecipients.sentAt,
      updatedAt: mailRecipients.updatedAt,
    })
    .from(mailRecipients)
    .where(and(eq(mailRecipients.companyId, ctx.companyId), eq(mailRecipients.mailId, id)))
    .orderBy(mailRecipients.position);
  return { ...view, body: row.body, recipients, timeZone: await companyTimeZone(ctx) };
}

export type SentMail = { id: string; address: string; subject: string; body: string };

/** Returns the last 1,000 mails that were sent, one for each recipient, newest first, with the first 1,000 characters of their bodies. */
export function listSentMails(ctx: Context): Promise<SentMail[]> {
  return ctx.db
    .select({
      id: mailRecipients.id,
      address: mailRecipients.address,
      subject: mails.subject,
      body: sql<string>`left(${mails.body}, ${SENT_BODY})`,
    })
    .from(mailRecipients)
    .innerJoin(mails, and(eq(mails.companyId, mailRecipients.companyId), eq(mails.id, mailRecipients.mailId)))
    .where(and(eq(mailRecipients.companyId, ctx.companyId), eq(mailRecipients.state, "sent"), visibleMails(ctx)))
    .orderBy(desc(mailRecipients.sentAt), desc(mailRecipients.id))
    .limit(MAX_SENT);
}

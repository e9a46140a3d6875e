import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { searchWords } from "../../../contracts/search-text.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import { companyTimeZone, instantAt } from "../../ground/company-time/index.ts";
import { containing, containingPerson } from "../../ground/containing.ts";
import type { Context } from "../../ground/context.ts";
import { type ScheduleView, scheduleViews } from "./schedule-views.ts";

const { schedules, contacts } = schema;

/** `timeZone`: the company's. */
export type SchedulesPage = { schedules: ScheduleView[]; hasMore: boolean; timeZone: string };

const PAGE_SIZE = 20;
/** More than a calendar can show. */
const MAX_IN_RANGE = 2_000;

/**
 * Returns a page by `sendAt`, newest first unless `isOldestFirst`; the search is the contact's number, or
 * each of its words is in the contact's name, its number or the text.
 */
export async function pageOfSchedules(
  ctx: Context,
  { search = "", page = 1, isOldestFirst = false }: { search?: string; page?: number; isOldestFirst?: boolean },
): Promise<SchedulesPage> {
  const timeZone = await companyTimeZone(ctx);
  const words = searchWords(search);
  const ofPerson = words.length > 0 ? sql`${contacts.search} like ${containingPerson(search)}` : undefined;
  const found = await scheduleViews(ctx, or(ofPerson, and(...words.map(textMatches))), {
    timeZone,
    isNewestFirst: !isOldestFirst,
    limit: PAGE_SIZE + 1,
    offset: (page - 1) * PAGE_SIZE,
  });
  return { schedules: found.slice(0, PAGE_SIZE), hasMore: found.length > PAGE_SIZE, timeZone };
}

function textMatches(word: string): SQL {
  return sql`(${contacts.search} like ${containing(word)} or searchable(${schedules.body}) like ${containing(word)})`;
}

/** Returns the schedules between two local dates, both included. */
export async function schedulesBetween(
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<SchedulesPage> {
  const timeZone = await companyTimeZone(ctx);
  const end = sql`(${to}::date + 1)`;
  const within = and(
    sql`${schedules.sendAt} >= ${instantAt(from, timeZone)}`,
    sql`${schedules.sendAt} < ${instantAt(end, timeZone)}`,
  );
  const found = await scheduleViews(ctx, within, { timeZone, limit: MAX_IN_RANGE + 1 });
  return { schedules: found.slice(0, MAX_IN_RANGE), hasMore: found.length > MAX_IN_RANGE, timeZone };
}

/** Returns those that the actor may see. */
export function schedulesById(ctx: Context, ids: readonly string[]): Promise<ScheduleView[]> {
  return scheduleViews(ctx, isAnyOf(schedules.id, ids));
}

/** Returns those that exist, whoever may see them. */
export async function presentSchedules(
  ctx: Pick<Context, "db" | "companyId">,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = await ctx.db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.companyId, ctx.companyId), isAnyOf(schedules.id, ids)));
  return new Set(found.map(({ id }) => id));
}

import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import { containingPerson } from "../../ground/containing.ts";
import type { DeskContext } from "../../ground/context.ts";

const { contacts } = schema;

/** With more matches the words are common, and walking the sorted list finds a page sooner. */
const RARE = 1_000;

/** How many contacts are read by name first: words that many of them share fill their page here. */
const FIRST_LOOK = 1_000;
/** Words with fewer matches are looked up in the trigram index and sorted; for others, contacts are read by name. */
const MAX_SORTED = 10_000;

/** Returns the contacts whose name, number or e-mail contains the text; null: too many. */
export async function findContactIds(ctx: DeskContext, text: string): Promise<string[] | null> {
  const pattern = containingPerson(text);
  const found = await ctx.db.execute<{ id: string }>(sql`select contacts_like(${pattern}, ${RARE + 1}) as id`);
  return found.length > RARE ? null : found.map((row) => row.id);
}

/** The same as a condition on the table contacts. */
export async function contactsMatching(ctx: DeskContext, text: string): Promise<SQL> {
  const ids = await findContactIds(ctx, text);
  return ids ? isAnyOf(contacts.id, ids) : sql`${contacts.search} like ${containingPerson(text)}`;
}

/**
 * Returns a page of the ids of the contacts whose name, number or e-mail contains the text, by name. Reading by name
 * ends early for common words, and the trigram index finds the others wherever their names are in the order.
 */
export async function contactPage(
  ctx: DeskContext,
  text: string,
  page: { limit: number; offset: number },
): Promise<string[]> {
  const pattern = containingPerson(text);
  const wanted = page.offset + page.limit;
  const all = and(eq(contacts.companyId, ctx.companyId), isNull(contacts.mergedIntoId));
  const first = await ctx.db.execute<{ id: string }>(sql`
    select id from (select id, name, search from ${contacts} where ${all} order by name, id limit ${FIRST_LOOK}) as first
    where search like ${pattern} order by name, id limit ${wanted}`);
  if (first.length === wanted) return idsOf(first, page.offset);
  const found = await ctx.db.execute<{ id: string; counted: number }>(
    sql`select id, counted from contact_page_like(${pattern}, ${MAX_SORTED}, ${wanted})`,
  );
  if ((found[0]?.counted ?? 0) < MAX_SORTED) return idsOf(found, page.offset);
  const read = await ctx.db.execute<{ id: string }>(
    sql`select id from ${contacts} where ${all} and search like ${pattern} order by name, id limit ${wanted}`,
  );
  return idsOf(read, page.offset);
}

const idsOf = (rows: readonly { id: string }[], offset: number) => rows.slice(offset).map((row) => row.id);

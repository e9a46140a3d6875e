import { type SQL, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import type { DeskContext } from "../context.ts";

const { contacts } = schema;

/** More matches than this: the words are common, and walking a list in its order finds a page of them sooner. */
const RARE = 1_000;

/** A LIKE pattern for text that contains these words. The person's own % and _ are letters, not wildcards. */
export function containing(text: string): string {
  return `%${searchable(text).replace(/[\\%_]/g, "\\$&")}%`;
}

/** Contacts whose name, number or e-mail contains the text; null: too many to name. */
export async function findContactIds(ctx: DeskContext, text: string): Promise<string[] | null> {
  const pattern = containing(text);
  const found = await ctx.db.execute<{ id: string }>(sql`select contacts_like(${pattern}, ${RARE + 1}) as id`);
  return found.length > RARE ? null : found.map((row) => row.id);
}

/** The same as a condition on the table contacts. */
export async function contactsMatching(ctx: DeskContext, text: string): Promise<SQL> {
  const ids = await findContactIds(ctx, text);
  return ids ? isAnyOf(contacts.id, ids) : sql`${contacts.search} like ${containing(text)}`;
}

import { type SQL, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import type { DeskContext } from "../context.ts";

const { contacts } = schema;

/** With more matches the words are common, and walking the sorted list finds a page sooner. */
const RARE = 1_000;

/** Returns a LIKE pattern for text that contains these words; % and _ are literal. */
export function containing(text: string): string {
  return `%${searchable(text).replace(/[\\%_]/g, "\\$&")}%`;
}

/** Returns the contacts whose name, number or e-mail contains the text; null: too many. */
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

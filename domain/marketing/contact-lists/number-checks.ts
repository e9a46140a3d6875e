import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import { checkedSince } from "../../desk/contacts/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireList } from "./require-list.ts";

const { contactListItems, numberChecks } = schema;

/**
 * Makes numbers of a list due for a WhatsApp check, also those that were checked recently: those of the items, or all.
 * Returns how many were not waiting yet.
 */
export async function checkList(ctx: Context, listId: string, itemIds?: readonly string[]): Promise<number> {
  await requireList(ctx, listId);
  const items = itemIds && isAnyOf(contactListItems.id, itemIds);
  return makeDue(ctx, and(eq(contactListItems.listId, listId), items));
}

/** Copies recent results to the items and makes the other numbers due for a check. */
export async function checkNumbers(ctx: DeskContext, items: SQL | undefined): Promise<void> {
  const since = sql`${checkedSince(ctx)}::timestamptz`;
  await ctx.db.execute(sql`update ${contactListItems} set is_whatsapp_valid = n.is_on_whatsapp
    from ${numberChecks} as n where n.company_id = ${ctx.companyId}::uuid
      and n.match_key = ${contactListItems.matchKey} and n.checked_at >= ${since}
      and ${contactListItems.companyId} = ${ctx.companyId}::uuid and ${items}`);
  await makeDue(ctx, and(items, isNull(contactListItems.isWhatsappValid)));
}

async function makeDue(ctx: DeskContext, items: SQL | undefined): Promise<number> {
  const { companyId, now } = ctx;
  const wanted = and(eq(contactListItems.companyId, companyId), items);
  const due = await ctx.db.execute(sql`
    insert into ${numberChecks} as present (company_id, match_key, number, due_at)
    select ${companyId}::uuid, ${contactListItems.matchKey}, ${contactListItems.number}, ${now.toISOString()}::timestamptz
    from ${contactListItems} where ${wanted} order by ${contactListItems.matchKey}
    on conflict (company_id, match_key) do update set number = excluded.number, due_at = excluded.due_at, tries = 0
    where present.due_at is null
    returning 1`);
  return due.length;
}

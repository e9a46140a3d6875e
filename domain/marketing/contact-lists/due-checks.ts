import { sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import { logChecked } from "../../desk/contacts/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { connections, contactListItems, numberChecks } = schema;

/** A number to check. */
export type DueCheck = { matchKey: string; number: string };

/** The pause after the first attempt without a result; it doubles with each further one. */
const RETRY_SECONDS = 120;
const MAX_RETRY_SECONDS = 6 * 3_600;

/**
 * Takes numbers whose check is due, for a connection: none while it is not connected. A number without a saved result
 * is due again after a growing pause, so a connector that ends meanwhile loses nothing.
 */
export async function takeDueChecks(ctx: DeskContext, connectionId: string, most: number): Promise<DueCheck[]> {
  const company = sql`${ctx.companyId}::uuid`;
  const at = sql`${ctx.now.toISOString()}::timestamptz`;
  // A time plus an interval depends on the session's zone: several nodes refuse that with a column (db/README.md).
  const seconds = ctx.now.getTime() / 1_000;
  const found = await ctx.db.execute<{ match_key: string; number: string }>(sql`
    update ${numberChecks} set tries = tries + 1,
      due_at = to_timestamp(${seconds}::float8 + least(${RETRY_SECONDS} * 2 ^ least(tries, 20), ${MAX_RETRY_SECONDS}))
    where company_id = ${company} and match_key = any(array(
      select match_key from ${numberChecks} where company_id = ${company} and due_at <= ${at}
        and exists (select 1 from ${connections} as c
          where c.company_id = ${company} and c.id = ${connectionId}::uuid and c.status = 'CONNECTED')
      order by due_at, match_key limit ${most} for update skip locked))
    returning match_key, number`);
  return found.map(({ match_key: matchKey, number }) => ({ matchKey, number }));
}

/** Stores results, copies them to the people of all lists and shows them on the contacts. */
export async function saveChecks(
  ctx: DeskContext,
  results: readonly { matchKey: string; isOnWhatsapp: boolean }[],
): Promise<void> {
  if (results.length === 0) return;
  const company = sql`${ctx.companyId}::uuid`;
  const keys = sql.param(results.map(({ matchKey }) => matchKey));
  const answers = sql.param(results.map(({ isOnWhatsapp }) => isOnWhatsapp));
  const changed = await ctx.db.execute<{ match_key: string }>(sql`select given.match_key
    from unnest(${keys}::text[], ${answers}::boolean[]) as given (match_key, answer)
    join ${numberChecks} on ${numberChecks.companyId} = ${company} and ${numberChecks.matchKey} = given.match_key
    where coalesce(${numberChecks.isOnWhatsapp}, true) <> given.answer`);
  await ctx.db.execute(sql`update ${numberChecks} set is_on_whatsapp = given.answer,
      checked_at = ${ctx.now.toISOString()}::timestamptz, due_at = null, tries = 0
    from unnest(${keys}::text[], ${answers}::boolean[]) as given (match_key, answer)
    where ${numberChecks.companyId} = ${company} and ${numberChecks.matchKey} = given.match_key`);
  // Locks by id, as imports do.
  await ctx.db.execute(sql`select id from ${contactListItems} where company_id = ${company}
    and match_key = any(${keys}::text[]) order by id for no key update`);
  await ctx.db.execute(sql`update ${contactListItems} set is_whatsapp_valid = given.answer
    from unnest(${keys}::text[], ${answers}::boolean[]) as given (match_key, answer)
    where ${contactListItems.companyId} = ${company} and ${contactListItems.matchKey} = given.match_key
      and ${contactListItems.isWhatsappValid} is distinct from given.answer`);
  await logChecked(
    ctx,
    changed.map(({ match_key: matchKey }) => matchKey),
  );
}

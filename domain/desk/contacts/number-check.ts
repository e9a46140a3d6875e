import { and, eq, gte, sql } from "drizzle-orm";
import { CHECK_DAYS } from "../../../contracts/marketing/contact-lists.ts";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { changes, contactAddresses, numberChecks } = schema;

/** Results of a WhatsApp check before this moment are out of date. */
export const checkedSince = ({ now }: Pick<DeskContext, "now">) =>
  new Date(now.getTime() - CHECK_DAYS * 86_400_000).toISOString();

/** Makes a typed number due for a WhatsApp check, unless it waits for one or has a recent result. */
export async function checkTyped(ctx: DeskContext, number: string): Promise<void> {
  const { companyId, now } = ctx;
  await ctx.db.execute(sql`
    insert into ${numberChecks} as present (company_id, match_key, number, due_at)
    values (${companyId}::uuid, ${phoneMatchKey(number)}, ${number}, ${now.toISOString()}::timestamptz)
    on conflict (company_id, match_key) do update set number = excluded.number, due_at = excluded.due_at, tries = 0
    where present.due_at is null
      and (present.checked_at is null or present.checked_at < ${checkedSince(ctx)}::timestamptz)`);
}

/** Returns which of these contacts have a phone number that a recent check did not find on WhatsApp, and no other. */
export async function withoutWhatsapp(ctx: DeskContext, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ id: contactAddresses.contactId })
    .from(contactAddresses)
    .leftJoin(
      numberChecks,
      and(
        eq(numberChecks.companyId, contactAddresses.companyId),
        eq(numberChecks.matchKey, contactAddresses.matchKey),
        gte(numberChecks.checkedAt, sql`${checkedSince(ctx)}::timestamptz`),
      ),
    )
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        isAnyOf(contactAddresses.contactId, ids),
        eq(contactAddresses.kind, "phone"),
      ),
    )
    .groupBy(contactAddresses.contactId)
    .having(sql`bool_and(coalesce(not ${numberChecks.isOnWhatsapp}, false))`);
  return new Set(rows.map(({ id }) => id));
}

/** Sends the contacts of these numbers to the devices again. It is no edit: an edit that waits has no conflict. */
export async function logChecked(ctx: DeskContext, matchKeys: readonly string[]): Promise<void> {
  if (matchKeys.length === 0) return;
  const found = await ctx.db
    .select({ contactId: contactAddresses.contactId, id: contactAddresses.id })
    .from(contactAddresses)
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.kind, "phone"),
        sql`${contactAddresses.matchKey} = any(${sql.param(matchKeys)}::text[])`,
      ),
    );
  if (found.length === 0) return;
  const { companyId } = ctx;
  // As the triggers do: the log is partitioned by the time of its writing.
  const at = sql`clock_timestamp()`;
  await ctx.db
    .insert(changes)
    .values(
      found.map(({ contactId, id }) => ({ companyId, collection: "contacts", docId: contactId, partId: id, at })),
    );
}

import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { MISREAD_SHOWN, type MisreadView } from "../../../contracts/desk/number-fixes.ts";
import { readPhone } from "../../../contracts/phone-numbers.ts";
import { type PhoneHome, type PhoneProblem, phoneMatchKey } from "../../../contracts/phones.ts";
import { schema } from "../../../db/index.ts";
import { phoneHome } from "../../account/settings/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";

const { contacts, contactAddresses, messages, numberFixes, tickets } = schema;

/** Contacts that are looked at for one answer. */
const MAX_READ = 20_000;

export type Misread = { number: string; problem: null } | { number: null; problem: PhoneProblem };

/**
 * Judges a stored number: null if it is right. Otherwise its digits are those of a local spelling (the number that was
 * meant is returned), or of no number at all.
 */
export function misreadOf(stored: string, home: PhoneHome): Misread | null {
  const read = readPhone(stored, home);
  if (read.refused === undefined) {
    // The former reading took these for a Brazilian mobile: only a "+" made them a number of another country.
    const isRight = read.number === stored || /^..9.{8}$/.test(stored);
    return isRight ? null : { number: read.number, problem: null };
  }
  if (read.refused === "noAreaCode") return { number: null, problem: read.refused };
  const abroad = readPhone(`+${stored}`, home);
  if (abroad.refused !== undefined) return { number: null, problem: read.refused };
  return phoneMatchKey(abroad.number) === phoneMatchKey(stored) ? null : { number: abroad.number, problem: null };
}

/**
 * Lists the contacts whose number was probably misread: nobody has written from it, and it is what a local spelling
 * looks like without its country code, or no number. Newest first.
 */
export async function misreadNumbers(ctx: Context): Promise<MisreadView> {
  requirePermission(ctx, "manageSettings");
  const home = await phoneHome(ctx);
  const found = await ctx.db
    .select({ id: contacts.id, name: contacts.name, number: contacts.number })
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.companyId), neverWrote(ctx), isOdd()))
    .orderBy(desc(contacts.createdAt))
    .limit(MAX_READ);
  const all = found.flatMap((contact) => {
    const misread = misreadOf(contact.number, home);
    return misread ? [{ ...contact, proposal: misread.number, problem: misread.problem }] : [];
  });
  const rows = all.slice(0, MISREAD_SHOWN);
  const holders = await holdersOf(
    ctx,
    rows.flatMap(({ proposal }) => proposal ?? []),
  );
  const applied = await ctx.db
    .select({
      id: numberFixes.id,
      name: contacts.name,
      former: numberFixes.former,
      number: numberFixes.number,
      mergeId: numberFixes.mergeId,
      createdAt: numberFixes.createdAt,
    })
    .from(numberFixes)
    .innerJoin(contacts, and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, numberFixes.contactId)))
    .where(and(eq(numberFixes.companyId, ctx.companyId), isNull(numberFixes.undoneAt)))
    .orderBy(desc(numberFixes.createdAt))
    .limit(MISREAD_SHOWN);
  return {
    count: all.length,
    contacts: rows.map((row) => ({
      ...row,
      holder: row.proposal ? (holders.get(phoneMatchKey(row.proposal)) ?? null) : null,
    })),
    applied: applied.map(({ mergeId, createdAt, ...fix }) => ({
      ...fix,
      isMerge: mergeId !== null,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** Most numbers are Brazilian mobiles and landlines: they are right. */
const isOdd =
  () => sql`not ${contacts.isGroup} and ${contacts.mergedIntoId} is null and ${contacts.number} ~ '^[0-9]{6,15}$'
  and ${contacts.number} !~ '^55[1-9][1-9](9[0-9]{8}|[2-9][0-9]{7})$'`;

/** A person who has written is reached at the number that the channel reported. */
const neverWrote = (ctx: DeskContext) => sql`not exists (select 1 from ${tickets} as t
  join ${messages} as m on m.company_id = ${ctx.companyId}::uuid and m.ticket_id = t.id
  where t.company_id = ${ctx.companyId}::uuid and t.contact_id = ${contacts.id} and not m.from_me)`;

async function holdersOf(ctx: DeskContext, numbers: readonly string[]) {
  const keys = [...new Set(numbers.map(phoneMatchKey))];
  if (keys.length === 0) return new Map<string, { id: string; name: string }>();
  const found = await ctx.db
    .select({ key: contactAddresses.matchKey, id: contacts.id, name: contacts.name })
    .from(contactAddresses)
    .innerJoin(contacts, and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contactAddresses.contactId)))
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.kind, "phone"),
        inArray(contactAddresses.matchKey, keys),
      ),
    );
  return new Map(found.map(({ key, ...holder }) => [key, holder]));
}

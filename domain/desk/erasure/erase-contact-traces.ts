import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { forgetFiles } from "../file-rows/index.ts";
import { eraseAnswers, eraseTicketTraces } from "./erase-ticket-traces.ts";

const {
  campaignRecipients,
  channelKeys,
  chatMarks,
  contactAddresses,
  contactImportRows,
  contactListItems,
  contactPictures,
  contacts,
  inbox,
  mailRecipients,
  mails,
  numberChecks,
  phonebookEntries,
  schedules,
  tickets,
} = schema;

/** The states in which a campaign would still write to a person. */
const unfinished = ["waiting", "asked", "confirmed"] as const;

/** The keys by which other tables refer to a person without the contact's id. */
type Person = {
  /** The contact and those merged into it. */
  contactIds: string[];
  /** The normal forms of their addresses, and the digits of their numbers. */
  keys: string[];
  numbers: string[];
  emails: string[];
};

/**
 * Deletes what a contact and those merged into it left elsewhere: all that their tickets left (`eraseTicketTraces`),
 * their pictures, scheduled files, rows of imports, list items, recipients of campaigns, mails to their address,
 * address book entries and session keys. Called before the contacts' rows are deleted. The consent ledger and the opt-outs
 * stay, as evidence and so that nobody writes to the person again (docs/decisions/0088).
 */
export async function eraseContactTraces(ctx: DeskContext, contactIds: readonly string[]): Promise<void> {
  const person = await personOf(ctx, contactIds);
  const { db, companyId } = ctx;
  const own = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), isAnyOf(tickets.contactId, contactIds)));
  await eraseTicketTraces(
    ctx,
    own.map(({ id }) => id),
  );
  await eraseAnswers(ctx, contactIds);
  await eraseFiles(ctx, contactIds);
  await eraseRows(ctx, person);
  await eraseRecipients(ctx, person);
  await eraseMails(ctx, person);
  await eraseAtChannel(ctx, person);
}

async function personOf(ctx: DeskContext, contactIds: readonly string[]): Promise<Person> {
  const rows = await ctx.db
    .select({ number: contacts.number, email: contacts.email })
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.companyId), isAnyOf(contacts.id, contactIds)));
  const addresses = await ctx.db
    .select({ address: contactAddresses.address, key: contactAddresses.matchKey })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, ctx.companyId), isAnyOf(contactAddresses.contactId, contactIds)));
  const filled = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ""))];
  return {
    contactIds: [...contactIds],
    keys: filled(addresses.map(({ key }) => key)),
    numbers: filled([
      ...rows.map(({ number }) => number),
      ...addresses.flatMap(({ address, key }) => [digitsOf(address), digitsOf(key)]),
    ]),
    emails: filled(rows.map(({ email }) => email.toLowerCase())),
  };
}

/** Returns the digits of a number or LID; '' with fewer than 8, which no number has. */
const digitsOf = (text: string): string => /^\+?(\d{8,})(?:@|$)/.exec(text)?.[1] ?? "";

async function eraseFiles(ctx: DeskContext, contactIds: readonly string[]): Promise<void> {
  const { db, companyId } = ctx;
  const pictures = await db
    .delete(contactPictures)
    .where(and(eq(contactPictures.companyId, companyId), isAnyOf(contactPictures.contactId, contactIds)))
    .returning({ fileId: contactPictures.fileId });
  const planned = await db
    .delete(schedules)
    .where(and(eq(schedules.companyId, companyId), isAnyOf(schedules.contactId, contactIds)))
    .returning({ fileId: schedules.fileId });
  await forgetFiles(
    ctx,
    [...pictures, ...planned].flatMap(({ fileId }) => fileId ?? []),
  );
}

async function eraseRows(ctx: DeskContext, { keys, numbers, emails }: Person): Promise<void> {
  const { db, companyId } = ctx;
  const isIts = isOneOf(contactImportRows.matchKey, keys);
  // A refused row has no key: its cells are searched. The digits are compared without what people put between them.
  const cells = sql`${contactImportRows.cells}::text`;
  const digits = sql`regexp_replace(${cells}, '[^0-9",]', '', 'g')`;
  const named = [
    ...numbers.map((number) => sql`${digits} like ${`%${number}%`}`),
    ...emails.map((email) => sql`lower(${cells}) like ${`%${email.replace(/[\\%_]/g, "\\$&")}%`}`),
  ];
  await db
    .delete(contactImportRows)
    .where(
      and(
        eq(contactImportRows.companyId, companyId),
        or(isIts, and(sql`${contactImportRows.matchKey} is null`, or(...named))),
      ),
    );
  await db
    .delete(contactListItems)
    .where(and(eq(contactListItems.companyId, companyId), isOneOf(contactListItems.matchKey, keys)));
  await db.delete(numberChecks).where(and(eq(numberChecks.companyId, companyId), isOneOf(numberChecks.matchKey, keys)));
  await db
    .delete(phonebookEntries)
    .where(
      and(
        eq(phonebookEntries.companyId, companyId),
        or(isOneOf(phonebookEntries.matchKey, keys), isOneOf(phonebookEntries.lid, keys)),
      ),
    );
}

/** Deletes the person from campaigns that would still write to them; the others keep a row without the person, for their figures. */
async function eraseRecipients(ctx: DeskContext, { contactIds, keys }: Person): Promise<void> {
  const { db, companyId } = ctx;
  const its = and(
    eq(campaignRecipients.companyId, companyId),
    or(isAnyOf(campaignRecipients.contactId, contactIds), isOneOf(campaignRecipients.matchKey, keys)),
  );
  await db.delete(campaignRecipients).where(and(its, inArray(campaignRecipients.state, [...unfinished])));
  await db
    .update(campaignRecipients)
    .set({
      ...{ name: "", number: "", email: "", search: "", contactId: null },
      matchKey: sql`'erased ' || ${campaignRecipients.id}`,
    })
    .where(its);
}

async function eraseMails(ctx: DeskContext, { emails }: Person): Promise<void> {
  if (emails.length === 0) return;
  const { db, companyId } = ctx;
  const gone = await db
    .delete(mailRecipients)
    .where(and(eq(mailRecipients.companyId, companyId), isOneOf(sql`lower(${mailRecipients.address})`, emails)))
    .returning({ mailId: mailRecipients.mailId });
  const ids = [...new Set(gone.map(({ mailId }) => mailId))];
  if (ids.length === 0) return;
  const left = await db
    .select({ mailId: mailRecipients.mailId })
    .from(mailRecipients)
    .where(and(eq(mailRecipients.companyId, companyId), inArray(mailRecipients.mailId, ids)));
  const others = new Set(left.map(({ mailId }) => mailId));
  const alone = ids.filter((id) => !others.has(id));
  if (alone.length > 0) await db.delete(mails).where(and(eq(mails.companyId, companyId), inArray(mails.id, alone)));
}

/** Removes what is kept under the person's addresses for the channel: marks, copies of calls and receipts, session keys. */
async function eraseAtChannel(ctx: DeskContext, { numbers, keys }: Person): Promise<void> {
  const { db, companyId } = ctx;
  const names = [...new Set([...numbers, ...keys])];
  if (names.length === 0) return;
  // "5531…", "5531…@s.whatsapp.net", "5531….0", "5531…:4@lid"
  const begins = (column: AnyPgColumn | SQL) => isOneOf(sql`regexp_replace(${column}, '[^0-9].*$', '')`, names);
  await db.delete(chatMarks).where(and(eq(chatMarks.companyId, companyId), begins(chatMarks.chatKey)));
  await db.delete(channelKeys).where(and(eq(channelKeys.companyId, companyId), begins(channelKeys.id)));
  await db
    .update(inbox)
    .set({ plaintext: Buffer.alloc(0), attrs: {} })
    .where(
      and(
        eq(inbox.companyId, companyId),
        sql`${inbox.doneAt} is not null`,
        or(
          begins(sql`coalesce(${inbox.attrs} ->> 'from', '')`),
          begins(sql`coalesce(${inbox.attrs} ->> 'participant', '')`),
          // The phone's history has all conversations in one text.
          eq(sql`${inbox.attrs} ->> 'category'`, "peer"),
        ),
      ),
    );
}

const isOneOf = (column: AnyPgColumn | SQL, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...texts])}::text[])`;

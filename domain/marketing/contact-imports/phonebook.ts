import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import * as v from "valibot";
import { MAX_CONTACT_NAME, NewContact } from "../../../contracts/desk/contacts.ts";
import { enqueue, schema } from "../../../db/index.ts";
import { phoneMatchKey } from "../../desk/contacts/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";

const { contactAddresses, contactImports, contactImportRows, phonebookEntries } = schema;
const { name: ContactName, number: Phone } = NewContact.entries;

/** With number, LID or both; '' where the channel reveals none. */
export type PhonebookEntry = { phone: string; lid: string; name: string; hasChat: boolean };

type Person = Pick<PhonebookEntry, "phone" | "lid" | "name">;

const keyOf = ({ phone, lid }: PhonebookEntry) => (phone ? phoneMatchKey(phone) : `lid:${lid}`);

/** Stores address-book entries of a phone. A later report without name, LID or chat does not erase them. */
export async function rememberPhonebook(
  ctx: DeskContext,
  connectionId: string,
  entries: readonly PhonebookEntry[],
): Promise<void> {
  const byKey = new Map<string, PhonebookEntry>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const known = byKey.get(key);
    byKey.set(key, {
      ...entry,
      lid: entry.lid || (known?.lid ?? ""),
      name: entry.name || (known?.name ?? ""),
      hasChat: entry.hasChat || (known?.hasChat ?? false),
    });
  }
  if (byKey.size === 0) return;
  const known = [...byKey].map(([matchKey, entry]) => ({ matchKey, ...entry }));
  const list = <K extends keyof (typeof known)[number]>(key: K) => sql.param(known.map((each) => each[key]));
  await ctx.db.execute(sql`insert into ${phonebookEntries} as present (company_id, connection_id, match_key, phone, lid, name, has_chat, updated_at)
    select ${ctx.companyId}::uuid, ${connectionId}::uuid, given.*, ${ctx.now.toISOString()}::timestamptz
    from unnest(${list("matchKey")}::text[], ${list("phone")}::text[], ${list("lid")}::text[], ${list("name")}::text[], ${list("hasChat")}::boolean[]) as given
    on conflict (company_id, connection_id, match_key) do update set phone = excluded.phone,
      lid = coalesce(nullif(excluded.lid, ''), present.lid), name = coalesce(nullif(excluded.name, ''), present.name),
      has_chat = present.has_chat or excluded.has_chat, updated_at = excluded.updated_at`);
  await joinByLid(ctx, connectionId);
}

/** A person whose number becomes known later has two entries: merges them into the one with the number. */
async function joinByLid(ctx: DeskContext, connectionId: string): Promise<void> {
  await ctx.db.execute(sql`with reported as (
      delete from ${phonebookEntries} as hidden using ${phonebookEntries} as open
      where hidden.company_id = ${ctx.companyId}::uuid and hidden.connection_id = ${connectionId}::uuid and hidden.phone = ''
        and open.company_id = ${ctx.companyId}::uuid and open.connection_id = hidden.connection_id and open.phone <> ''
        and open.lid = hidden.lid and hidden.lid <> ''
      returning open.match_key, hidden.name, hidden.has_chat)
    update ${phonebookEntries} as open set name = coalesce(nullif(open.name, ''), reported.name), has_chat = open.has_chat or reported.has_chat
    from reported where open.company_id = ${ctx.companyId}::uuid and open.connection_id = ${connectionId}::uuid and open.match_key = reported.match_key`);
}

/**
 * Imports people that the company's phones know and that are not contacts yet: those with a name, or everyone with a
 * chat. Uses the steps of a spreadsheet import, so it is idempotent after interruptions. Null: nobody new.
 */
export async function importPhonebook(ctx: Context, which: "agenda" | "chats"): Promise<string | null> {
  const people = (await newPeople(ctx, which)).filter(({ phone }) => phone === "" || v.is(Phone, phone));
  if (people.length === 0) return null;
  const { companyId, now } = ctx;
  const id = uuidv7();
  await ctx.db.insert(contactImports).values({
    companyId,
    id,
    userId: ctx.actor.id,
    fileId: id, // no file is read
    name: which,
    status: "checking",
    isDirect: true,
    headers: ["Nome", "Número", "LID"],
    mapping: { name: 0, number: 1, email: null, lid: 2 },
    total: people.length,
    createdAt: now,
    updatedAt: now,
  });
  const cells = people.map((person) =>
    JSON.stringify([contactName(person), person.phone && `+${person.phone}`, person.lid]),
  );
  await ctx.db.execute(sql`insert into ${contactImportRows} (company_id, import_id, row_number, cells)
    select ${companyId}::uuid, ${id}::uuid, place + 1, cells
    from unnest(${sql.param(cells)}::jsonb[]) with ordinality as given (cells, place)
    on conflict do nothing`);
  await enqueue(ctx.db, "contacts.import", { companyId, importId: id });
  return id;
}

/** Lists the entries of all the company's phones, one per person, of people who are no contact. */
async function newPeople(ctx: Context, which: "agenda" | "chats"): Promise<Person[]> {
  const { companyId } = ctx;
  const wanted = which === "chats" ? sql`entry.has_chat` : sql`entry.name <> ''`;
  return ctx.db.execute<Person>(sql`select entry.phone, entry.lid, entry.name
    from (select distinct on (match_key) match_key, phone, lid, name, has_chat from ${phonebookEntries}
      where company_id = ${companyId}::uuid order by match_key, name = '', updated_at desc) as entry
    where ${wanted} and not exists (select 1 from ${contactAddresses} as known where known.company_id = ${companyId}::uuid
        and known.kind = 'phone' and known.match_key = entry.match_key)
      and not exists (select 1 from ${contactAddresses} as known where known.company_id = ${companyId}::uuid
        and known.kind = 'lid' and known.match_key = entry.lid and entry.lid <> '')
      and (entry.phone <> '' or not exists (select 1 from ${phonebookEntries} as reported where reported.company_id = ${companyId}::uuid
        and reported.phone <> '' and reported.lid = entry.lid))
    order by entry.match_key`);
}

/** Returns the name cut to a contact's limit; the number or the LID when there is no name or only one letter. */
function contactName({ name, phone, lid }: Person): string {
  const cut = name
    .trim()
    .slice(0, MAX_CONTACT_NAME)
    .replace(/\p{Surrogate}$/u, "");
  return v.is(ContactName, cut) ? cut : phone || lid;
}

import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { enqueue, schema } from "../../db/index.ts";
import { phoneMatchKey } from "../contacts/index.ts";
import type { Context, DeskContext } from "../context.ts";
import { changeImport } from "./require-import.ts";

const { contactAddresses, contactImports, contactImportRows, phonebookEntries } = schema;

/** With number, LID or both; '' where the channel reveals none. */
export type PhonebookEntry = { phone: string; lid: string; name: string; hasChat: boolean };

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
  await ctx.db.execute(sql`with told as (
      delete from ${phonebookEntries} as hidden using ${phonebookEntries} as open
      where hidden.company_id = ${ctx.companyId}::uuid and hidden.connection_id = ${connectionId}::uuid and hidden.phone = ''
        and open.company_id = hidden.company_id and open.connection_id = hidden.connection_id and open.phone <> ''
        and open.lid = hidden.lid and hidden.lid <> ''
      returning open.match_key, hidden.name, hidden.has_chat)
    update ${phonebookEntries} as open set name = coalesce(nullif(open.name, ''), told.name), has_chat = open.has_chat or told.has_chat
    from told where open.company_id = ${ctx.companyId}::uuid and open.connection_id = ${connectionId}::uuid and open.match_key = told.match_key`);
}

/**
 * Imports people that the company's phones know and that are not contacts yet: those with a name, or everyone with a
 * chat. Uses the steps of a spreadsheet import, so it is idempotent after interruptions. Null: nobody new.
 */
export async function importPhonebook(ctx: Context, which: "agenda" | "chats"): Promise<string | null> {
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
    createdAt: now,
    updatedAt: now,
  });
  const wanted = which === "chats" ? sql`entry.has_chat` : sql`entry.name <> ''`;
  const rows = await ctx.db.execute<{ row_number: number }>(sql`
    insert into ${contactImportRows} (company_id, import_id, row_number, cells)
    select ${companyId}::uuid, ${id}::uuid, row_number() over (order by entry.match_key) + 1,
      jsonb_build_array(coalesce(nullif(left(trim(entry.name), 50), ''), nullif(entry.phone, ''), entry.lid),
        case when entry.phone <> '' then '+' || entry.phone else '' end, entry.lid)
    from (select distinct on (match_key) match_key, phone, lid, name, has_chat from ${phonebookEntries}
      where company_id = ${companyId}::uuid order by match_key, name = '', updated_at desc) as entry
    where ${wanted} and not exists (select 1 from ${contactAddresses} as known where known.company_id = ${companyId}::uuid
        and known.kind = 'phone' and known.match_key = entry.match_key)
      and not exists (select 1 from ${contactAddresses} as known where known.company_id = ${companyId}::uuid
        and known.kind = 'lid' and known.match_key = entry.lid and entry.lid <> '')
      and (entry.phone <> '' or not exists (select 1 from ${phonebookEntries} as told where told.company_id = ${companyId}::uuid
        and told.phone <> '' and told.lid = entry.lid))
    returning row_number`);
  if (rows.length === 0) {
    await ctx.db.execute(sql`delete from ${contactImports} where company_id = ${companyId}::uuid and id = ${id}::uuid`);
    return null;
  }
  await changeImport(ctx, id, { total: rows.length });
  await enqueue(ctx.db, "contacts.import", { companyId, importId: id });
  return id;
}

import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { enqueue, schema } from "../../db/index.ts";
import { phoneMatchKey } from "../contacts/index.ts";
import type { Context, DeskContext } from "../context.ts";
import { changeImport } from "./require-import.ts";

const { contactAddresses, contactImports, contactImportRows, phonebookEntries } = schema;

export type PhonebookEntry = { phone: string; name: string; hasChat: boolean };

/** Keeps whom a phone knows. A name once told is not lost to a later word without one. */
export async function rememberPhonebook(
  ctx: DeskContext,
  connectionId: string,
  entries: readonly PhonebookEntry[],
): Promise<void> {
  const byKey = new Map<string, PhonebookEntry>();
  for (const entry of entries) {
    const key = phoneMatchKey(entry.phone);
    const known = byKey.get(key);
    byKey.set(key, {
      ...entry,
      name: entry.name || (known?.name ?? ""),
      hasChat: entry.hasChat || (known?.hasChat ?? false),
    });
  }
  if (byKey.size === 0) return;
  const known = [...byKey].map(([matchKey, entry]) => ({ matchKey, ...entry }));
  const list = <K extends keyof (typeof known)[number]>(key: K) => sql.param(known.map((each) => each[key]));
  await ctx.db.execute(sql`insert into ${phonebookEntries} as present (company_id, connection_id, match_key, phone, name, has_chat, updated_at)
    select ${ctx.companyId}::uuid, ${connectionId}::uuid, given.*, ${ctx.now.toISOString()}::timestamptz
    from unnest(${list("matchKey")}::text[], ${list("phone")}::text[], ${list("name")}::text[], ${list("hasChat")}::boolean[]) as given
    on conflict (company_id, connection_id, match_key) do update set phone = excluded.phone,
      name = coalesce(nullif(excluded.name, ''), present.name), has_chat = present.has_chat or excluded.has_chat,
      updated_at = excluded.updated_at`);
}

/**
 * Makes contacts of whom the company's phones know and the desk does not yet: those with a name, or everybody there is
 * a chat with. It goes the way of a spreadsheet, so that it is done once however often it is cut off. Null: nobody.
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
    headers: ["Nome", "Número"],
    mapping: { name: 0, number: 1, email: null },
    createdAt: now,
    updatedAt: now,
  });
  const wanted = which === "chats" ? sql`entry.has_chat` : sql`entry.name <> ''`;
  const rows = await ctx.db.execute<{ row_number: number }>(sql`
    insert into ${contactImportRows} (company_id, import_id, row_number, cells)
    select ${companyId}::uuid, ${id}::uuid, row_number() over (order by entry.match_key) + 1,
      jsonb_build_array(coalesce(nullif(left(trim(entry.name), 50), ''), entry.phone), '+' || entry.phone)
    from (select distinct on (match_key) match_key, phone, name, has_chat from ${phonebookEntries}
      where company_id = ${companyId}::uuid order by match_key, name = '', updated_at desc) as entry
    where ${wanted} and not exists (select 1 from ${contactAddresses} as known where known.company_id = ${companyId}::uuid
      and known.kind = 'phone' and known.match_key = entry.match_key)
    returning row_number`);
  if (rows.length === 0) {
    await ctx.db.execute(sql`delete from ${contactImports} where company_id = ${companyId}::uuid and id = ${id}::uuid`);
    return null;
  }
  await changeImport(ctx, id, { total: rows.length });
  await enqueue(ctx.db, "contacts.import", { companyId, importId: id });
  return id;
}

import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnDatabase, openOwnDatabase } from "../db/testing/own-database.ts";

/** Table statistics decide between similar plans: this database has none, whatever tests run beside it. */
let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.drop());

/**
 * Under row-level security only leakproof operators use an index: equality of text, ids and times is leakproof, enum
 * equality is not. Scans and sorts are made expensive, so that a plan shows what an index can serve.
 */
async function planOf(query: (companyId: string) => SQL): Promise<string> {
  const companyId = randomUUID();
  return own.database.company(companyId, async (db) => {
    await db.execute(sql`set local enable_seqscan = off`);
    await db.execute(sql`set local enable_bitmapscan = off`);
    await db.execute(sql`set local enable_sort = off`);
    const lines = await db.execute<{ "QUERY PLAN": string }>(sql`explain ${query(companyId)}`);
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });
}

test("a ticket list walks its index, newest first, without sorting", async () => {
  const plan = await planOf(
    (companyId) =>
      sql`select id from tickets where company_id = ${companyId}::uuid and status = ${"pending"} order by last_message_at desc nulls last, id limit 41`,
  );
  expect(plan).toMatch(/using tickets_list[\s\S]*Index Cond:.*status = 'pending'/);
  expect(plan).not.toContain("Sort");
});

test("an address look-up uses its whole key", async () => {
  const plan = await planOf(
    (companyId) =>
      sql`select contact_id from contact_addresses where company_id = ${companyId}::uuid and kind = ${"phone"} and match_key = ${"553188887777"}`,
  );
  expect(plan).toMatch(/using contact_addresses_match[\s\S]*Index Cond:.*kind = 'phone'.*match_key =/);
});

test("a page of a conversation is read from its index without sorting", async () => {
  const plan = await planOf(
    (
      companyId,
    ) => sql`select id from messages where company_id = ${companyId}::uuid and ticket_id = ${randomUUID()}::uuid
      and (created_at, seq, id) < (now(), 5, ${randomUUID()}::uuid)
      order by created_at desc nulls last, seq desc nulls last, id desc nulls last limit 21`,
  );
  expect(plan).toMatch(/using messages_thread/);
  expect(plan).not.toContain("Sort");
});

test("the media of a conversation use the index of messages with a file", async () => {
  const plan = await planOf(
    (companyId) => sql`select media.id from tickets t cross join lateral (select m.id from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and m.file_id is not null
      order by m.created_at desc nulls last, m.seq desc nulls last, m.id desc nulls last limit 21) as media
      where t.company_id = ${companyId}::uuid and t.contact_id = ${randomUUID()}::uuid`,
  );
  expect(plan).toMatch(/using messages_files[\s\S]*Index Cond:.*ticket_id = t\.id/);
  expect(plan).not.toContain("Sort");
});

test("file access, a ticket's notes and due reactions are looked up by their keys", async () => {
  const file = await planOf(
    (companyId) =>
      sql`select id from messages where company_id = ${companyId}::uuid and file_id = ${randomUUID()}::uuid limit 1`,
  );
  expect(file).toMatch(/using messages_file[\s\S]*Index Cond:.*file_id =/);
  const notes = await planOf(
    (companyId) =>
      sql`select id from ticket_notes where company_id = ${companyId}::uuid and ticket_id = ${randomUUID()}::uuid`,
  );
  expect(notes).toMatch(/using ticket_notes_ticket[\s\S]*Index Cond:.*ticket_id =/);
  for (const [due, index] of [
    [sql`reaction_after`, /using messages_reactions_due[\s\S]*Index Cond:.*connection_id =/],
    [sql`edit_after`, /using messages_edits_due[\s\S]*Index Cond:.*connection_id =/],
  ] as const) {
    const plan = await planOf(
      (companyId) => sql`select id from messages where company_id = ${companyId}::uuid
        and connection_id = ${randomUUID()}::uuid and ${due} is not null and ${due} <= now()`,
    );
    expect(plan).toMatch(index);
  }
});

test("contacts by name walk their index without sorting, also after the last one of a previous page", async () => {
  const page = await planOf(
    (companyId) => sql`select id from contacts where company_id = ${companyId}::uuid and merged_into_id is null
      and (name, id) > ('Ana', ${randomUUID()}::uuid) order by name, id limit 21`,
  );
  expect(page).toMatch(/using contacts_name[\s\S]*Index Cond:.*name/);
  expect(page).not.toContain("Sort");
});

test("calendar, due schedules and dashboard periods walk their indexes", async () => {
  const calendar = await planOf(
    (companyId) => sql`select id from schedules where company_id = ${companyId}::uuid and send_at >= now()
      and send_at < now() + interval '1 month' order by send_at, id limit 21`,
  );
  expect(calendar).toMatch(/using schedules_send_at[\s\S]*Index Cond:.*send_at >=/);
  expect(calendar).not.toContain("Sort");
  const closings = await planOf(
    (companyId) => sql`select user_id, avg(seconds) from ticket_events where company_id = ${companyId}::uuid
      and type = 'closed' and at >= now() - interval '30 days' group by user_id`,
  );
  expect(closings).toMatch(/Index Only Scan using ticket_events_period[\s\S]*Index Cond:.*type = 'closed'.*at >=/);
  const today = await planOf(
    (companyId) =>
      sql`select created_at from tickets where company_id = ${companyId}::uuid and created_at >= now() - interval '1 day'`,
  );
  expect(today).toMatch(/using tickets_created[\s\S]*Index Cond:.*created_at >=/);
});

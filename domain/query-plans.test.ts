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
      where m.company_id = ${companyId}::uuid and m.ticket_id = t.id and m.file_id is not null
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

test("chats: a page of a chat, a user's chats, own messages after a position and files use their indexes", async () => {
  const [chatId, userId] = [randomUUID(), randomUUID()];
  const page = await planOf(
    (companyId) => sql`select id from chat_messages where company_id = ${companyId}::uuid and chat_id = ${chatId}::uuid
      and seq < ${40} order by seq desc limit 21`,
  );
  expect(page).toMatch(/using chat_messages_seq_in_chat[\s\S]*Index Cond:.*chat_id =.*seq </);
  expect(page).not.toContain("Sort");
  const list = await planOf(
    (companyId) => sql`select c.id from chat_members m join chats c on c.company_id = m.company_id and c.id = m.chat_id
      where c.company_id = ${companyId}::uuid and m.user_id = ${userId}::uuid order by c.updated_at desc, c.id desc limit 21`,
  );
  expect(list).toMatch(/on chat_members\w* m[\s\S]*Index Cond:.*user_id =/);
  expect(list).toMatch(/Index Cond:.*id = m\.chat_id/);
  const own = await planOf(
    (companyId) => sql`select count(*) from chat_messages where company_id = ${companyId}::uuid
      and user_id = ${userId}::uuid and chat_id = ${chatId}::uuid and seq > ${40}`,
  );
  expect(own).toMatch(/using chat_messages_user[\s\S]*Index Cond:.*user_id =.*chat_id =.*seq >/);
  const file = await planOf(
    (companyId) =>
      sql`select id from chat_messages where company_id = ${companyId}::uuid and file_id = ${randomUUID()}::uuid limit 1`,
  );
  expect(file).toMatch(/using chat_messages_file[\s\S]*Index Cond:.*file_id =/);
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

test("the next recipient of a campaign is read from the index of those who wait, past thousands that are sent", async () => {
  const [companyId, campaignId] = [randomUUID(), randomUUID()];
  await own.database.company(companyId, async (db) => {
    await db.execute(sql`insert into campaigns (company_id, id, name, messages, confirmation_messages, "window")
      values (${companyId}::uuid, ${campaignId}::uuid, 'Ofertas', '[]', '[]', '{}')`);
    await db.execute(sql`insert into campaign_recipients (company_id, id, campaign_id, position, name, number, match_key, variant, state)
      select ${companyId}::uuid, gen_random_uuid(), ${campaignId}::uuid, n, '', n, n, 1, case when n < 4500 then 'sent' else 'waiting' end
      from generate_series(1, 5000) as n on conflict do nothing`);
  });
  await own.asOwner("analyze campaign_recipients");
  const id = randomUUID();
  for (const connection of [sql`is null`, sql`between ${id}::uuid and ${id}::uuid`]) {
    const plan = await own.database.company(companyId, (db) =>
      db.execute<{ "QUERY PLAN": string }>(sql`explain select * from campaign_recipients
        where company_id = ${companyId}::uuid and campaign_id = ${campaignId}::uuid and state = ${"waiting"}
          and connection_id ${connection} order by connection_id, position limit 1`),
    );
    const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(lines).toMatch(/using campaign_recipients_next[\s\S]*Index Cond:.*state = 'waiting'.*connection_id/);
    expect(lines).not.toContain("Sort");
  }
});

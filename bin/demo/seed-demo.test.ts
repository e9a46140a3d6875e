import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dueColour } from "../../contracts/account/companies.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { openDiskFileStore } from "../../outside/file-store/index.ts";
import { seedDemo } from "./seed-demo.ts";

let folder: string;
let own: OwnDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "balcao-demo-"));
  chmodSync(folder, 0o755);
  own = await openOwnDatabase();
});
afterAll(async () => {
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

test("the demo company has e-mail addresses, ratings, scheduled messages, internal chats and mails, and is created once", async () => {
  const options = { passwordHash: "x", files: openDiskFileStore(join(folder, "files")) };
  expect(await seedDemo(own.url, options)).toBe(true);
  expect(await seedDemo(own.url, options)).toBe(false);
  const client = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  const [counted] = await client`
    select (select count(*)::int from contacts where email <> '') as emails,
      (select count(distinct rating)::int from ticket_ratings) as ratings,
      (select count(*)::int from schedules where status = 'pending' and send_at > now() + interval '1 day') as planned,
      (select count(*)::int from schedules) as schedules,
      (select count(*)::int from mails where send_at > now() + interval '1 day') as planned_mails,
      (select array_agg(distinct state::text order by state::text) from mail_recipients) as mail_states`;
  const chats = await client`
    select c.title, u.name as owner, (select string_agg(p.name, ', ' order by m.join_order) from chat_members m
        join users p on p.id = m.user_id where m.chat_id = c.id) as members,
      (select array_agg(t.seq order by t.created_at) from chat_messages t where t.chat_id = c.id) as numbers,
      c.last_seq - (select min(read_seq) from chat_members m where m.chat_id = c.id) as unread
    from chats c join users u on u.id = c.owner_id order by c.updated_at desc`;
  const companies = await client`
    select c.name, p.name as plan, (c.due_date at time zone c.time_zone)::date - (now() at time zone c.time_zone)::date as days
    from companies c left join plans p on p.id = c.plan_id`;
  const announcements = await client`select priority, is_active from announcements order by created_at desc`;
  await client.end();
  const mail_states = ["failed", "sent", "unknown", "waiting"];
  expect(counted).toEqual({ emails: 17, ratings: 3, planned: 4, schedules: 4, planned_mails: 2, mail_states });
  expect(chats).toEqual(
    [
      ["Plantão da loja", "Marina Duarte, Ana Prado, Bia Nogueira", 6, 2],
      ["", "Marina Duarte, Bia Nogueira", 3, 1],
      ["Oficina de sábado", "Marina Duarte, Ana Prado", 2, 0],
    ].map(([title, members, count, unread]) => ({
      ...{ title, owner: "Marina Duarte", members, unread },
      numbers: Array.from({ length: Number(count) }, (_, at) => at + 1),
    })),
  );
  expect(announcements.map((row) => [row.priority, row.is_active])).toEqual([
    [3, false],
    [1, true],
    [2, true],
    [3, true],
  ]);
  expect(companies).toHaveLength(7);
  expect(companies).toContainEqual({ name: "Olaria Serra Azul", plan: null, days: 27 });
  const colours = new Set(companies.map(({ days }) => dueColour(days)));
  expect(colours).toEqual(new Set([null, "yellow", "orange", "red"]));
});

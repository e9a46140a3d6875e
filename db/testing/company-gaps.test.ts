import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type CompanyColumns, companyColumns, companyGaps } from "./company-gaps.ts";

const owner = postgres(inject("ownerUrl"), { max: 1 });
let columns: CompanyColumns;
beforeAll(async () => {
  columns = await companyColumns(owner);
});
afterAll(() => owner.end());

test.each([
  ["a value", "select id from tickets where company_id = $1 and id = $2"],
  ["the company itself", "select name from companies where id = $1"],
  [
    "several tables by one value",
    "select 1 from tickets t join users u on u.company_id = t.company_id and u.id = t.user_id where t.company_id = $1",
  ],
  [
    "a subquery that Postgres turns into a join",
    "select 1 from tickets t where company_id = $1 and exists (select 1 from messages m where m.company_id = t.company_id and m.ticket_id = t.id)",
  ],
  [
    "a subquery by its own value",
    "select (select count(*) from messages where company_id = $1 and ticket_id = t.id) from tickets t where t.company_id = $1",
  ],
  [
    "a table on the other side of a left join",
    "select u.name from tickets t left join users u on u.company_id = t.company_id and u.id = t.user_id where t.company_id = $1",
  ],
  [
    "rows of a list",
    "with picked as (select id from tickets where company_id = $1 limit 3) update messages m set ack = 1 from picked where m.company_id = $1 and m.ticket_id = picked.id",
  ],
  ["an insert", "insert into tags (company_id, id, name, color) values ($1, $2, $3, $4) on conflict do nothing"],
  ["a partitioned table", "delete from changes where company_id = $1 and rev < $2"],
  ["no table of a company", "select now(), $1::text"],
])("a statement with the company's condition passes: %s", async (_what, text) => {
  expect(await companyGaps(owner, text, columns)).toEqual([]);
});

test.each([
  ["a row by its id alone", "select id from tickets where id = $1", ["tickets"]],
  ["a change by its id alone", "update tickets set status = 'open' where id = $1", ["tickets"]],
  ["rows by their age alone", "delete from inbox where done_at < $1", ["inbox"]],
  ["a company by its name", "select id from companies where name = $1", ["companies"]],
  [
    "a joined table by its id alone",
    "select 1 from tickets t join users u on u.id = t.user_id where t.company_id = $1",
    ["users"],
  ],
  [
    "two tables of the same company, whichever it is",
    "select 1 from tickets t join users u on u.company_id = t.company_id and u.id = t.user_id",
    ["tickets", "users"],
  ],
  [
    "a subquery by another column",
    "select 1 from tickets t where company_id = $1 and exists (select 1 from messages m where m.ticket_id = t.id)",
    ["messages"],
  ],
  [
    "a correlated select by the company of the outer row",
    "select (select count(*) from messages m where m.company_id = t.company_id and m.ticket_id = t.id) from tickets t where t.company_id = $1",
    ["messages"],
  ],
  [
    "a lateral join by the company of the outer row",
    "select last.id from tickets t cross join lateral (select m.id from messages m where m.company_id = t.company_id and m.ticket_id = t.id limit 1) last where t.company_id = $1",
    ["messages"],
  ],
  [
    "a subquery behind a fence by the company of the outer row",
    "select 1 from tickets t where company_id = $1 and exists (select 1 from messages m where m.company_id = t.company_id and m.ticket_id = t.id offset 0)",
    ["messages"],
  ],
  [
    "a table joined to the company of a CTE",
    "with picked as (select company_id, id from tickets where company_id = $1 limit 3) update messages m set ack = 1 from picked where m.company_id = picked.company_id and m.ticket_id = picked.id",
    ["messages"],
  ],
  [
    "a column compared with itself",
    "select (select count(*) from messages where company_id = company_id and ticket_id = t.id) from tickets t where t.company_id = $1",
    ["messages"],
  ],
])("a statement without the company as a value of each table is found: %s", async (_what, text, tables) => {
  expect((await companyGaps(owner, text, columns)).toSorted()).toEqual(tables);
});

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
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

test("the demo company has e-mail addresses, ratings and scheduled messages, and is created once", async () => {
  const given = { passwordHash: "x", filesDir: join(folder, "files") };
  expect(await seedDemo(own.url, given)).toBe(true);
  expect(await seedDemo(own.url, given)).toBe(false);
  const client = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  const [counted] = await client`
    select (select count(*)::int from contacts where email <> '') as emails,
      (select count(distinct rating)::int from ticket_ratings) as ratings,
      (select count(*)::int from schedules where status = 'pending' and send_at > now() + interval '1 day') as planned,
      (select count(*)::int from schedules) as schedules`;
  await client.end();
  expect(counted).toEqual({ emails: 17, ratings: 3, planned: 4, schedules: 4 });
});

import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../index.ts";
import { openOwnDatabase } from "../testing/own-database.ts";

function given() {
  const name = `hears ${randomUUID().slice(0, 8)}`;
  const database = openDatabase(inject("databaseUrl"), { max: 2, name });
  onTestFinished(() => database.close());
  const received: string[] = [];
  const channel = `test_${randomUUID().slice(0, 8)}`;
  const say = (payload: string) => database.platform.execute(sql`select pg_notify(${channel}, ${payload})`);
  return { database, name, channel, received, say };
}

test("a lost listener connection reconnects, receives notifications again and reports the gap", async () => {
  const { database, name, channel, received, say } = given();
  let returns = 0;
  await database.listen(
    channel,
    (payload) => received.push(payload),
    () => (returns += 1),
  );
  await say("antes");
  await expect.poll(() => received).toEqual(["antes"]);
  const own = await openOwnDatabase();
  await own.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name} (listens)'`,
  );
  await own.drop();
  await expect.poll(() => returns).toBe(1);
  await say("depois");
  await expect.poll(() => received).toEqual(["antes", "depois"]);
});

test("an unreadable payload has no effect, and unsubscribed callbacks are not called", async () => {
  const { database, channel, received, say } = given();
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => void warnings.push(message);
  process.on("warning", onWarning);
  onTestFinished(() => void process.off("warning", onWarning));
  const { unlisten } = await database.listen(channel, (payload) => received.push(JSON.parse(payload)));
  await say("{");
  await say('"bom"');
  await expect.poll(() => received).toEqual(["bom"]);
  expect(warnings).toHaveLength(1);
  await unlisten();
  await say('"tarde"');
  // A connection receives notifications in the order of their commits.
  const later: string[] = [];
  await database.listen(`${channel}_later`, (payload) => later.push(payload));
  await database.platform.execute(sql`select pg_notify(${`${channel}_later`}, 'fim')`);
  await expect.poll(() => later).toEqual(["fim"]);
  expect(received).toEqual(["bom"]);
});

test("unlisten does not wait for an unreachable database", async () => {
  const own = await openOwnDatabase();
  const database = openDatabase(own.url, { max: 1, name: "hears nobody" });
  const lost = Promise.withResolvers<void>();
  const { unlisten } = await database.listen(
    "nothing",
    () => {},
    () => {},
    lost.resolve,
  );
  await own.drop();
  await lost.promise;
  await unlisten();
  await database.close();
});

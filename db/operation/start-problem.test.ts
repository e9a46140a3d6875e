import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../index.ts";
import { openOwnDatabase } from "../testing/own-database.ts";
import { MIGRATION_LOCK } from "./migrate.ts";
import { startProblem } from "./start-problem.ts";

async function ownDatabase() {
  const own = await openOwnDatabase();
  onTestFinished(() => own.drop());
  return own;
}

test("a start waits for a migration that runs, and logs it once", async () => {
  const { database } = await ownDatabase();
  const logger = { info: vi.fn() };
  const migrator = await database.connection();
  await migrator.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const onEnd = vi.fn();
  const starting = startProblem(database, logger).finally(onEnd);
  await vi.waitFor(() => expect(logger.info).toHaveBeenCalledOnce());
  expect(logger.info.mock.calls[0]?.[0]).toEqual({ event: "waits_for_migration" });
  expect(onEnd).not.toHaveBeenCalled();
  await migrator.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
  migrator.release();
  expect(await starting).toBeNull();
  expect(logger.info).toHaveBeenCalledOnce();
});

test("a schema or a function of an older version is refused with a sentence, and the owner's user is too", async () => {
  const { database, ownerUrl, asOwner } = await ownDatabase();
  const logger = { info: vi.fn() };
  expect(await startProblem(database, logger)).toBeNull();
  const owner = openDatabase(ownerUrl, { max: 1 });
  onTestFinished(() => owner.close());
  expect(await startProblem(owner, logger)).toMatch(/^DATABASE_URL signs in as/);
  const older = expect.stringMatching(/^The database is of an older version than this program: run `migrate`/);
  const rename = (from: string, to: string) =>
    asOwner(`update drizzle.applied_functions set name = '${to}' where name = '${from}'`);
  await rename("log_ticket", "log_ticket_of_older_version");
  expect(await startProblem(database, logger)).toEqual(older);
  await rename("log_ticket_of_older_version", "log_ticket");
  expect(await startProblem(database, logger)).toBeNull();
  await asOwner("truncate drizzle.__drizzle_migrations");
  expect(await startProblem(database, logger)).toEqual(older);
  expect(logger.info).not.toHaveBeenCalled();
});

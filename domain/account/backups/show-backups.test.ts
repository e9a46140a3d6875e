import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { backupGauges, findBackupPlan, saveBackupEnd, showBackups, takeBackupPlan } from "./index.ts";

const plan = { folder: "/backups", at: "03:00" };
const now = new Date("2026-11-29T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.drop());
beforeEach(() => own.database.asPlatform((db) => db.delete(schema.backupPlan)));

const superUser = {
  ...{ id: "01900000-0000-7000-8000-000000000001", companyId: "01900000-0000-7000-8000-000000000002", name: "Dona" },
  ...{ profile: "admin" as const, isSuper: true, queueIds: [], allTicket: true, allHistoric: true, allUserChat: true },
};
const view = (settings: typeof plan | null, actor = superUser) =>
  own.database.asPlatform((db) => showBackups({ db, now, actor }, settings));

async function givenRun(changes: Partial<typeof schema.backupPlan.$inferInsert> = {}): Promise<void> {
  await own.database.asPlatform((db) => takeBackupPlan(db, { owner: "a", plan, now: hoursAgo(48) }));
  const values = { leaseUntil: new Date(now.getTime() + 60_000), ...changes };
  await own.database.asPlatform((db) => db.update(schema.backupPlan).set(values));
}

test("nothing is planned without settings and without a program that makes backups", async () => {
  expect(await view(null)).toMatchObject({ isPlanned: false, isAlive: false, plan: null, row: null });
  expect(await view(plan)).toMatchObject({ isPlanned: true, isAlive: false, plan, row: null });
});

test("a program that makes backups is a plan, until its lease ends; then only the settings count", async () => {
  await givenRun({ runningSince: hoursAgo(1) });
  expect(await view(null)).toMatchObject({ isPlanned: true, isAlive: true, plan, row: { runningSince: hoursAgo(1) } });
  await givenRun({ runningSince: hoursAgo(1), leaseUntil: hoursAgo(1) });
  expect(await view(null)).toMatchObject({ isPlanned: false, isAlive: false, row: { runningSince: null } });
  expect(await view(plan)).toMatchObject({ isPlanned: true, isAlive: false });
});

test("only super users read it", async () => {
  await expect(view(plan, { ...superUser, isSuper: false })).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
});

test("a company's transaction sees no plan", async () => {
  await givenRun();
  const found = await own.database.company(superUser.companyId, (db) => findBackupPlan(db));
  expect(found).toBeNull();
});

const none = { ageSeconds: null, isGood: null, durationSeconds: null, bytes: null };
const gauges = (settings: typeof plan | null) =>
  backupGauges(own.database, { plan: settings, since: hoursAgo(3), now });

test("metrics: none without a plan; before the first backup the age of the plan", async () => {
  expect(await gauges(null)).toEqual(none);
  expect(await gauges(plan)).toEqual({ ...none, ageSeconds: 3 * 3_600 });
  await givenRun();
  expect(await gauges(null)).toEqual({ ...none, ageSeconds: 48 * 3_600 });
});

test("metrics: a failure keeps the age and the size of the last good backup", async () => {
  await givenRun({ newestAt: hoursAgo(30) });
  const good = { failure: null, bytes: 5_000_000_000, rows: 7, files: 2, linked: 1 };
  await own.database.asPlatform((db) =>
    saveBackupEnd(db, "a", { finishedAt: hoursAgo(29), durationMs: 2_500, ...good }),
  );
  expect(await gauges(plan)).toEqual({ ageSeconds: 30 * 3_600, isGood: 1, durationSeconds: 2.5, bytes: 5e9 });
  const bad = { finishedAt: hoursAgo(1), durationMs: 40, failure: "no_space" as const };
  await own.database.asPlatform((db) => saveBackupEnd(db, "a", bad));
  expect(await gauges(plan)).toEqual({ ageSeconds: 30 * 3_600, isGood: 0, durationSeconds: 0.04, bytes: 5e9 });
});

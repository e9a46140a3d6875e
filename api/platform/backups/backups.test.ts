import { afterAll, beforeAll, expect, test } from "vitest";
import { openMetrics } from "../../../db/index.ts";
import { givenAgent, givenCompany } from "../../../db/testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { saveBackupEnd, saveFoundBackups, takeBackupPlan } from "../../../domain/account/backups/index.ts";
import { givenApp, givenSignedIn } from "../../testing/given-app.ts";
import { openBackupMetrics } from "./metrics.ts";

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.drop());

const plan = { folder: "/backups", at: "03:30" };

test("metrics: /metrics names them, and has no value where nothing is planned", async () => {
  const metrics = openMetrics(own.database);
  openBackupMetrics(metrics, own.database, null);
  const end = { finishedAt: new Date(0), durationMs: 1_000, failure: "no_space" as const };
  await own.database.asPlatform(async (db) => {
    await takeBackupPlan(db, { owner: "a", plan, now: new Date(0) });
    await saveFoundBackups(db, "a", { newestAt: new Date(0), kept: 1 });
    await saveBackupEnd(db, "a", end);
  });
  expect(await metrics.text()).toMatch(/^balcao_backup_age_seconds \d+/m);
  expect(await metrics.text()).toMatch(/^balcao_backup_last_result 0$/m);
  await own.asOwner("update backup_plan set owner = null");
  const text = await metrics.text();
  expect(text).toContain("# TYPE balcao_backup_age_seconds gauge");
  expect(text).not.toMatch(/^balcao_backup_/m);
});

test("GET /backups: super users read the settings of the process; the folder is for nobody else", async () => {
  const given = await givenApp({ backupPlan: plan });
  const { companyId, admin } = await givenCompany();
  const owner = await givenSignedIn(given, await givenAgent({ companyId, profile: "admin", isSuper: true }));
  expect(await owner.get("/backups")).toMatchObject({
    status: 200,
    body: { isPlanned: true, folder: "/backups", at: "03:30", timeZone: "America/Sao_Paulo" },
  });
  const refused = await (await givenSignedIn(given, admin)).get("/backups");
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.not.stringContaining("/backups")]);
  expect((await given.app.request("/backups")).status).toBe(401);
});

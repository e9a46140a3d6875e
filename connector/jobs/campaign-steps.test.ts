import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { type Database, openDatabase, openSequencer, schema } from "../../db/index.ts";
import { givenCompany, giveTo } from "../../db/testing/given.ts";
import { givenConnection } from "../../db/testing/given-chat.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { sendNextRecipient } from "../../domain/marketing/campaigns/index.ts";
import { givenRunning } from "../../domain/marketing/campaigns/testing/given-running.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { campaignSteps } from "./due-work.ts";
import { openDueWork, startDueWork } from "./run-due-work.ts";

const logger = pino({ level: "silent" });

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
});
afterAll(() => own.drop());

const partsOf = (database: Database, campaignPauseMs = 0) => ({
  database,
  logger,
  config: { campaignPauseMs },
  transactions: openCompanyTransactions(database, openSequencer(database), logger),
});

type Parts = ReturnType<typeof partsOf>;
const start = (parts: Parts) => startDueWork([campaignSteps(parts)], parts);
/** Does the due work once. Returns the pause until more may be due. */
const doCampaignWork = (parts: Parts) => openDueWork(campaignSteps(parts), parts).ask();

async function givenCampaign(recipients: number, more: Partial<Parameters<typeof givenRunning>[0]> = {}) {
  const { companyId } = await givenCompany();
  const connectionIds = [await givenConnection(companyId), await givenConnection(companyId)];
  const frozen = { messageInterval: 0, ...more.frozen } as const;
  const campaign = await givenRunning({ companyId, connectionIds, recipients, ...more, frozen });
  const status = async () => {
    const [row] = await own.database.company(companyId, (db) => db.select().from(schema.campaigns));
    return row?.status;
  };
  return { companyId, connectionIds, status, ...campaign };
}

test("two workers send each recipient one message and finish the campaigns of every company", async () => {
  const campaigns = [await givenCampaign(12), await givenCampaign(7)];
  const workers = await Promise.all([1, 2].map(() => start(partsOf(own.database))));
  for (const { accept, status, messages, numbers } of campaigns) {
    await expect
      .poll(async () => {
        await accept();
        return status();
      })
      .toBe("finished");
    const sent = await messages();
    expect(sent).toHaveLength(numbers.length);
    expect(new Set(sent.map(({ contactId }) => contactId)).size).toBe(numbers.length);
  }
  for (const worker of workers) await worker.stop();
});

test("a recipient of a worker that dies gets one message of another worker", async () => {
  const { companyId, campaignId, connectionIds, messages, recipients } = await givenCampaign(1);
  const dying = openDatabase(own.url, { max: 2, name: "dying worker" });
  const [isWritten, isDead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const dead = dying
    .company(companyId, async (db) => {
      const place = { campaignId, connectionId: connectionIds[0] ?? "" };
      await sendNextRecipient({ db, companyId, now: testNow() }, place);
      isWritten.resolve();
      await isDead.promise;
    })
    .catch((error: unknown) => error);
  await isWritten.promise;
  await own.asOwner("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dying worker'");
  await doCampaignWork(partsOf(own.database));
  expect(await messages()).toHaveLength(1);
  expect((await recipients()).map(({ state }) => state)).toEqual(["sent"]);
  isDead.resolve();
  expect(await dead).toBeInstanceOf(Error);
  await dying.close({ atOnce: true });
});

test("a worker sleeps until the next moment, at most three seconds", async () => {
  const { accept, messages, status } = await givenCampaign(2, { frozen: { messageInterval: 5 } });
  const parts = partsOf(own.database);
  // Both connections send, and what was done may make more due.
  expect(await doCampaignWork(parts)).toBe(0);
  expect(await messages()).toHaveLength(2);
  await accept();
  expect([await doCampaignWork(parts), await status()]).toEqual([0, "finished"]);
  expect(await doCampaignWork(parts)).toBe(3_000);
  const paced = await givenCampaign(4);
  const slow = partsOf(own.database, 700);
  expect(await doCampaignWork(slow)).toBe(0);
  await paced.accept();
  const pauseMs = await doCampaignWork(slow);
  expect(pauseMs).toBeGreaterThan(0);
  expect(pauseMs).toBeLessThanOrEqual(700);
});

test("a scheduled campaign starts when it is due, and one that fails does not stop the others", async () => {
  const scheduled = await givenCampaign(1, { campaign: { status: "scheduled", scheduledAt: new Date(0) } });
  const broken = await givenCampaign(1, { campaign: { window: { days: [], start: "", end: "" } } });
  const healthy = await givenCampaign(1);
  await doCampaignWork(partsOf(own.database));
  // Its time passed long ago.
  expect(await scheduled.status()).toBe("cancelled");
  expect([await broken.messages(), (await healthy.messages()).length]).toEqual([[], 1]);
});

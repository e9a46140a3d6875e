import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueue, type Jobs, openWorker } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { givenDesk } from "../testing/given-desk.ts";
import { startJobs } from "./jobs.ts";

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.drop());

test("a job of a worker that died is run by another worker", async () => {
  const { companyId, connectionId } = await givenDesk(own.database);
  const job = { companyId, connectionId, messageId: randomUUID() };
  await own.database.company(companyId, (tx) => enqueue(tx, "media.fetch", job));
  const dead = await openWorker(own.url, () => {});
  expect(await dead.fetch("media.fetch")).toMatchObject([{ data: job, heartbeatSeconds: 15 }]);
  await dead.stop({ graceful: false });
  await own.asOwner("update pgboss.job set heartbeat_on = now() - interval '16 seconds' where name = 'media.fetch'");
  const done: Jobs["media.fetch"][] = [];
  const media = { fetch: async (data: Jobs["media.fetch"]) => void done.push(data), giveUp: async () => {} };
  const logger = pino({ level: "silent" });
  const jobs = await startJobs({ url: own.url, database: own.database, media, logger });
  await expect.poll(() => done, { timeout: 40_000, interval: 200 }).toEqual([job]);
  await jobs.stop();
}, 60_000);

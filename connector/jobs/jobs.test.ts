import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { enqueue, type Jobs, openWorker, schema } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { givenConnection } from "../testing/given-connection.ts";
import { startJobs } from "./jobs.ts";

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.drop());

test("a job of a worker that died is run by another worker", async () => {
  const { companyId, connectionId } = await givenConnection(own.database);
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
  await expect.poll(() => done, { interval: 200 }).toEqual([job]);
  await jobs.stop();
});

test.each([
  ["deactivated", { isActive: false }],
  ["suspended", { dueDate: new Date(testTime() - 31 * 86_400_000) }],
])(
  "media jobs and imports of a %s company rest, and use up no attempt",
  async (_state, change) => {
    const [resting, working] = [await givenConnection(own.database), await givenConnection(own.database)];
    await own.database.company(resting.companyId, (tx) => tx.update(schema.companies).set(change));
    const done: string[] = [];
    const note = async ({ companyId }: { companyId: string }) => void done.push(companyId);
    for (const { companyId, connectionId } of [resting, working])
      await own.database.company(companyId, async (tx) => {
        await enqueue(tx, "media.fetch", { companyId, connectionId, messageId: randomUUID() });
        await enqueue(tx, "contacts.import", { companyId, importId: randomUUID() });
      });
    const logger = pino({ level: "silent" });
    const media = { fetch: note, giveUp: note };
    const jobs = await startJobs({ url: own.url, database: own.database, media, importContacts: note, logger });
    const waiting = () =>
      own.database.platform.execute<{ name: string; retries: number; later: boolean }>(
        `select name, retry_count as retries, start_after > now() + interval '10 minutes' as later from pgboss.job
       where state = 'created' and data->>'companyId' = '${resting.companyId}' order by name`,
      );
    const isBack = [
      { name: "contacts.import", retries: 0, later: true },
      { name: "media.fetch", retries: 0, later: true },
    ];
    await expect.poll(waiting).toEqual(isBack);
    await expect.poll(() => done).toEqual([working.companyId, working.companyId]);
    await jobs.stop();
  },
  60_000,
);

import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { openOwnDatabase } from "../testing/own-database.ts";

const DAY_MS = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const today = () => Math.floor(testTime() / DAY_MS) * DAY_MS;

async function givenLog() {
  const own = await openOwnDatabase();
  const owner = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await owner.end();
    await own.drop();
  });
  const partitions = async () =>
    owner<{ name: string; begins: string; ends: string }[]>`
      select name, begins::date::text, ends::date::text from change_partitions() order by begins`;
  const givenPartition = (begins: string, ends: string) =>
    owner.unsafe(`create table changes_${begins.replaceAll("-", "")} partition of changes
      for values from ('${begins}T00:00:00Z') to ('${ends}T00:00:00Z')`);
  const keep = (days?: number) =>
    days === undefined ? owner`select keep_change_partitions()` : owner`select keep_change_partitions(${days})`;
  const dropAll = async () => {
    for (const { name } of await partitions()) await owner.unsafe(`drop table ${name}`);
  };
  return { partitions, givenPartition, keep, dropAll };
}

/** The first day of the month after the day. */
function nextMonth(ms: number): string {
  const day = new Date(ms);
  return dayOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1));
}

test("the log has a partition for each day from yesterday to three days ahead, which ends with its month", async () => {
  const { partitions, keep, dropAll } = await givenLog();
  await dropAll();
  await keep();
  const made = await partitions();
  for (let day = -1; day <= 3; day += 1) {
    const at = dayOf(today() + day * DAY_MS);
    const of = made.filter(({ begins, ends }) => begins <= at && at < ends);
    expect(of).toEqual([{ name: expect.any(String), begins: `${at.slice(0, 7)}-01`, ends: nextMonth(Date.parse(at)) }]);
  }
  expect(made.length).toBeLessThanOrEqual(2);
  await keep();
  expect(await partitions()).toEqual(made);
});

test("partitions of single days stay, and the next one begins where they end", async () => {
  const { partitions, givenPartition, keep, dropAll } = await givenLog();
  await dropAll();
  const days = [-1, 0, 1].map((day) => dayOf(today() + day * DAY_MS));
  for (const day of days) await givenPartition(day, dayOf(Date.parse(day) + DAY_MS));
  await keep();
  const made = await partitions();
  expect(made.slice(0, 3).map(({ begins }) => begins)).toEqual(days);
  expect(made[3]).toMatchObject({ begins: dayOf(today() + 2 * DAY_MS), ends: nextMonth(today() + 2 * DAY_MS) });
});

test("a partition is dropped when its last day is older than the log is kept", async () => {
  const { partitions, givenPartition, keep } = await givenLog();
  const agoOf = (days: number) => dayOf(today() - days * DAY_MS);
  await givenPartition(agoOf(300), agoOf(290));
  await givenPartition(agoOf(290), agoOf(280));
  await keep(285);
  const old = (await partitions()).filter(({ begins }) => begins < agoOf(100));
  expect(old.map(({ begins, ends }) => [begins, ends])).toEqual([[agoOf(290), agoOf(280)]]);
});

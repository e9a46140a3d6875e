import { expect, test } from "vitest";
import { nextTurn } from "../../contracts/testing/event-loop.ts";
import { latency } from "../../contracts/testing/latency.ts";
import { inBatches } from "./batches.ts";

const outage = new Error("away");
const isPassing = (error: unknown) => error === outage;

function givenBatches(fail: (items: number[]) => unknown) {
  const done: number[][] = [];
  const errors: unknown[] = [];
  const batches = inBatches<number>(
    async (items) => {
      await latency(1);
      const error = fail(items);
      if (error) throw error;
      done.push(items);
    },
    { isPassing, onError: (error) => void errors.push(error) },
  );
  return { batches, done, errors };
}

test("batches: items that arrive during a run share the next one", async () => {
  const { batches, done } = givenBatches(() => null);
  for (const item of [1, 2]) batches.add(item);
  await expect.poll(() => done.length).toBe(1);
  batches.add(3);
  await batches.settled();
  expect(done).toEqual([[1, 2], [3]]);
});

test("batches: items that fail with a transient error are retried in order", async () => {
  let failures = 0;
  const { batches, done, errors } = givenBatches(() => failures++ < 2 && outage);
  for (const item of [1, 2]) batches.add(item);
  await expect.poll(() => failures).toBe(1);
  batches.add(3);
  await expect.poll(() => done.flat()).toEqual([1, 2, 3]);
  expect(errors).toEqual([]);
});

test("batches: an item that fails by itself is given up without affecting others", async () => {
  const mistake = new Error("a mistake");
  const { batches, done, errors } = givenBatches((items) => items.includes(2) && mistake);
  for (const item of [1, 2, 3]) batches.add(item);
  await batches.settled();
  expect(done).toEqual([[1], [3]]);
  expect(errors).toEqual([mistake]);
});

test("batches: an item that fails by itself once or twice is retried", async () => {
  let failures = 0;
  const { batches, done, errors } = givenBatches(() => failures++ < 2 && new Error("a mistake"));
  batches.add(1);
  await expect.poll(() => done).toEqual([[1]]);
  expect(errors).toEqual([]);
});

test("batches: settled does not wait for items that keep failing", async () => {
  let failures = 0;
  const { batches, errors } = givenBatches(() => {
    failures += 1;
    return outage;
  });
  for (const item of [1, 2]) batches.add(item);
  await expect.poll(() => failures).toBe(1);
  await batches.settled();
  expect(errors).toEqual([outage, outage]);
});

test("batches: add resolves when the item is done or given up, and not when the process only stops", async () => {
  const resolved: string[] = [];
  const record = (name: string) => () => void resolved.push(name);
  const good = givenBatches(() => null);
  const bad = givenBatches(() => new Error("a mistake"));
  const away = givenBatches(() => outage);
  void good.batches.add(1).then(record("done"));
  void bad.batches.add(1).then(record("given up"));
  void away.batches.add(1).then(record("away"));
  await Promise.all([good, bad, away].map(({ batches }) => batches.settled()));
  await nextTurn();
  expect(resolved.toSorted()).toEqual(["done", "given up"]);
});

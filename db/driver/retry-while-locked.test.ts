import { expect, test } from "vitest";
import { retryWhileLocked } from "./retry-while-locked.ts";

const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** Work that fails with the errors in turn, and then succeeds. */
function workThatFails(...errors: Error[]) {
  let runs = 0;
  const work = async () => {
    const error = errors[runs];
    runs += 1;
    if (error) throw error;
    return "done";
  };
  return { work, runs: () => runs };
}

test("work is repeated after a lock timeout and after a deadlock, also as a query builder wraps them", async () => {
  const { work, runs } = workThatFails(coded("55P03"), new Error("Failed query", { cause: coded("40P01") }));
  expect([await retryWhileLocked(work), runs()]).toEqual(["done", 3]);
});

test("another error ends it at once", async () => {
  const { work, runs } = workThatFails(coded("42501"));
  await expect(retryWhileLocked(work)).rejects.toThrow("42501");
  expect(runs()).toBe(1);
});

test("a lock that is not free within the limit ends it with the refusal", async () => {
  const { work, runs } = workThatFails(...Array.from({ length: 50 }, () => coded("55P03")));
  await expect(retryWhileLocked(work, 600)).rejects.toThrow("55P03");
  expect(runs()).toBeGreaterThan(1);
});

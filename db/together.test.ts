import { expect, test } from "vitest";
import { together } from "./together.ts";

test("answers all, in order", async () => {
  expect(await together([Promise.resolve(1), "two", undefined])).toEqual([1, "two", undefined]);
});

test("fails with the first error, and not before every question has ended", async () => {
  let ended = false;
  const slow = new Promise<void>((done) => setTimeout(done, 20)).then(() => {
    ended = true;
  });
  await expect(together([slow, Promise.reject(new Error("refused"))])).rejects.toThrow("refused");
  expect(ended).toBe(true);
});

test("asks a statement once, though it asks whenever it is waited for", async () => {
  let asked = 0;
  const statement: PromiseLike<number> = {
    then: (done, fail) => Promise.resolve(++asked).then(done, fail),
  };
  expect(await together([statement, 2])).toEqual([1, 2]);
});

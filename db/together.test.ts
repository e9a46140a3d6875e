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

import { expect, test } from "vitest";
import { pureTestFiles } from "./test-files.ts";

const pure = pureTestFiles();

test("a test is pure when none of its imports reaches the database", () => {
  expect(pure).toContain("contracts/hours.test.ts");
  expect(pure).toContain("bin/checks/check-commits.test.ts");
});

test.each([
  ["through its imports", "domain/account/billing/subscribe.test.ts"],
  ["as a test of db/", "db/testing/check-statements.test.ts"],
  ["by an address that the run's set-up gives", "proof/chaos/in-process.test.ts"],
])("a test that reaches the database %s is not", (_how, file) => {
  expect(pure).not.toContain(file);
});

test("component tests are none of them", () => {
  expect(pure.filter((file) => file.endsWith(".tsx"))).toEqual([]);
  expect(pure.length).toBeGreaterThan(200);
});

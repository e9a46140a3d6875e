import { afterAll, afterEach, expect, inject } from "vitest";
import "./allow-own-statements.ts";
import { keepStatements } from "./check-company-conditions.ts";
import "./check-statements.ts";
import { giveTo } from "./given.ts";
import { describeTimeout } from "./report-timeout.ts";

/**
 * Runs before each test file with a database. The imported files watch what this process sends through `pg`; they are
 * loaded once in a process, while this file runs again for each of its test files.
 */
afterEach(async ({ task }) => {
  const report = await describeTimeout(task, inject("ownerUrl"));
  if (report) process.stderr.write(report);
});
afterAll(() => {
  giveTo(null);
  keepStatements(expect.getState().testPath ?? "", inject("statementsPath"));
});

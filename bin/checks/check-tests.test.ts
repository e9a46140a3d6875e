import { expect, test } from "vitest";
import { brokenRules, needlessReasons, rules } from "./check-tests.ts";

test.each([
  ["await new Promise((resolve) => setTimeout(resolve, 50));", [1]],
  ["await new Promise<void>((done) => setTimeout(done, 50));", [1]],
  ["const turn = () => new Promise((resolve) => setTimeout(resolve));", [1]],
  ["first();\nawait new Promise((resolve) => {\n  setTimeout(resolve, 50);\n});", [2]],
  ["await new Promise<void>((resolve: () => void) => setTimeout(() => resolve(), 50));", [1]],
  ["await new Promise((resolve) => void setTimeout(resolve, 50));", [1]],
  ["await new Promise((resolve) => window.setTimeout(resolve, 50));", [1]],
  ['import { setTimeout as pause } from "node:timers/promises";', [1]],
  ['const { setTimeout: pause } = await import("timers/promises");', [1]],
  ["await page.waitForTimeout(500);", [1]],
  ["await quietFor(100);", [1]],
  ["const now = new Date();\nconst later = Date.now() + 1;", [1, 2]],
  ["const at = new Date(0);\nvi.spyOn(Date, 'now');\nconst now = testNow();", []],
  ["await latency(100);", []],
  ["silence = setTimeout(() => socket.destroy(), silenceMs);", []],
  ["vi.spyOn(history, 'go').mockImplementation((by) => void setTimeout(() => go(by), 2_000));", []],
  ["await new Promise((resolve) => server.once('listening', resolve));", []],
  ["await new Promise((resolve) => setImmediate(resolve));", []],
  ["await Promise.race([work, new Promise((_, reject) => setTimeout(reject, 50))]);", []],
  ["await vi.waitFor(() => expect(seen).toEqual([1]), { timeout: 500 });", [1]],
  ["await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(1);", [1]],
  ["await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(1);", []],
  ["await sql.end({ timeout: 5 });", []],
  ["await expect.poll(() => seen.length, { interval: 5 }).toBe(1);", []],
])("%j breaks a rule on the lines %j", (source, lines) => {
  expect(brokenRules("domain/desk/tickets/a.test.ts", source).map(({ line }) => line)).toEqual(lines);
});

test("journeys and the helpers of tests may read the clock of their process", () => {
  for (const file of ["proof/journeys/administration/tags.test.ts", "db/testing/given.ts"])
    expect(brokenRules(file, "const now = new Date();")).toEqual([]);
});

test("a file that is listed with a reason may break that rule and no other", () => {
  const [file = ""] = rules.flatMap(({ message, allowed }) =>
    message.startsWith("quietFor()") ? Object.keys(allowed) : [],
  );
  const source = "await quietFor(100);\nawait page.waitForTimeout(500);";
  expect(brokenRules(file, source).map(({ line }) => line)).toEqual([2]);
});

test("a reason is reported when its file breaks the rule no more", () => {
  const files = rules.flatMap(({ allowed }) => Object.keys(allowed));
  expect(needlessReasons(() => "")).toEqual(files);
});

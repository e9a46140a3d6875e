import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Modules that reach other machines are refused by the dependency rules (`bin/checks/lint-deps.ts`). */
const outsideOnly = /\bprocess\.env\b|(?<![\w.])fetch\(|\bnew (?:WebSocket|EventSource)\b/;

test("no file of the domain reads the environment or sends a request: that is `outside`", () => {
  const files = globSync("domain/**/*.ts", { exclude: ["**/*.test.ts", "**/testing/**", "domain/testing.ts"] });
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => outsideOnly.test(readFileSync(file, "utf8")))).toEqual([]);
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journeysOf, nearestTests } from "./changed-tests.ts";

test("the tests nearest to a changed file are its own and those of its importers", () => {
  const { near, further } = nearestTests(["domain/desk/tickets/close-ticket.ts"]);
  expect(near).toContain("domain/desk/tickets/close-ticket.test.ts");
  expect(near.length).toBeLessThanOrEqual(32);
  expect(further).toBeGreaterThan(0);
});

test("a changed test is run itself", () => {
  expect(nearestTests(["bin/last-test.test.ts"])).toEqual({ near: ["bin/last-test.test.ts"], further: 0 });
});

test("a changed document or text runs the tests that read it", () => {
  expect(nearestTests(["README.md"]).near).toEqual(["bin/checks/docs.test.ts", "bin/checks/decisions.test.ts"]);
  expect(nearestTests(["pwa/i18n/messages/ui.pt.json"]).near).toEqual(["pwa/i18n/messages.test.ts"]);
  expect(nearestTests(["pwa/screens/tags/index.tsx"]).near).toContain("pwa/ui/layers.test.ts");
});

test("each test that reads changed files as text exists", () => {
  const all = [".md", "db/a.ts", "pwa/a.json", "pwa/a.tsx"].flatMap((file) => nearestTests([file]).near);
  expect(all.filter((file) => !existsSync(join(import.meta.dirname, "..", file)))).toEqual([]);
});

test("a changed screen runs the journey of its name, and a changed journey itself", () => {
  expect(journeysOf(["pwa/screens/tags/index.tsx"])).toContain("proof/journeys/administration/tags.test.ts");
  expect(journeysOf(["proof/journeys/device/offline.test.ts"])).toEqual(["proof/journeys/device/offline.test.ts"]);
  expect(journeysOf(["domain/desk/tickets/close-ticket.ts"])).toEqual([]);
});

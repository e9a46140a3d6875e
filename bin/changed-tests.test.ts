import { expect, test } from "vitest";
import { journeysOf, nearestTests } from "./changed-tests.ts";

test("the tests nearest to a changed file are its own and those of its importers", () => {
  const { near, further } = nearestTests(["domain/desk/tickets/close-ticket.ts"]);
  expect(near).toContain("domain/desk/tickets/close-ticket.test.ts");
  expect(near.length).toBeLessThanOrEqual(30);
  expect(further).toBeGreaterThan(0);
});

test("a changed test is run itself, and a changed document needs no test", () => {
  expect(nearestTests(["domain/desk/tickets/close-ticket.test.ts"])).toEqual({
    near: ["domain/desk/tickets/close-ticket.test.ts"],
    further: 0,
  });
  expect(nearestTests(["README.md"]).near).toEqual([]);
});

test("a changed screen runs the journey of its name, and a changed journey itself", () => {
  expect(journeysOf(["pwa/screens/tags/index.tsx"])).toContain("proof/journeys/administration/tags.test.ts");
  expect(journeysOf(["proof/journeys/device/offline.test.ts"])).toEqual(["proof/journeys/device/offline.test.ts"]);
  expect(journeysOf(["domain/desk/tickets/close-ticket.ts"])).toEqual([]);
});

import { expect, test } from "vitest";
import { monthsIn } from "../parts/months-in.ts";
import { essential, givenPlan, givenSubscription, professional } from "../testing/given-billing.ts";
import { exceededBy, plansToShow } from "./plan-fit.ts";

test("plan fit: a plan is too small for each kind of which more is used than it allows", () => {
  const used = (users: number, connections: number, queues: number) =>
    givenSubscription({
      usage: {
        users: { used: users, limit: 12 },
        connections: { used: connections, limit: 6 },
        queues: { used: queues, limit: 10 },
        storageGb: { used: 45, limit: 50 },
      },
    });
  expect(exceededBy(essential, used(3, 1, 5))).toEqual([]);
  expect(exceededBy(essential, used(4, 1, 6))).toEqual(["users", "queues"]);
});

test("plan fit: an exception of the company stays in any plan", () => {
  const usage = {
    users: { used: 20, limit: 30 },
    connections: { used: 1, limit: null },
    queues: { used: 6, limit: 10 },
    storageGb: { used: 0, limit: 50 },
  };
  expect(exceededBy(essential, givenSubscription({ usage }))).toEqual(["queues"]);
});

test("plan fit: without a present plan only the chosen plan counts", () => {
  const usage = {
    users: { used: 4, limit: null },
    connections: { used: 0, limit: null },
    queues: { used: 0, limit: null },
    storageGb: { used: 0, limit: null },
  };
  expect(exceededBy(essential, givenSubscription({ plan: null, usage }))).toEqual(["users"]);
});

test("plans to show: the present plan is offered also when it is no longer public, cheapest first", () => {
  const old = givenPlan(7, { name: "Antigo", value: 99 });
  expect(plansToShow([professional, essential], old).map(({ name }) => name)).toEqual([
    "Antigo",
    "Essencial",
    "Profissional",
  ]);
  expect(plansToShow([professional, essential], professional)).toHaveLength(2);
});

test("an invoice pays as many months as the recurrence has", () => {
  expect(["MENSAL", "TRIMESTRAL", "ANUAL"].map(monthsIn)).toEqual([1, 3, 12]);
});

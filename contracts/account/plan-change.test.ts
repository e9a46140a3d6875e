import { expect, test } from "vitest";
import type { Recurrence } from "./companies.ts";
import { type PlanChange, paidDaysLeft, planChange } from "./plan-change.ts";

const plan = (valueCents: number) => ({ id: `plan-${valueCents}`, valueCents });
const [small, team, big] = [plan(12_990), plan(22_990), plan(34_990)];
type Row = [what: string, from: typeof small | null, to: typeof small, recurrence: Recurrence, expected: PlanChange];

test.each<Row>([
  ["a bigger plan", small, team, "MENSAL", { differenceCents: 10_000, chargedCents: 22_990, pays: { months: 1 } }],
  ["a smaller plan", big, small, "MENSAL", { differenceCents: -22_000, chargedCents: 12_990, pays: { months: 1 } }],
  ["the same plan", team, team, "MENSAL", { differenceCents: 0, chargedCents: 22_990, pays: { months: 1 } }],
  ["two months", small, team, "BIMESTRAL", { differenceCents: 10_000, chargedCents: 45_980, pays: { months: 2 } }],
  ["three months", small, team, "TRIMESTRAL", { differenceCents: 10_000, chargedCents: 68_970, pays: { months: 3 } }],
  [
    "six months, less",
    team,
    small,
    "SEMESTRAL",
    { differenceCents: -10_000, chargedCents: 77_940, pays: { months: 6 } },
  ],
  ["a year", small, team, "ANUAL", { differenceCents: 10_000, chargedCents: 275_880, pays: { months: 12 } }],
  ["no plan so far", null, team, "MENSAL", { differenceCents: null, chargedCents: 22_990, pays: { months: 1 } }],
])(
  "with an open invoice, %s costs the chosen plan's price for the invoice's recurrence",
  (_what, from, to, recurrence, expected) => {
    const invoice = { planId: from?.id ?? null, valueCents: from?.valueCents ?? 0, recurrence };
    expect(planChange({ present: from, chosen: to, invoice, paidDays: 20 })).toEqual(expected);
  },
);

test("an invoice of the chosen plan keeps its amount, also when the plan's price has changed since", () => {
  const invoice = { planId: team.id, valueCents: 19_990, recurrence: "MENSAL" as const };
  expect(planChange({ present: team, chosen: team, invoice, paidDays: 5 }).chargedCents).toBe(19_990);
});

test.each<[what: string, from: typeof small | null, to: typeof small, paidDays: number, expected: PlanChange]>([
  ["a year ahead", small, team, 365, { differenceCents: 10_000, chargedCents: 120_000, pays: { days: 365 } }],
  ["30 days", small, team, 30, { differenceCents: 10_000, chargedCents: 9_863, pays: { days: 30 } }],
  ["the last day", small, team, 1, { differenceCents: 10_000, chargedCents: 329, pays: { days: 1 } }],
  ["no paid day", small, team, 0, { differenceCents: 10_000, chargedCents: 0, pays: null }],
  ["a cheaper plan", big, team, 90, { differenceCents: -12_000, chargedCents: 0, pays: null }],
  ["the same price", team, team, 90, { differenceCents: 0, chargedCents: 0, pays: null }],
  ["no plan so far", null, team, 90, { differenceCents: null, chargedCents: 0, pays: null }],
])(
  "without an invoice, a bigger plan costs the difference of the paid days: %s",
  (_what, present, chosen, paidDays, expected) => {
    expect(planChange({ present, chosen, invoice: null, paidDays })).toEqual(expected);
  },
);

test.each([
  ["today is the last one", "2026-12-18", false, 1],
  ["the days of another month", "2027-01-18", false, 32],
  ["none after the due date", "2026-12-17", false, 0],
  ["none on trial", "2026-12-20", true, 0],
])("the days that are paid: %s", (_what, paidTo, isTrial, expected) => {
  expect(paidDaysLeft({ today: "2026-12-18", paidTo, isTrial })).toBe(expected);
});

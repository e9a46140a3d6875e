import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testNow } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { giveTo, testDatabase } from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { createDueInvoices, sendReminders } from "./index.ts";
import { givenBilledCompany, givenInvoices, invoicesOf } from "./testing/given-billing.ts";

/** The jobs create invoices and reminders of every company. */
let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
});
afterAll(() => own.drop());

const noon = (day: string) => new Date(`${day}T15:00:00Z`);
const create = (day: string) => createDueInvoices(testDatabase(), noon(day));

test("an invoice is created 20 days before the due date, once, also by two workers at once", async () => {
  const { companyId, plan } = await givenBilledCompany("2026-12-18");
  await create("2026-11-27");
  expect(await invoicesOf(companyId)).toEqual([]);
  await Promise.all([create("2026-11-28"), create("2026-11-28")]);
  await create("2026-12-30");
  expect(await invoicesOf(companyId)).toMatchObject([
    {
      ...{ detail: `${plan.name} · dezembro`, valueCents: 34_990, planId: plan.id, status: "open" },
      ...{ period: "2026-12-18", dueDate: "2026-12-18", recurrence: "MENSAL" },
    },
  ]);
});

test("the amount is the plan's price for all months of the recurrence", async () => {
  const { companyId, plan } = await givenBilledCompany("2026-12-31", { recurrence: "ANUAL", dueDay: 31 });
  await create("2026-12-20");
  expect(await invoicesOf(companyId)).toMatchObject([
    { valueCents: 34_990 * 12, detail: `${plan.name} · dezembro (12 meses)` },
  ]);
});

test("companies without a plan, with a free plan, inactive or deleted ones get none", async () => {
  const free = await givenPlan({ valueCents: 0 });
  const changes = [{ planId: null }, { planId: free.id }, { isActive: false }, { deletedAt: testNow() }];
  const companies = await Promise.all(changes.map((change) => givenBilledCompany("2026-12-18", change)));
  await create("2026-12-10");
  for (const { companyId } of companies) expect(await invoicesOf(companyId)).toEqual([]);
});

test("reminders are queued 5, 3 and 1 days before and on the day, each once, and none after the payment", async () => {
  const company = await givenBilledCompany("2026-12-18");
  const { companyId } = company;
  const [invoice] = await givenInvoices(company, { dueDay: "2026-12-18" });
  const queued = async () =>
    (
      await testDatabase().company(companyId, (db) =>
        db.select().from(schema.invoiceReminders).where(eq(schema.invoiceReminders.companyId, companyId)),
      )
    ).map(({ daysBefore }) => daysBefore);
  for (const day of ["12", "13", "13", "14", "15", "16", "17", "19"])
    await Promise.all([1, 2].map(() => sendReminders(testDatabase(), noon(`2026-12-${day}`))));
  expect((await queued()).sort()).toEqual([1, 3, 5]);
  // Before eight in the morning there, nothing is sent.
  await sendReminders(testDatabase(), new Date("2026-12-18T10:59:00Z"));
  expect(await queued()).toHaveLength(3);
  await testDatabase().company(companyId, (db) =>
    db
      .update(schema.invoices)
      .set({ status: "paid" })
      .where(eq(schema.invoices.id, invoice?.id ?? "")),
  );
  await sendReminders(testDatabase(), noon("2026-12-18"));
  expect(await queued()).toHaveLength(3);
});

test("a trial gets no reminder in its first 24 hours, and the later ones as usual", async () => {
  const createdAt = noon("2026-12-15");
  const trialEndsAt = noon("2026-12-18");
  const [trial, other] = [
    await givenBilledCompany("2026-12-18", { createdAt, trialEndsAt }),
    await givenBilledCompany("2026-12-18", { createdAt, trialEndsAt: null }),
  ];
  for (const company of [trial, other]) await givenInvoices(company, { dueDay: "2026-12-18" });
  const queued = async ({ companyId }: typeof trial) => {
    const rows = await testDatabase().company(companyId, (db) =>
      db.select().from(schema.invoiceReminders).where(eq(schema.invoiceReminders.companyId, companyId)),
    );
    return rows.map(({ daysBefore }) => daysBefore).sort();
  };
  for (const at of ["2026-12-15T15:01:00Z", "2026-12-16T14:59:00Z"]) await sendReminders(testDatabase(), new Date(at));
  expect([await queued(trial), await queued(other)]).toEqual([[], [3]]);
  await sendReminders(testDatabase(), noon("2026-12-17"));
  expect([await queued(trial), await queued(other)]).toEqual([[1], [1, 3]]);
});

import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { testDatabase } from "../../../db/testing/given.ts";
import { checkOpenCharges } from "./index.ts";
import {
  chargesOf,
  confirm,
  givenBilledCompany,
  givenCharge,
  givenInvoices,
  invoicesOf,
} from "./testing/given-billing.ts";
import { openMemoryProvider } from "./testing/memory-provider.ts";

const { charges, paymentEvents } = schema;
const DAY_MS = 86_400_000;

async function givenOpenCharge() {
  const company = await givenBilledCompany("2026-12-18");
  const [invoice] = await givenInvoices(company, { dueDay: "2026-12-18" });
  if (!invoice) throw new Error("no invoice");
  const driver = openMemoryProvider();
  const charge = await givenCharge(invoice, driver.name, driver.provider);
  const errors: string[] = [];
  const check = (now = testNow()) =>
    checkOpenCharges(
      {
        database: testDatabase(),
        payments: { pix: null, confirming: { [driver.name]: driver.provider } },
        onError: (_error, chargeId) => void errors.push(chargeId),
      },
      now,
    );
  return { ...company, driver, charge, errors, check };
}

const eventsOfCharge = (providerId: string) =>
  testDatabase().asPlatform((db) => db.select().from(paymentEvents).where(eq(paymentEvents.providerId, providerId)));

const jobsOf = (eventId: string) =>
  testDatabase().platform.execute(
    sql`select id from pgboss.job where name = 'payments.confirm' and data->>'eventId' = ${eventId}`,
  );

test("a payment whose webhook never came pays the invoice, also when it is read twice", async () => {
  const { companyId, driver, charge, check } = await givenOpenCharge();
  await check();
  expect(await eventsOfCharge(charge.providerId)).toEqual([]);
  await driver.pay(charge.providerId);
  await check();
  await check();
  const [event, ...others] = await eventsOfCharge(charge.providerId);
  expect(others).toEqual([]);
  expect(await jobsOf(event?.id ?? "")).toHaveLength(1);
  await confirm(driver.name, driver.provider, event?.id ?? "");
  expect(await invoicesOf(companyId)).toMatchObject([{ status: "paid", paidWith: driver.name }]);
});

test("a charge that failed at the provider is closed; one that cannot be read is reported and stays open", async () => {
  const { companyId, driver, charge, errors, check } = await givenOpenCharge();
  driver.setDown(true);
  await check();
  expect(errors).toContain(charge.id);
  expect(await chargesOf(companyId)).toMatchObject([{ status: "open" }]);
  driver.setDown(false);
  await driver.fail(charge.providerId);
  await check();
  expect(await chargesOf(companyId)).toMatchObject([{ status: "failed" }]);
});

test("a charge of eleven days ago is not read", async () => {
  const { companyId, driver, charge, check } = await givenOpenCharge();
  await testDatabase().company(companyId, (db) =>
    db
      .update(charges)
      .set({ createdAt: new Date(testTime() - 11 * DAY_MS) })
      .where(eq(charges.companyId, companyId)),
  );
  await driver.pay(charge.providerId);
  await check();
  expect(await eventsOfCharge(charge.providerId)).toEqual([]);
});

test("an event that lost its job is enqueued again after six hours", async () => {
  const { check } = await givenOpenCharge();
  const [fresh, lost] = [randomUUID(), randomUUID()];
  const row = (id: string, hours: number) => {
    const at = new Date(testTime() - hours * 3_600_000);
    return { id, provider: "asaas" as const, eventId: id, providerId: id, createdAt: at, updatedAt: at };
  };
  await testDatabase().asPlatform((db) => db.insert(paymentEvents).values([row(fresh, 1), row(lost, 7)]));
  await check();
  expect([await jobsOf(fresh), await jobsOf(lost)].map((jobs) => jobs.length)).toEqual([0, 1]);
});

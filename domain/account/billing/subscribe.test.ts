import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SubscriptionInput } from "../../../contracts/account/billing.ts";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { latency } from "../../../contracts/testing/latency.ts";
import { schema } from "../../../db/index.ts";
import { testDatabase } from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import type { PaymentProvider } from "../../../outside/payments/index.ts";
import { type Payments, readPayments } from "../../../outside/payments/index.ts";
import { acting, onCompany, refusal } from "../../testing.ts";
import { CHARGES_PER_HOUR } from "./charge-rows.ts";
import { endChargeAtProvider, markInvoicePaid, subscribe, voidInvoice } from "./index.ts";
import {
  type BilledCompany,
  chargesOf,
  companyOf,
  givenBilledCompany,
  givenInvoices,
  invoicesOf,
} from "./testing/given-billing.ts";
import { openMemoryProvider } from "./testing/memory-provider.ts";

const { pix } = readPayments({ PIX_KEY: "conta@balcao.example", PIX_NAME: "Balcão", PIX_CITY: "São Paulo" });
const billing = {
  name: "Marina Duarte",
  street: "Rua 1",
  city: "BH",
  state: "MG",
  zipCode: "30110",
  country: "BR" as const,
};

async function givenDue() {
  const company = await givenBilledCompany("2026-12-18");
  const [invoice] = await givenInvoices(company, { dueDay: "2026-12-18" });
  if (!invoice) throw new Error("no invoice");
  const driver = openMemoryProvider();
  const payments: Payments = { pix, confirming: { asaas: driver.provider } };
  const pay = (input: Partial<SubscriptionInput> = {}, actor = company.admin, on = payments) =>
    subscribe(
      {
        payments: on,
        act: (work) => acting(actor, work),
        returnUrl: "https://balcao.example/financeiro",
        webhookUrl: (name) => `https://balcao.example/webhooks/${name}`,
        onUnavailable: () => {},
      },
      { invoiceId: invoice.id, planId: null, billing, ...input },
    );
  return { ...company, invoice, driver, pay };
}

test("offers a page and the static Pix, stores the address, and uses open charges again", async () => {
  const { companyId, pay, driver } = await givenDue();
  const first = await pay();
  expect(first).toMatchObject({ amountCents: 34_990, unavailable: [], options: { asaas: { kind: "page" } } });
  expect(first.options.pix).toMatchObject({ kind: "code", code: expect.stringContaining("5406349.90") });
  expect(await pay()).toEqual(first);
  expect(await chargesOf(companyId)).toHaveLength(2);
  expect((await companyOf(companyId)).billing).toEqual(billing);
  // A charge that is over at the provider is replaced.
  const charge = (await chargesOf(companyId)).find(({ provider }) => provider === "asaas");
  await driver.fail(charge?.providerId ?? "");
  expect((await pay()).options.asaas).not.toEqual(first.options.asaas);
});

test("a provider that is down is listed; without any way to pay it is refused", async () => {
  const { companyId, pay, driver, admin } = await givenDue();
  driver.setDown(true);
  expect(await pay()).toMatchObject({ unavailable: ["asaas"], options: { pix: { kind: "code" } } });
  const onlyAsaas = { pix: null, confirming: { asaas: driver.provider } };
  expect(await refusal(pay({}, admin, onlyAsaas))).toMatchObject({ code: "ERR_NO_PAYMENT_OPTION" });
  const failed = (await chargesOf(companyId)).filter(({ provider }) => provider === "asaas");
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(["failed"]));
});

test("a chosen plan has a charge of its own; the invoice and the company keep theirs until it is paid", async () => {
  const { companyId, plan, pay, invoice } = await givenDue();
  const larger = await givenPlan({ name: `Grande ${randomUUID()}`, valueCents: 99_900 });
  expect(await pay({ planId: larger.id })).toMatchObject({ amountCents: 99_900 });
  expect((await invoicesOf(companyId))[0]).toMatchObject({
    ...{ valueCents: invoice.valueCents, planId: plan.id, detail: invoice.detail },
  });
  expect((await chargesOf(companyId)).map(({ amountCents, planId }) => ({ amountCents, planId }))).toContainEqual({
    ...{ amountCents: 99_900, planId: larger.id },
  });
  // The invoice's own plan is still payable, with its own charge.
  expect(await pay()).toMatchObject({ amountCents: invoice.valueCents });
  expect((await companyOf(companyId)).planId).toBe(plan.id);
});

test("a plan that is too small, free, not public or unknown is refused", async () => {
  const { pay } = await givenDue();
  const [small, free, hidden] = [
    await givenPlan({ users: 2 }),
    await givenPlan({ valueCents: 0 }),
    await givenPlan({ isPublic: false }),
  ];
  expect(await refusal(pay({ planId: small.id }))).toEqual({
    code: "ERR_PLAN_TOO_SMALL",
    details: { kind: "users", used: 4, limit: 2 },
  });
  for (const planId of [free.id, hidden.id, randomUUID()])
    expect(await refusal(pay({ planId }))).toMatchObject({ code: "ERR_NO_PLAN_FOUND" });
});

test("agents, another company's invoice and a void invoice are refused", async () => {
  const { companyId, owner, ana, invoice, pay } = await givenDue();
  const other = await givenDue();
  expect(await refusal(pay({}, ana))).toMatchObject({ code: "ERR_NO_PERMISSION" });
  expect(await refusal(pay({ invoiceId: other.invoice.id }))).toMatchObject({ code: "ERR_NO_INVOICE_FOUND" });
  await onCompany(owner, companyId, (ctx) => voidInvoice(ctx, invoice.id, "a pedido"));
  expect(await refusal(pay())).toMatchObject({ code: "ERR_INVOICE_STATE" });
});

test("a super user marks an invoice as paid once; an admin may not", async () => {
  const { companyId, owner, admin, invoice } = await givenDue();
  const now = new Date("2026-12-01T15:00:00Z");
  const mark = (actor: BilledCompany["owner"]) =>
    onCompany(actor, companyId, (ctx) => markInvoicePaid(ctx, invoice.id, "Pix recebido"), now);
  expect(await refusal(mark(admin))).toMatchObject({ code: "ERR_NO_PERMISSION" });
  expect(await mark(owner)).toMatchObject({ status: "paid", paidWith: "manual", reason: "Pix recebido" });
  expect(await refusal(mark(owner))).toMatchObject({ code: "ERR_INVOICE_STATE" });
  expect((await companyOf(companyId)).due).toBe("2027-01-18");
});

test("a company that uses more than the invoice's plan allows pays only for a plan that fits", async () => {
  const { plan, pay } = await givenDue();
  await testDatabase().asPlatform((db) =>
    db.update(schema.plans).set({ users: 2 }).where(eq(schema.plans.id, plan.id)),
  );
  expect(await refusal(pay())).toEqual({
    code: "ERR_PLAN_TOO_SMALL",
    details: { kind: "users", used: 4, limit: 2 },
  });
  const fitting = await givenPlan({ users: 9, valueCents: 50_000 });
  expect(await pay({ planId: fitting.id })).toMatchObject({ amountCents: 50_000 });
});

// The provider's answer arrives at different moments of the other requests.
test.each([0, 1, 2, 4, 8, 12, 16, 24, 32, 48])(
  "simultaneous requests create one charge at each provider that answers after %i ms",
  async (answerMs) => {
    const { companyId, admin, pay, driver } = await givenDue();
    const createCharge: PaymentProvider["createCharge"] = async (charge) => {
      await latency(answerMs);
      return driver.provider.createCharge(charge);
    };
    const slow = { pix, confirming: { asaas: { ...driver.provider, createCharge } } };
    const answers = await Promise.all(Array.from({ length: 15 }, () => pay({}, admin, slow)));
    for (const { options } of answers) expect(options).toEqual(answers[0]?.options);
    expect((await chargesOf(companyId)).map(({ provider }) => provider).sort()).toEqual(["asaas", "pix"]);
  },
);

/** Runs the jobs that end charges of the company at their providers. */
async function endCharges(companyId: string, payments: Payments, now = testNow()) {
  const jobs = await testDatabase().platform.execute<{ data: { companyId: string; chargeId: string } }>(
    `select data from pgboss.job where name = 'charges.end' and data->>'companyId' = '${companyId}'`,
  );
  for (const { data } of jobs) await endChargeAtProvider({ database: testDatabase(), payments }, data, now);
  return jobs.length;
}

test("another plan ends the charges of the former one, here at once and at the provider by a job", async () => {
  const { companyId, driver, pay } = await givenDue();
  const payments = { pix, confirming: { asaas: driver.provider } };
  await pay();
  const bigger = await givenPlan({ valueCents: 50_000 });
  await pay({ planId: bigger.id });
  const charges = await chargesOf(companyId);
  const statusOf = (cents: number) =>
    charges.filter(({ amountCents }) => amountCents === cents).map(({ status }) => status);
  expect([statusOf(34_990), statusOf(50_000)]).toEqual([
    ["void", "void"],
    ["open", "open"],
  ]);
  const [former, chosen] = [34_990, 50_000].map(
    (cents) =>
      charges.find(({ amountCents, provider }) => amountCents === cents && provider === "asaas")?.providerId ?? "",
  );
  const atProvider = async () => [
    (await driver.provider.readCharge(former ?? ""))?.status,
    (await driver.provider.readCharge(chosen ?? ""))?.status,
  ];
  expect(await atProvider()).toEqual(["open", "open"]);
  driver.setDown(true);
  await expect(endCharges(companyId, payments)).rejects.toThrow("does not answer");
  driver.setDown(false);
  expect(await endCharges(companyId, payments)).toBe(1);
  expect(await atProvider()).toEqual(["void", "open"]);
});

test.each(["paid", "void"] as const)(
  "the open charges of an invoice that is %s end at their providers",
  async (status) => {
    const { companyId, owner, invoice, driver, pay } = await givenDue();
    await pay();
    const settle = status === "paid" ? markInvoicePaid : voidInvoice;
    await onCompany(owner, companyId, (ctx) => settle(ctx, invoice.id, "Pix recebido"));
    const charges = await chargesOf(companyId);
    expect(charges.map((charge) => charge.status)).toEqual(["void", "void"]);
    expect(await endCharges(companyId, { pix, confirming: { asaas: driver.provider } })).toBe(1);
    const charge = charges.find(({ provider }) => provider === "asaas");
    expect(await driver.provider.readCharge(charge?.providerId ?? "")).toMatchObject({ status: "void" });
  },
);

test("a charge that was paid before its end becomes an event", async () => {
  const { companyId, owner, invoice, driver, pay } = await givenDue();
  await pay();
  await onCompany(owner, companyId, (ctx) => voidInvoice(ctx, invoice.id, "a pedido"));
  const charge = (await chargesOf(companyId)).find(({ provider }) => provider === "asaas");
  await driver.pay(charge?.providerId ?? "");
  await endCharges(companyId, { pix, confirming: { asaas: driver.provider } });
  const events = await testDatabase().asPlatform((db) =>
    db
      .select()
      .from(schema.paymentEvents)
      .where(eq(schema.paymentEvents.providerId, charge?.providerId ?? "")),
  );
  expect(events).toMatchObject([{ provider: "asaas", state: "waiting" }]);
});

test("a charge that another request creates is ended later; one of another company is left alone", async () => {
  const { companyId, owner, invoice, driver, pay } = await givenDue();
  driver.setDown(true);
  await pay();
  driver.setDown(false);
  const payments = { pix, confirming: { asaas: driver.provider } };
  const [failed] = (await chargesOf(companyId)).filter(({ provider }) => provider === "asaas");
  if (!failed) throw new Error("no charge");
  await testDatabase().company(companyId, (db) =>
    db.update(schema.charges).set({ status: "open" }).where(eq(schema.charges.id, failed.id)),
  );
  await onCompany(owner, companyId, (ctx) => voidInvoice(ctx, invoice.id, "a pedido"));
  await expect(endCharges(companyId, payments)).rejects.toThrow("is being created");
  expect(await endCharges(companyId, payments, new Date(testTime() + 120_000))).toBe(1);

  const other = await givenDue();
  await other.pay();
  const theirs = (await chargesOf(other.companyId)).find(({ provider }) => provider === "asaas");
  const named = { companyId, chargeId: theirs?.id ?? "" };
  await endChargeAtProvider(
    { database: testDatabase(), payments: { pix, confirming: { asaas: other.driver.provider } } },
    named,
  );
  expect(await other.driver.provider.readCharge(theirs?.providerId ?? "")).toMatchObject({ status: "open" });
});

test("a charge whose invoice ended while the provider created it ends there too", async () => {
  const { companyId, owner, admin, invoice, driver, pay } = await givenDue();
  const slow: PaymentProvider = {
    ...driver.provider,
    async createCharge(charge) {
      await onCompany(owner, companyId, (ctx) => voidInvoice(ctx, invoice.id, "a pedido"));
      return driver.provider.createCharge(charge);
    },
  };
  await pay({}, admin, { pix: null, confirming: { asaas: slow } });
  const [charge] = await chargesOf(companyId);
  expect(charge).toMatchObject({ status: "void", providerId: expect.any(String) });
  // The job of the end may have run before the provider answered; the one that is asserted came with the answer.
  expect(await endCharges(companyId, { pix, confirming: { asaas: driver.provider } })).toBe(2);
  expect(await driver.provider.readCharge(charge?.providerId ?? "")).toMatchObject({ status: "void" });
});

test("an invoice gets at most ten charges at a provider within an hour, and other ways stay", async () => {
  const { companyId, admin, pay, driver } = await givenDue();
  driver.setDown(true);
  for (let tries = 0; tries < CHARGES_PER_HOUR; tries++) await pay();
  expect(await pay()).toMatchObject({ unavailable: ["asaas"], options: { pix: { kind: "code" } } });
  const refused = await refusal(pay({}, admin, { pix: null, confirming: { asaas: driver.provider } }));
  expect(refused).toMatchObject({ code: "ERR_TOO_MANY_ATTEMPTS", details: { retryAfterSeconds: expect.any(Number) } });
  const ofAsaas = (await chargesOf(companyId)).filter(({ provider }) => provider === "asaas");
  expect(ofAsaas).toHaveLength(CHARGES_PER_HOUR);
});

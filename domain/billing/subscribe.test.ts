import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenPlan } from "../../db/testing/given-plan.ts";
import type { SubscriptionInput } from "../../sync/contracts/billing.ts";
import { acting, onCompany, refusal } from "../testing.ts";
import { markInvoicePaid, type Payments, readPayments, subscribe, voidInvoice } from "./index.ts";
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

test("another plan reprices the invoice; the company gets it only with the payment", async () => {
  const { companyId, plan, pay } = await givenDue();
  const larger = await givenPlan({ name: `Grande ${randomUUID()}`, valueCents: 99_900 });
  expect(await pay({ planId: larger.id })).toMatchObject({ amountCents: 99_900 });
  expect((await invoicesOf(companyId))[0]).toMatchObject({ valueCents: 99_900, planId: larger.id });
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

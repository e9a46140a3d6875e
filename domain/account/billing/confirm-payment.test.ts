import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { endOfDay } from "../../../contracts/account/companies.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import { WebhookRefused } from "../../../outside/payments/index.ts";
import { asSuper, atDesk } from "../../testing.ts";
import { listPaymentEvents } from "./index.ts";
import {
  chargesOf,
  companyOf,
  confirm,
  eventsOf,
  givenBilledCompany,
  givenCharge,
  givenInvoices,
  invoicesOf,
  TIME_ZONE,
  takeWebhook,
} from "./testing/given-billing.ts";
import { openMemoryProvider } from "./testing/memory-provider.ts";

const now = new Date("2026-12-01T15:00:00Z");

async function givenPaidCharge(dueDay = "2026-12-18", changes = {}, paidCents?: number) {
  const company = await givenBilledCompany(dueDay, changes);
  const [invoice] = await givenInvoices(company, { dueDay });
  if (!invoice) throw new Error("no invoice");
  const driver = openMemoryProvider();
  const { name, provider } = driver;
  const charge = await givenCharge(invoice, name, provider);
  await driver.pay(charge.providerId, paidCents);
  const deliver = async (options = {}, at = now) => {
    const [id = ""] = await takeWebhook(name, provider, driver.webhook(charge.providerId, options));
    await confirm(name, provider, id, at);
    return (await eventsOf([id]))[0];
  };
  return { ...company, invoice, charge, driver, deliver };
}

test("a confirmed payment pays the invoice, moves the due date, ends the trial and writes the audit", async () => {
  const { companyId, invoice, charge, deliver, plan } = await givenPaidCharge("2026-12-18", { trialEndsAt: now });
  const event = await deliver();
  expect(event).toMatchObject({ state: "done", reason: null, amountCents: 34_990, payerCompanyId: companyId });
  const [paid] = await invoicesOf(companyId);
  expect(paid).toMatchObject({ status: "paid", paidWith: "asaas", paidFrom: "2026-12-19", paidTo: "2027-01-18" });
  expect(await companyOf(companyId)).toMatchObject({
    due: "2027-01-18",
    dueDay: 18,
    planId: plan.id,
    trialEndsAt: null,
  });
  expect((await companyOf(companyId)).dueDate).toEqual(endOfDay("2027-01-18", TIME_ZONE));
  expect((await chargesOf(companyId))[0]).toMatchObject({ id: charge.id, status: "paid", paidAt: now });
  const audit = await testDatabase().asPlatform((db) =>
    db.select().from(schema.auditEntries).where(eq(schema.auditEntries.subjectId, invoice.id)),
  );
  expect(audit).toMatchObject([
    { action: "invoice.paid", subjectCompanyId: companyId, userId: null, changes: { status: ["open", "paid"] } },
  ]);
});

test("the event is logged once as a payment, and a mail to the company is queued", async () => {
  const { companyId, invoice, deliver } = await givenPaidCharge();
  await deliver();
  const logged = await atDesk(companyId, ({ db }) =>
    db.select().from(schema.unnumberedChanges).where(eq(schema.unnumberedChanges.companyId, companyId)),
  );
  const payments = logged.filter(({ collection, partId }) => collection === "invoices" && partId === invoice.id);
  expect(payments.map(({ docId }) => docId)).toEqual([invoice.id]);
  const jobs = await testDatabase().platform.execute<{ data: unknown }>(
    `select data from pgboss.job where name = 'mail.send' and data->>'companyId' = '${companyId}'`,
  );
  expect(jobs).toMatchObject([
    { data: { to: "conta@teste.example", template: "paymentReceived", values: { paidUntil: "2027-01-18" } } },
  ]);
});

test("the list of payment events names company and invoice, and says nothing of a payment of none", async () => {
  const paid = await givenPaidCharge();
  const event = await paid.deliver();
  const [invoice] = await invoicesOf(paid.companyId);
  const owner = await givenAgent({ companyId: paid.companyId, name: "Dona", profile: "admin", isSuper: true });
  const driver = openMemoryProvider();
  const [unknown = ""] = await takeWebhook(driver.name, driver.provider, driver.webhook("of no charge"));
  const listed: Awaited<ReturnType<typeof listPaymentEvents>> = [];
  // Other tests' events are listed, too.
  for (let page = 1; listed.length === (page - 1) * 20; page++)
    listed.push(...(await asSuper(owner, (ctx) => listPaymentEvents(ctx, { page }))));
  const shown = (id = "") => listed.find((one) => one.id === id);
  const companyName = `Empresa ${paid.companyId.slice(0, 8)}`;
  expect(shown(event?.id)).toMatchObject({
    companyName,
    invoiceNumber: invoice?.number,
    payerCompanyId: paid.companyId,
  });
  expect(shown(unknown)).toMatchObject({ companyName: null, invoiceNumber: null, payerCompanyId: null });
});

test("repeated and different events of one payment move the due date once", async () => {
  const { companyId, deliver } = await givenPaidCharge();
  const eventId = `evt_${randomUUID()}`;
  expect(await deliver({ eventId })).toMatchObject({ state: "done" });
  expect(await deliver({ eventId })).toMatchObject({ state: "done" });
  expect(await deliver()).toMatchObject({ state: "ignored", reason: "repeated" });
  expect((await companyOf(companyId)).due).toBe("2027-01-18");
});

test("payments of eight invoices of a company at once move the due date eight times", async () => {
  const company = await givenBilledCompany("2026-12-18");
  const { name, provider, pay, webhook } = openMemoryProvider();
  const events: string[] = [];
  for (const invoice of await givenInvoices(company, { count: 8, dueDay: "2026-12-18" })) {
    const { providerId } = await givenCharge(invoice, name, provider);
    await pay(providerId);
    events.push(...(await takeWebhook(name, provider, webhook(providerId))));
  }
  await Promise.all(events.map((id) => confirm(name, provider, id, now)));
  expect((await eventsOf(events)).map(({ state }) => state)).toEqual(Array(8).fill("done"));
  expect((await companyOf(company.companyId)).due).toBe("2027-08-18");
});

test("eight charges of an invoice that are paid at once pay it once, and the other payments are unmatched", async () => {
  const company = await givenBilledCompany("2026-12-18");
  const [invoice] = await givenInvoices(company, { dueDay: "2026-12-18" });
  if (!invoice) throw new Error("no invoice");
  const { name, provider, pay, webhook } = openMemoryProvider();
  const events: string[] = [];
  for (let times = 0; times < 8; times += 1) {
    const { providerId } = await givenCharge(invoice, name, provider);
    await pay(providerId);
    events.push(...(await takeWebhook(name, provider, webhook(providerId))));
  }
  await Promise.all(events.map((id) => confirm(name, provider, id, now)));
  const reasons = (await eventsOf(events)).map(({ state, reason }) => reason ?? state).sort();
  expect(reasons).toEqual(["done", ...Array(7).fill("invoicePaid")]);
  expect((await companyOf(company.companyId)).due).toBe("2027-01-18");
});

test("a late payment extends from the day of the payment, and that day is kept", async () => {
  const { companyId, deliver } = await givenPaidCharge("2026-11-10", { dueDay: 31 });
  await deliver();
  expect(await companyOf(companyId)).toMatchObject({ due: "2027-01-01", dueDay: 1 });
  expect((await invoicesOf(companyId))[0]).toMatchObject({ paidFrom: "2026-12-01", paidTo: "2027-01-01" });
});

test("an earlier charge pays a repriced invoice with its own amount and plan", async () => {
  const { companyId, invoice, deliver, plan } = await givenPaidCharge();
  const larger = await givenPlan({ name: `Grande ${randomUUID()}`, valueCents: 99_900 });
  await atDesk(companyId, ({ db }) =>
    db
      .update(schema.invoices)
      .set({ planId: larger.id, valueCents: 99_900, detail: "Plano Grande · dezembro" })
      .where(eq(schema.invoices.id, invoice.id)),
  );
  await deliver();
  expect((await invoicesOf(companyId))[0]).toMatchObject({
    ...{ status: "paid", valueCents: 34_990, planId: plan.id },
    detail: `${plan.name} · dezembro`,
  });
  expect((await companyOf(companyId)).planId).toBe(plan.id);
});

test("a charge with another plan gives the company that plan", async () => {
  const { companyId, invoice, driver } = await givenPaidCharge();
  const { name, provider } = driver;
  const larger = await givenPlan({ valueCents: 99_900 });
  const charge = await givenCharge(invoice, name, provider, { amountCents: 99_900, planId: larger.id });
  await driver.pay(charge.providerId);
  const [id = ""] = await takeWebhook(name, provider, driver.webhook(charge.providerId));
  await confirm(name, provider, id, now);
  expect((await companyOf(companyId)).planId).toBe(larger.id);
});

test.each([
  ["a void invoice", { status: "void" }, "invoiceVoid"],
  ["an invoice that was paid otherwise", { status: "paid" }, "invoicePaid"],
] as const)("a payment of %s is unmatched, and the due date stays", async (_what, change, reason) => {
  const { companyId, invoice, deliver } = await givenPaidCharge();
  await atDesk(companyId, ({ db }) => db.update(schema.invoices).set(change).where(eq(schema.invoices.id, invoice.id)));
  expect(await deliver()).toMatchObject({ state: "unmatched", reason, amountCents: 34_990, invoiceId: invoice.id });
  expect((await companyOf(companyId)).due).toBe("2026-12-18");
});

test("a wrong amount is unmatched; the invoice stays open and its charge is not offered again", async () => {
  const { companyId, deliver } = await givenPaidCharge("2026-12-18", {}, 100);
  expect(await deliver()).toMatchObject({ state: "unmatched", reason: "wrongAmount", amountCents: 100 });
  expect([(await invoicesOf(companyId))[0]?.status, (await chargesOf(companyId))[0]?.status]).toEqual([
    "open",
    "failed",
  ]);
});

test("a foreign payment, and one of another provider's charge, are unmatched", async () => {
  const { companyId, charge, driver } = await givenPaidCharge();
  const other = openMemoryProvider("mercadopago");
  const foreign = await other.payForeign(34_990);
  const copied = (await other.provider.createCharge({ id: charge.id, amountCents: 34_990 } as never)).providerId;
  await other.pay(copied);
  for (const providerId of [foreign, copied]) {
    const [id = ""] = await takeWebhook(other.name, other.provider, other.webhook(providerId));
    await confirm(other.name, other.provider, id, now);
    expect(await eventsOf([id])).toMatchObject([{ state: "unmatched", reason: "noCharge", payerCompanyId: null }]);
  }
  expect((await invoicesOf(companyId))[0]?.status).toBe("open");
  await driver.close();
});

test("an event of an unpaid, failed or unknown charge is ignored", async () => {
  const { companyId, invoice, driver } = await givenPaidCharge();
  const { name, provider } = driver;
  const [unpaid, failed] = [await givenCharge(invoice, name, provider), await givenCharge(invoice, name, provider)];
  await driver.fail(failed.providerId);
  const expected = [
    [unpaid.providerId, "notPaid"],
    [failed.providerId, "notPaid"],
    [`chg_${randomUUID()}`, "unknownToProvider"],
  ] as const;
  for (const [providerId, reason] of expected) {
    const [id = ""] = await takeWebhook(name, provider, driver.webhook(providerId));
    await confirm(name, provider, id, now);
    expect(await eventsOf([id])).toMatchObject([{ state: "ignored", reason, paymentId: null }]);
  }
  const statuses = (await chargesOf(companyId)).map(({ id, status }) => [id, status]);
  expect(Object.fromEntries(statuses)).toMatchObject({ [unpaid.id]: "open", [failed.id]: "failed" });
});

test("an event waits while the provider is down, and a forged webhook leaves none", async () => {
  const { companyId, charge, driver } = await givenPaidCharge();
  const { name, provider } = driver;
  const [id = ""] = await takeWebhook(name, provider, driver.webhook(charge.providerId));
  driver.setDown(true);
  await expect(confirm(name, provider, id, now)).rejects.toThrow("does not answer");
  expect(await eventsOf([id])).toMatchObject([{ state: "waiting" }]);
  driver.setDown(false);
  await confirm(name, provider, id, now);
  expect((await invoicesOf(companyId))[0]?.status).toBe("paid");
  await expect(takeWebhook(name, provider, driver.webhook(charge.providerId, { forged: true }))).rejects.toThrow(
    WebhookRefused,
  );
});

test("a company's own transaction neither reads nor writes payment events", async () => {
  const { companyId } = await givenCompany();
  await givenAgent({ companyId });
  expect(await atDesk(companyId, ({ db }) => db.select().from(schema.paymentEvents))).toEqual([]);
});

test("a payment for a plan that the company has outgrown since is unmatched: the seats of a larger plan are not sold for it", async () => {
  const { companyId, deliver, plan, invoice } = await givenPaidCharge();
  await testDatabase().asPlatform((db) =>
    db.update(schema.plans).set({ users: 1 }).where(eq(schema.plans.id, plan.id)),
  );
  await givenAgent({ companyId });
  await givenAgent({ companyId });
  expect(await deliver()).toMatchObject({ state: "unmatched", reason: "planTooSmall", amountCents: 34_990 });
  expect((await invoicesOf(companyId)).find(({ id }) => id === invoice.id)).toMatchObject({ status: "open" });
  expect((await chargesOf(companyId))[0]).toMatchObject({ status: "paid" });
});

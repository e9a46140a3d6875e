import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endOfDay } from "../../../contracts/account/companies.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, giveTo, testDatabase } from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { acting, onCompany, refusal } from "../../testing.ts";
import {
  createDueInvoices,
  endUpgrades,
  markInvoicePaid,
  openUpgrade,
  readSubscription,
  sendReminders,
} from "./index.ts";
import { preparePayment } from "./prepare-payment.ts";
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

/** The jobs create invoices and reminders of every company. */
let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
});
afterAll(() => own.drop());

const noon = (day: string) => new Date(`${day}T15:00:00Z`);
const NOW = noon("2026-12-01");
/** 73 days are paid on 2026-12-01, today included: a fifth of a year. */
const PAID_TO = "2027-02-11";

async function givenPaidAhead(changes: Parameters<typeof givenBilledCompany>[1] = {}) {
  const company = await givenBilledCompany(PAID_TO, { dueDay: 11, recurrence: "ANUAL", ...changes });
  const bigger = await givenPlan({ valueCents: 44_990 });
  const open = (planId = bigger.id, now = NOW, actor = company.admin) =>
    onCompany(actor, company.companyId, (ctx) => openUpgrade(ctx, planId), now);
  return { ...company, bigger, open };
}

const auditOf = (invoiceId: string) =>
  testDatabase().asPlatform((db) =>
    db
      .select()
      .from(schema.auditEntries)
      .where(eq(schema.auditEntries.subjectId, invoiceId))
      .orderBy(schema.auditEntries.id),
  );

/** Opens an upgrade whose charge is paid at the provider; `deliver` takes the webhook. */
async function givenPaidUpgrade() {
  const given = await givenPaidAhead();
  const invoice = await given.open();
  const driver = openMemoryProvider();
  const charge = await givenCharge(invoice, driver.name, driver.provider);
  await driver.pay(charge.providerId);
  const deliver = async (now = NOW) => {
    const [id = ""] = await takeWebhook(driver.name, driver.provider, driver.webhook(charge.providerId, {}));
    await confirm(driver.name, driver.provider, id, now);
    return (await eventsOf([id]))[0];
  };
  return { ...given, invoice, deliver };
}

test("an upgrade costs the difference of the paid days, and simultaneous requests get one invoice", async () => {
  const { companyId, admin, bigger, open } = await givenPaidAhead();
  const [one, other] = await Promise.all([open(), open()]);
  expect(one).toMatchObject({
    ...{ kind: "upgrade", planId: bigger.id, valueCents: 24_000, status: "open", isOverdue: false },
    ...{ period: PAID_TO, dueDate: "2026-12-04", detail: `${bigger.name} · diferença até 11/02/2027` },
  });
  expect(other.id).toBe(one.id);
  expect(await invoicesOf(companyId)).toHaveLength(1);
  expect(await auditOf(one.id)).toMatchObject([
    {
      ...{ action: "invoice.created", subjectCompanyId: companyId, subjectName: one.detail, userId: admin.id },
      changes: { valueCents: [null, 24_000] },
    },
  ]);
});

test("a paid upgrade changes the plan at once and leaves the due date", async () => {
  const { companyId, bigger, deliver } = await givenPaidUpgrade();
  expect(await deliver(noon("2026-12-02"))).toMatchObject({ state: "done" });
  expect(await companyOf(companyId)).toMatchObject({ planId: bigger.id, due: PAID_TO, dueDay: 11 });
  expect(await invoicesOf(companyId)).toMatchObject([
    { status: "paid", valueCents: 24_000, paidFrom: "2026-12-02", paidTo: PAID_TO },
  ]);
});

test("another plan or another day changes the price of the payment and not the open invoice", async () => {
  const { companyId, admin, open } = await givenPaidAhead();
  const invoice = await open();
  const biggest = await givenPlan({ valueCents: 54_990 });
  const prepare = (planId: string | null, now: Date) =>
    acting(admin, (ctx) => preparePayment(ctx, { invoiceId: invoice.id, planId, billing: null }), now);
  expect((await prepare(biggest.id, NOW)).invoice).toMatchObject({ planId: biggest.id, valueCents: 48_000 });
  expect((await prepare(null, noon("2026-12-03"))).invoice).toMatchObject({ valueCents: 23_342 });
  expect((await open(biggest.id)).id).toBe(invoice.id);
  expect(await invoicesOf(companyId)).toMatchObject([{ valueCents: 24_000, planId: invoice.planId }]);
});

test("a super user marks an upgrade as paid", async () => {
  const { companyId, owner, bigger, open } = await givenPaidAhead();
  const { id } = await open();
  await onCompany(owner, companyId, (ctx) => markInvoicePaid(ctx, id, "Pix recebido"), NOW);
  expect(await companyOf(companyId)).toMatchObject({ planId: bigger.id, due: PAID_TO });
});

test("an upgrade is void once the due date has moved: its price was for other days", async () => {
  const { companyId, admin, invoice, bigger, plan, open, deliver } = await givenPaidUpgrade();
  await testDatabase().company(companyId, (db) =>
    db
      .update(schema.companies)
      .set({ dueDate: endOfDay("2028-02-11", TIME_ZONE) })
      .where(eq(schema.companies.id, companyId)),
  );
  const prepared = acting(
    admin,
    (ctx) => preparePayment(ctx, { invoiceId: invoice.id, planId: null, billing: null }),
    NOW,
  );
  expect(await refusal(prepared)).toMatchObject({ code: "ERR_INVOICE_STATE" });
  expect(await deliver()).toMatchObject({ state: "unmatched", reason: "invoiceVoid" });
  expect((await companyOf(companyId)).planId).toBe(plan.id);
  const next = await open(bigger.id);
  expect(next.id).not.toBe(invoice.id);
  expect(next.valueCents).toBe(Math.round((10_000 * 12 * 438) / 365));
});

test("an upgrade that is not paid within three days becomes void, and is no invoice to pay or to remind of", async () => {
  const { companyId, admin, open } = await givenPaidAhead();
  const { id } = await open();
  expect((await acting(admin, readSubscription, NOW)).invoice).toBeNull();
  await sendReminders(testDatabase(), noon("2026-12-03"));
  expect(await endUpgrades(testDatabase(), noon("2026-12-04"))).not.toContain(companyId);
  expect(await endUpgrades(testDatabase(), noon("2026-12-05"))).toContain(companyId);
  expect(await invoicesOf(companyId)).toMatchObject([{ id, status: "void", reason: "Não foi paga no prazo" }]);
  expect(await endUpgrades(testDatabase(), noon("2026-12-06"))).not.toContain(companyId);
});

test("the invoice of the period is created beside an open upgrade", async () => {
  const { companyId, plan, open } = await givenPaidAhead();
  await open(undefined, noon("2027-01-21"));
  await createDueInvoices(testDatabase(), noon("2027-01-23"));
  const rows = await invoicesOf(companyId);
  expect(rows.map(({ kind, planId }) => kind === "period" && planId === plan.id)).toEqual([false, true]);
});

test("a paid upgrade gives its plan to the open invoice of the period, whose charges were for the former price", async () => {
  const { companyId, plan, bigger, open, admin, owner } = await givenPaidAhead();
  const upgrade = await open(undefined, noon("2027-01-21"));
  await createDueInvoices(testDatabase(), noon("2027-01-23"));
  const period = (await invoicesOf(companyId)).find(({ kind }) => kind === "period");
  if (!period) throw new Error("no invoice of the period");
  expect(period).toMatchObject({ planId: plan.id, valueCents: 34_990 * 12 });
  const driver = openMemoryProvider();
  await givenCharge(period, driver.name, driver.provider);
  await onCompany(owner, companyId, (ctx) => markInvoicePaid(ctx, upgrade.id, "Pix recebido"), noon("2027-01-23"));
  const after = (await invoicesOf(companyId)).find(({ id }) => id === period.id);
  expect(after).toMatchObject({ status: "open", planId: bigger.id, valueCents: 44_990 * 12 });
  expect(after?.detail).toContain(bigger.name);
  expect((await auditOf(period.id)).at(-1)).toMatchObject({
    ...{ action: "invoice.changed", subjectCompanyId: companyId, subjectName: after?.detail, userId: owner.id },
    changes: {
      description: [expect.stringContaining(plan.name), after?.detail],
      valueCents: [34_990 * 12, 44_990 * 12],
    },
  });
  expect((await chargesOf(companyId)).map(({ status }) => status)).toEqual(["void"]);
  expect((await acting(admin, readSubscription, noon("2027-01-23"))).invoice?.id).toBe(period.id);
});

test("an open upgrade ends when the due date has moved", async () => {
  const { companyId, open } = await givenPaidAhead();
  await open();
  expect(await endUpgrades(testDatabase(), NOW)).not.toContain(companyId);
  await testDatabase().company(companyId, (db) =>
    db
      .update(schema.companies)
      .set({ dueDate: endOfDay("2028-02-11", TIME_ZONE) })
      .where(eq(schema.companies.id, companyId)),
  );
  expect(await endUpgrades(testDatabase(), NOW)).toContain(companyId);
  expect(await invoicesOf(companyId)).toMatchObject([{ status: "void", reason: "O vencimento da assinatura mudou" }]);
});

test.each([
  ["on trial", { trialEndsAt: endOfDay(PAID_TO, TIME_ZONE) }],
  ["after the due date", { dueDate: endOfDay("2026-11-30", TIME_ZONE) }],
])("there is no upgrade %s", async (_when, changes) => {
  const { companyId, open } = await givenPaidAhead(changes);
  expect(await refusal(open())).toMatchObject({ code: "ERR_NO_UPGRADE" });
  expect(await invoicesOf(companyId)).toEqual([]);
});

test("a plan that is cheaper, hidden, unknown or too small is refused, and each while an invoice is open", async () => {
  const given = await givenPaidAhead();
  const { companyId, open, bigger, plan } = given;
  const [cheaper, hidden, small] = await Promise.all([
    givenPlan({ valueCents: 9_990 }),
    givenPlan({ valueCents: 99_990, isPublic: false }),
    givenPlan({ valueCents: 99_990, users: 1 }),
  ]);
  await givenAgent({ companyId });
  expect(await refusal(open(cheaper.id))).toMatchObject({ code: "ERR_NO_UPGRADE" });
  expect(await refusal(open(plan.id))).toMatchObject({ code: "ERR_NO_UPGRADE" });
  expect(await refusal(open(hidden.id))).toMatchObject({ code: "ERR_NO_PLAN_FOUND" });
  expect(await refusal(open(companyId))).toMatchObject({ code: "ERR_NO_PLAN_FOUND" });
  expect(await refusal(open(small.id))).toMatchObject({ code: "ERR_PLAN_TOO_SMALL", details: { kind: "users" } });
  await givenInvoices(given, { dueDay: PAID_TO });
  expect(await refusal(open(bigger.id))).toMatchObject({ code: "ERR_NO_UPGRADE" });
});

test("agents are refused, and another company's upgrade does not exist", async () => {
  const { ana, open } = await givenPaidAhead();
  expect(await refusal(open(undefined, NOW, ana))).toMatchObject({ code: "ERR_NO_PERMISSION" });
  const invoice = await open();
  const { admin: stranger } = await givenCompany();
  const prepared = acting(stranger, (ctx) =>
    preparePayment(ctx, { invoiceId: invoice.id, planId: null, billing: null }),
  );
  expect(await refusal(prepared)).toMatchObject({ code: "ERR_NO_INVOICE_FOUND" });
});

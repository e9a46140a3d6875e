import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { addRecurrence, endOfDay, localDay } from "../../../../contracts/account/companies.ts";
import { schema } from "../../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../../../../db/testing/given.ts";
import { givenPlan } from "../../../../db/testing/given-plan.ts";
import type {
  ConfirmingProvider,
  PaymentProvider,
  Payments,
  WebhookRequest,
} from "../../../../outside/payments/index.ts";
import { confirmPayment, keepPaymentEvents } from "../index.ts";

export const TIME_ZONE = "America/Sao_Paulo";
const { charges, companies, invoices, paymentEvents } = schema;

export type BilledCompany = Awaited<ReturnType<typeof givenBilledCompany>>;

/** Creates a company on a plan of R$ 349,90 that is due on `dueDay`, with its admin and a super user. */
export async function givenBilledCompany(dueDay: string, changes: Partial<typeof companies.$inferInsert> = {}) {
  const company = await givenCompany();
  const { companyId } = company;
  const plan = await givenPlan({ name: `Plano ${randomUUID().slice(0, 8)}`, valueCents: 34_990 });
  const due = { dueDate: endOfDay(dueDay, TIME_ZONE), dueDay: Number(dueDay.slice(8)), email: "conta@teste.example" };
  await testDatabase().company(companyId, (db) =>
    db
      .update(companies)
      .set({ planId: plan.id, timeZone: TIME_ZONE, ...due, ...changes })
      .where(eq(companies.id, companyId)),
  );
  const owner: GivenAgent = await givenAgent({ companyId, name: "Dona Platão", profile: "admin", isSuper: true });
  return { ...company, plan, owner };
}

/** Inserts open invoices of consecutive months, the first one due on `dueDay`. */
export async function givenInvoices(
  { companyId, plan }: Pick<BilledCompany, "companyId" | "plan">,
  { count = 1, dueDay, ...changes }: { count?: number; dueDay: string } & Partial<typeof invoices.$inferInsert>,
) {
  const rows: (typeof invoices.$inferInsert)[] = [];
  for (let period = dueDay; rows.length < count; period = addRecurrence(period, "MENSAL"))
    rows.push({
      ...{ companyId, id: randomUUID(), detail: `Plano Teste · ${period}`, planId: plan.id, recurrence: "MENSAL" },
      ...{ valueCents: plan.valueCents, period, dueDate: period, ...changes },
    });
  await testDatabase().company(companyId, (db) => db.insert(invoices).values(rows));
  return invoicesOf(companyId);
}

export const invoicesOf = (companyId: string) =>
  testDatabase().company(companyId, (db) =>
    db.select().from(invoices).where(eq(invoices.companyId, companyId)).orderBy(invoices.number),
  );

export async function companyOf(companyId: string) {
  const [row] = await testDatabase().company(companyId, (db) =>
    db.select().from(companies).where(eq(companies.id, companyId)),
  );
  if (!row) throw new Error("the company is gone");
  return { ...row, due: localDay(row.dueDate, row.timeZone) };
}

export const chargesOf = (companyId: string) =>
  testDatabase().company(companyId, (db) =>
    db.select().from(charges).where(eq(charges.companyId, companyId)).orderBy(charges.createdAt),
  );

/** Creates a charge of an invoice at the provider, as `subscribe` does. */
export async function givenCharge(
  invoice: typeof invoices.$inferSelect,
  name: ConfirmingProvider,
  provider: PaymentProvider,
  { amountCents = invoice.valueCents, planId = invoice.planId }: { amountCents?: number; planId?: string | null } = {},
) {
  const { companyId, id: invoiceId } = invoice;
  const id = randomUUID();
  const row = { companyId, id, invoiceId, provider: name, amountCents, planId };
  await testDatabase().company(companyId, (db) => db.insert(charges).values(row));
  const created = await provider.createCharge({
    ...{ id, amountCents, description: invoice.detail, invoiceNumber: invoice.number, dueDate: invoice.dueDate },
    payer: { name: "Marina Duarte", email: "conta@teste.example", address: null },
    ...{ returnUrl: "https://balcao.example/financeiro", webhookUrl: `https://balcao.example/webhooks/${name}` },
  });
  await testDatabase().company(companyId, (db) =>
    db
      .update(charges)
      .set(created)
      .where(and(eq(charges.companyId, companyId), eq(charges.id, id))),
  );
  return { ...row, ...created };
}

/** Takes a webhook as its route does. Returns the ids of its events that wait. */
export async function takeWebhook(
  name: ConfirmingProvider,
  provider: PaymentProvider,
  request: WebhookRequest,
): Promise<string[]> {
  const events = provider.verifyWebhook(request);
  const ids = events.map(({ eventId }) => eventId);
  if (ids.length === 0) return [];
  return testDatabase().asPlatform(async (db) => {
    await keepPaymentEvents({ db, now: new Date() }, name, events);
    const rows = await db
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.provider, name), inArray(paymentEvents.eventId, ids)));
    return rows.map(({ id }) => id);
  });
}

export const eventsOf = (ids: readonly string[]) =>
  testDatabase().asPlatform((db) =>
    db
      .select()
      .from(paymentEvents)
      .where(inArray(paymentEvents.id, [...ids])),
  );

export const confirm = (name: ConfirmingProvider, provider: PaymentProvider, eventId: string, now = new Date()) => {
  const payments: Payments = { pix: null, confirming: { [name]: provider } };
  return confirmPayment({ database: testDatabase(), payments }, eventId, now);
};

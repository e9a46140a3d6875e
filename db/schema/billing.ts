import { sql } from "drizzle-orm";
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type {
  ChargeStatus,
  EventReason,
  EventState,
  InvoiceKind,
  InvoiceStatus,
  PaymentOption,
  Provider,
} from "../../contracts/account/billing.ts";
import type { Recurrence } from "../../contracts/account/companies.ts";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";
import { plans } from "./plans.ts";

/** One invoice of a recurrence per company and period. */
export const invoices = pgTable(
  "invoices",
  {
    companyId: companyId(),
    id: id(),
    /** The number that people see, counted over the whole platform. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    kind: text("kind").$type<InvoiceKind>().notNull().default("period"),
    detail: text("detail").notNull(),
    /** Null: the plan is deleted since. */
    planId: uuid("plan_id").references(() => plans.id, { onDelete: "set null" }),
    recurrence: text("recurrence").$type<Recurrence>().notNull(),
    valueCents: integer("value_cents").notNull(),
    /**
     * The last day of the period before, in the company's time zone: the invoice pays the recurrence that follows. An
     * upgrade pays the days until this one.
     */
    period: date("period", { mode: "string" }).notNull(),
    dueDate: date("due_date", { mode: "string" }).notNull(),
    status: text("status").$type<InvoiceStatus>().notNull().default("open"),
    paidAt: instant("paid_at"),
    /** The provider that confirmed the payment; "manual": a super user marked it as paid. */
    paidWith: text("paid_with").$type<Provider | "manual">(),
    /** The first and the last local day that the payment paid. */
    paidFrom: date("paid_from", { mode: "string" }),
    paidTo: date("paid_to", { mode: "string" }),
    /** Why a super user voided it or marked it as paid. */
    reason: text("reason"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("invoices_period").on(t.companyId, t.period).where(sql`${t.kind} = 'period'`),
    uniqueIndex("invoices_upgrade")
      .on(t.companyId, t.period)
      .where(sql`${t.kind} = 'upgrade' and ${t.status} = 'open'`),
    uniqueIndex("invoices_number").on(t.companyId, t.number),
    index("invoices_due").on(t.dueDate).where(sql`${t.status} = 'open'`),
  ],
);

/** A reminder mail that was sent: each at most once per invoice. */
export const invoiceReminders = pgTable(
  "invoice_reminders",
  {
    companyId: companyId(),
    invoiceId: uuid("invoice_id").notNull(),
    /** Days before the due date; 0: on the day. */
    daysBefore: integer("days_before").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.invoiceId, t.daysBefore] }),
    ownedBy([t.companyId, t.invoiceId], invoices),
  ],
);

/**
 * A way to pay an invoice, created at a provider. Keeps its own amount and plan: an invoice may get another plan while
 * an earlier charge can still be paid.
 */
export const charges = pgTable(
  "charges",
  {
    companyId: companyId(),
    id: id(),
    invoiceId: uuid("invoice_id").notNull(),
    provider: text("provider").$type<Provider>().notNull(),
    /** The charge's id at the provider; null until the provider has answered. */
    providerId: text("provider_id"),
    amountCents: integer("amount_cents").notNull(),
    planId: uuid("plan_id").references(() => plans.id, { onDelete: "set null" }),
    status: text("status").$type<ChargeStatus>().notNull().default("open"),
    /** The link or the Pix code shown to the payer. */
    option: jsonb("option").$type<PaymentOption>(),
    paidAt: instant("paid_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    ownedBy([t.companyId, t.invoiceId], invoices),
    index("charges_invoice").on(t.companyId, t.invoiceId),
    // A payment names our charge and no company.
    index("charges_id").on(t.id),
    index("charges_open").on(t.createdAt).where(sql`${t.status} = 'open'`),
  ],
);

/**
 * A webhook of a payment provider, stored once before anything is done. It belongs to the platform until its charge is
 * known: only the platform's transactions see it.
 */
export const paymentEvents = pgTable(
  "payment_events",
  {
    id: uuid("id").primaryKey(),
    provider: text("provider").$type<Provider>().notNull(),
    /** The event's id at the provider, or a hash of the body where the provider sends none. */
    eventId: text("event_id").notNull(),
    /** The charge's id at the provider, as the webhook names it. Nothing else of the webhook is trusted. */
    providerId: text("provider_id").notNull(),
    state: text("state").$type<EventState>().notNull().default("waiting"),
    /** Why the event changed nothing; null: it paid an invoice, or waits. */
    reason: text("reason").$type<EventReason>(),
    /** The payment's id at the provider; null: nothing is paid. */
    paymentId: text("payment_id"),
    /** The amount that the provider confirmed, in cents. */
    amountCents: integer("amount_cents"),
    /** The company and invoice of the charge, once found. */
    payerCompanyId: uuid("payer_company_id"),
    invoiceId: uuid("invoice_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("payment_events_event").on(t.provider, t.eventId),
    // Each payment counts once, however many events tell about it.
    uniqueIndex("payment_events_payment")
      .on(t.provider, t.paymentId)
      .where(sql`${t.state} in ('done', 'unmatched', 'dismissed')`),
    index("payment_events_state").on(t.state, t.createdAt),
    index("payment_events_payer").on(t.payerCompanyId),
  ],
);

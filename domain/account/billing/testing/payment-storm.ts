import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { addRecurrence } from "../../../../contracts/account/companies.ts";
import { WebhookRefused } from "../../../../outside/payments/index.ts";
import { onCompany } from "../../../testing.ts";
import { voidInvoice } from "../index.ts";
import {
  type BilledCompany,
  chargesOf,
  companyOf,
  confirm,
  eventsOf,
  givenBilledCompany,
  givenCharge,
  givenInvoices,
  invoicesOf,
  takeWebhook,
} from "./given-billing.ts";
import type { ProviderDriver } from "./memory-provider.ts";

const COMPANIES = 3;
const INVOICES = 8;
const FIRST_DUE = "2026-12-31";
const AT = new Date("2026-12-01T15:00:00Z");
const RANDOM_RANGE = 1_000_000;
const RANDOM_PER_DELIVERY = 20;

type Charge = Awaited<ReturnType<typeof givenCharge>>;

/** The reasons of events that storms cause at every provider. */
const expectedReasons = ["noCharge", "wrongAmount", "invoicePaid", "invoiceVoid"] as const;

/** The counts of a storm, by whose sums a test knows that each case occurred. */
export type StormFigures = Record<
  "deliveries" | "forged" | "down" | "twoAtOnce" | "repeats" | "paid" | (typeof expectedReasons)[number],
  number
>;

/** Expects that each case occurred in one of the storms. */
export function expectEachCase(all: readonly StormFigures[]): void {
  const names = Object.keys(all[0] ?? {}) as (keyof StormFigures)[];
  const missing = names.filter((name) => all.every((figures) => figures[name] === 0));
  expect(missing).toEqual([]);
}

/**
 * Sends random webhooks to the verbs, with a fixed seed: repeats, reordering, two at once, forged signatures, wrong
 * amounts, foreign references, void invoices, and a provider that is down when it is asked. Afterwards each invoice is
 * paid at most once, each due date has moved exactly once per paid invoice, nothing was accepted that the provider does
 * not confirm, and each payment was counted once.
 */
export async function storm(driver: ProviderDriver, seed: number, deliveries: number): Promise<StormFigures> {
  const { name, provider } = driver;
  const companies = await Promise.all(Array.from({ length: COMPANIES }, () => givenBilledCompany(FIRST_DUE)));
  const charges: Charge[] = [];
  for (const company of companies) {
    for (const invoice of await givenInvoices(company, { count: INVOICES, dueDay: FIRST_DUE, paidAt: null }))
      for (let copies = 0; copies < 2; copies += 1) charges.push(await givenCharge(invoice, name, provider));
  }
  const sent: { providerId: string; eventId: string }[] = [];
  const waiting = new Set<string>();
  const known = new Set<string>();
  const figures: StormFigures = {
    ...{ deliveries: 0, forged: 0, down: 0, twoAtOnce: 0, repeats: 0, paid: 0 },
    ...{ noCharge: 0, wrongAmount: 0, invoicePaid: 0, invoiceVoid: 0 },
  };
  // Not `fc.double`: half of its values are below 2^-511, and one charge would get nearly every delivery.
  const random = fc.sample(fc.noBias(fc.nat(RANDOM_RANGE - 1)), { numRuns: deliveries * RANDOM_PER_DELIVERY, seed });
  const next = () => (random.pop() ?? expect.fail("more random numbers are needed")) / RANDOM_RANGE;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;

  async function deliver(providerId: string, eventId: string, forged = false): Promise<void> {
    figures.deliveries += 1;
    const request = driver.webhook(providerId, { eventId, forged });
    if (forged) {
      figures.forged += 1;
      await expect(takeWebhook(name, provider, request)).rejects.toThrow(WebhookRefused);
      return;
    }
    sent.push({ providerId, eventId });
    for (const id of await takeWebhook(name, provider, request)) {
      known.add(id);
      waiting.add(id);
    }
  }

  /** Runs jobs of waiting events in random order; a job that fails is repeated later. */
  async function work(most: number): Promise<void> {
    for (let times = 0; times < most && waiting.size > 0; times += 1) {
      const isDouble = next() < 0.3;
      const jobs = isDouble ? [pick([...waiting]), pick([...waiting])] : [pick([...waiting])];
      if (isDouble) figures.twoAtOnce += 1;
      const ended = await Promise.allSettled(jobs.map((id) => confirm(name, provider, id, AT)));
      for (const [index, { status }] of ended.entries()) if (status === "fulfilled") waiting.delete(jobs[index] ?? "");
    }
  }

  while (figures.deliveries < deliveries) {
    const dice = next();
    const charge = pick(charges);
    if (dice < 0.12) await driver.pay(charge.providerId).catch(ignoreClosed);
    else if (dice < 0.16) await driver.pay(charge.providerId, charge.amountCents - 1).catch(ignoreClosed);
    else if (dice < 0.2) await driver.fail(charge.providerId).catch(ignoreClosed);
    else if (dice < 0.23) await voidRandom(pick(companies), pick);
    const [target, event] = [next() < 0.05 ? await driver.payForeign(charge.amountCents) : charge.providerId, next()];
    const repeated = event < 0.3 && sent.length > 0 ? pick(sent) : null;
    if (repeated) figures.repeats += 1;
    const { providerId, eventId } = repeated ?? { providerId: target, eventId: `evt_${randomUUID()}` };
    if (event > 0.97) await deliver(providerId, eventId, true);
    else if (event > 0.85) await Promise.all([deliver(providerId, eventId), deliver(providerId, eventId)]);
    else await deliver(providerId, eventId);
    if (next() < 0.1) {
      figures.down += 1;
      driver.setDown(true);
      await work(2);
      driver.setDown(false);
    }
    if (next() < 0.6) await work(3);
  }
  // The jobs that were delayed run at last; then one more webhook of each charge, as the hourly job reads them.
  while (waiting.size > 0) await work(waiting.size);
  for (const { providerId } of charges) await deliver(providerId, `evt_${randomUUID()}`);
  while (waiting.size > 0) await work(waiting.size);
  await check(driver, companies, charges, [...known], figures);
  return figures;
}

/** The driver refuses what its provider refuses: paying a charge that is over. */
function ignoreClosed(error: unknown): void {
  if (!(error instanceof ChargeOver)) throw error;
}
export class ChargeOver extends Error {}

async function voidRandom({ companyId, owner }: BilledCompany, pick: <T>(items: readonly T[]) => T): Promise<void> {
  const open = (await invoicesOf(companyId)).filter(({ status }) => status === "open");
  if (open.length === 0) return;
  await onCompany(owner, companyId, (ctx) => voidInvoice(ctx, pick(open).id, "cancelada pelo teste"), AT);
}

async function check(
  { provider }: ProviderDriver,
  companies: readonly BilledCompany[],
  charges: readonly Charge[],
  eventIds: readonly string[],
  figures: StormFigures,
): Promise<void> {
  const events = await eventsOf(eventIds);
  expect(events.filter(({ state }) => state === "waiting")).toEqual([]);
  const done = events.filter(({ state }) => state === "done");
  for (const name of expectedReasons) figures[name] = events.filter(({ reason }) => reason === name).length;
  for (const { companyId } of companies) {
    const invoices = await invoicesOf(companyId);
    const paid = invoices.filter(({ status }) => status === "paid");
    figures.paid += paid.length;
    // Each paid invoice was paid by one event, and each moved the due date once.
    expect(
      done
        .filter(({ payerCompanyId }) => payerCompanyId === companyId)
        .map(({ invoiceId }) => invoiceId)
        .sort(),
    ).toEqual(paid.map(({ id }) => id).sort());
    let due = FIRST_DUE;
    for (const _invoice of paid) due = addRecurrence(due, "MENSAL", 31);
    expect((await companyOf(companyId)).due).toBe(due);
    const rows = await chargesOf(companyId);
    for (const invoice of paid) {
      // The provider confirms the payment that paid the invoice, with its amount.
      const event = done.find(({ invoiceId }) => invoiceId === invoice.id);
      const confirmed = await provider.readCharge(event?.providerId ?? "");
      expect(confirmed).toMatchObject({ status: "paid", amountCents: invoice.valueCents });
      expect(rows.some(({ invoiceId, status }) => invoiceId === invoice.id && status === "paid")).toBe(true);
    }
  }
  // Each payment that the provider has was counted once: it paid an invoice, or a super user sees it.
  const counted = events.filter(({ state }) => state === "done" || state === "unmatched");
  const payments = counted.map(({ paymentId }) => paymentId);
  expect(new Set(payments).size).toBe(payments.length);
  for (const { providerId } of charges) {
    const confirmed = await provider.readCharge(providerId);
    if (confirmed?.status === "paid") expect(payments).toContain(confirmed.paymentId);
  }
}

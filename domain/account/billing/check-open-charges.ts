import { and, asc, eq, gt, isNotNull, lt, ne } from "drizzle-orm";
import { type CompanyDb, type Database, enqueue, schema } from "../../../db/index.ts";
import type { ConfirmingProvider, Payments } from "../../../outside/payments/index.ts";
import { endCharge } from "./charge-rows.ts";
import { keepPaymentEvents } from "./keep-payment-events.ts";

const { charges, paymentEvents } = schema;

const DAY_MS = 86_400_000;
/** How long open charges are read. */
const CHARGE_DAYS = 10;
/** An event that waits for longer has lost its job. */
const WAITING_MS = 6 * 3_600_000;
const AT_ONCE = 200;

type Deps = { database: Database; payments: Payments; onError(error: unknown, chargeId: string): void };

/**
 * Reads the open charges of the last ten days from their providers, for webhooks that never came. A paid one becomes an
 * event. Also enqueues events again whose job has ended without an answer of the provider.
 */
export async function checkOpenCharges({ database, payments, onError }: Deps, now = new Date()): Promise<void> {
  await database.asPlatform((db) => enqueueLost(db, now));
  for (let after: string | null = "00000000-0000-0000-0000-000000000000"; after !== null; ) {
    const from: string = after;
    const found = await database.asPlatform((db) => openCharges(db, now, from), { isReading: true });
    for (const charge of found) {
      try {
        await checkCharge({ database, payments }, charge, now);
      } catch (error) {
        onError(error, charge.id);
      }
    }
    after = found.length === AT_ONCE ? (found.at(-1)?.id ?? null) : null;
  }
}

type OpenCharge = Awaited<ReturnType<typeof openCharges>>[number];

/** Reads a charge from its provider: a paid one becomes an event, and an open one that is over there ends here. */
export async function checkCharge(
  { database, payments }: Pick<Deps, "database" | "payments">,
  { companyId, id, provider, providerId }: OpenCharge,
  now: Date,
): Promise<void> {
  const name = provider as ConfirmingProvider;
  const found = await payments.confirming[name]?.readCharge(providerId ?? "");
  if (!found) return;
  const { status } = found;
  if (status === "open") return;
  await database.asPlatform(
    async (db) => {
      if (status !== "paid") return endCharge({ db, companyId, now }, id, status);
      const paymentId = found.paymentId || providerId || "";
      await keepPaymentEvents({ db, now }, name, [{ eventId: `read ${paymentId}`, providerId: providerId ?? "" }]);
    },
    { companyId },
  );
}

const openCharges = (db: CompanyDb, now: Date, after: string) =>
  db
    .select({
      companyId: charges.companyId,
      id: charges.id,
      provider: charges.provider,
      providerId: charges.providerId,
    })
    .from(charges)
    .where(
      and(
        eq(charges.status, "open"),
        ne(charges.provider, "pix"),
        isNotNull(charges.providerId),
        gt(charges.createdAt, new Date(now.getTime() - CHARGE_DAYS * DAY_MS)),
        gt(charges.id, after),
      ),
    )
    .orderBy(asc(charges.id))
    .limit(AT_ONCE);

async function enqueueLost(db: CompanyDb, now: Date): Promise<void> {
  const lost = await db
    .update(paymentEvents)
    .set({ updatedAt: now })
    .where(and(eq(paymentEvents.state, "waiting"), lt(paymentEvents.updatedAt, new Date(now.getTime() - WAITING_MS))))
    .returning({ id: paymentEvents.id });
  for (const { id } of lost) await enqueue(db, "payments.confirm", { eventId: id });
}

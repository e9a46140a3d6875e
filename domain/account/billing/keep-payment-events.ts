import { uuidv7 } from "uuidv7";
import { type CompanyDb, enqueue, schema } from "../../../db/index.ts";
import type { ConfirmingProvider, WebhookEvent } from "../../../outside/payments/index.ts";

const { paymentEvents } = schema;

/**
 * Stores the events of a webhook that are not known yet, and enqueues the question to the provider about each, in one
 * transaction of the platform. Nothing but the ids is kept.
 */
export async function keepPaymentEvents(
  { db, now }: { db: CompanyDb; now: Date },
  provider: ConfirmingProvider,
  events: readonly WebhookEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  const kept = await db
    .insert(paymentEvents)
    .values(
      events.map(({ eventId, providerId }) => ({
        ...{ id: uuidv7(), provider, eventId, providerId },
        ...{ createdAt: now, updatedAt: now },
      })),
    )
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  for (const { id } of kept) await enqueue(db, "payments.confirm", { eventId: id });
  return kept.length;
}

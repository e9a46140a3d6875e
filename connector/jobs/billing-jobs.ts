import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Database, Jobs, Sequencer } from "../../db/index.ts";
import {
  checkOpenCharges,
  confirmPayment,
  createDueInvoices,
  endChargeAtProvider,
  endUpgrades,
  sendReminders,
} from "../../domain/account/billing/index.ts";
import type { Payments } from "../../outside/payments/index.ts";
import { workQueue } from "./work-queue.ts";

export type BillingParts = { database: Database; sequencer: Sequencer; payments: Payments; logger: Logger };

/** Starts the workers of invoices and payments. */
export async function workBilling(boss: PgBoss, parts: BillingParts): Promise<void> {
  const { database, sequencer, payments, logger } = parts;
  await workQueue(
    boss,
    "payments.confirm",
    async ({ data }) => {
      const companyId = await confirmPayment({ database, payments }, data.eventId);
      if (companyId) await sequencer.run(companyId);
    },
    { workers: 4 },
  );
  await workQueue(boss, "charges.end", ({ data }) => endChargeAtProvider({ database, payments }, data));
  await boss.work<Jobs["payments.check"]>("payments.check", { pollingIntervalSeconds: 60 }, () =>
    checkOpenCharges({
      database,
      payments,
      onError: (error, chargeId) =>
        logger.warn({ event: "charge_check_failed", chargeId, reason: String(error) }, "Open charge was not read"),
    }),
  );
  await boss.work<Jobs["invoices.create"]>("invoices.create", { pollingIntervalSeconds: 10 }, async () => {
    const now = new Date();
    for (const companyId of await endUpgrades(database, now)) await sequencer.run(companyId);
    for (const companyId of await createDueInvoices(database, now)) await sequencer.run(companyId);
    await sendReminders(database, now);
  });
}

import type { Logger } from "pino";
import { CHECKS_AT_ONCE, CHECKS_EVERY_MS } from "../../contracts/marketing/contact-lists.ts";
import { saveChecks, takeDueChecks } from "../../domain/marketing/contact-lists/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { type Polling, startPolling } from "../concurrency/polling.ts";
import type { HostedConnection } from "../ownership/hosted-connection.ts";
import type { Ownership } from "../ownership/ownership.ts";

type Parts = { ownership: Pick<Ownership, "held">; transactions: CompanyTransactions; logger: Logger };

/** Checks in small batches whether the numbers of contact lists are on WhatsApp, over the connections held here. */
export function startNumberChecks(parts: Parts, everyMs = CHECKS_EVERY_MS): Polling {
  return startPolling(async (isStopping) => {
    await checkDueNumbers(parts, isStopping);
    return everyMs;
  }, everyMs);
}

/** Checks one batch of each company that has a connected number here. */
export async function checkDueNumbers(parts: Parts, isStopping = () => false): Promise<void> {
  const byCompany = Map.groupBy(parts.ownership.held("whatsapp"), ({ lease }) => lease.companyId);
  await Promise.all(
    [...byCompany].map(([companyId, hosted]) =>
      checkOfCompany(parts, companyId, hosted, isStopping).catch((err) =>
        parts.logger.warn({ event: "number_check_failed", err, companyId }, "Numbers were not checked; retrying"),
      ),
    ),
  );
}

/** The first connected number asks. Results before an error are stored; the other numbers are due again later. */
async function checkOfCompany(
  { transactions }: Parts,
  companyId: string,
  hosted: readonly HostedConnection[],
  isStopping: () => boolean,
): Promise<void> {
  for (const { lease, channel } of hosted) {
    if (!channel) continue;
    const due = await transactions.run(companyId, (ctx) => takeDueChecks(ctx, lease.connectionId, CHECKS_AT_ONCE));
    if (due.length === 0) continue;
    const results: { matchKey: string; isOnWhatsapp: boolean }[] = [];
    try {
      for (const { matchKey, number } of due) {
        if (isStopping()) break;
        results.push({ matchKey, isOnWhatsapp: (await channel.findChat({ phone: number })) !== null });
      }
    } finally {
      await transactions.runAndNumber(companyId, (ctx) => saveChecks(ctx, results));
    }
    return;
  }
}

import type { Logger } from "pino";
import { CHECKS_AT_ONCE } from "../../contracts/marketing/contact-lists.ts";
import { saveChecks, takeDueChecks } from "../../domain/marketing/contact-lists/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import type { HostedConnection } from "../ownership/hosted-connection.ts";

/**
 * Checks one batch of a company's numbers; the first connected number asks. Results before an error of the channel are
 * stored; the other numbers are due again later.
 */
export async function checkNumbers(
  { transactions, logger }: { transactions: CompanyTransactions; logger: Logger },
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
    } catch (err) {
      logger.warn({ event: "number_check_failed", err, companyId }, "Numbers were not checked; retrying");
    }
    await transactions.runAndNumber(companyId, (ctx) => saveChecks(ctx, results));
    return;
  }
}

import type { Database } from "../../db/index.ts";
import { companiesToSuspend, endSuspension, suspendCompany } from "../../domain/account/companies/index.ts";
import { restConnections } from "../../domain/desk/connections/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";

type Deps = { database: Database; transactions: CompanyTransactions };

/**
 * Tells each company once that its connections rest. The connectors have let go of them already, with the lease; their
 * states are reported here too, for connections that no connector held.
 */
export async function suspendCompanies({ database, transactions }: Deps, now: Date): Promise<void> {
  for (const { companyId, isSuspended } of await companiesToSuspend(database.platform, now)) {
    await transactions.runAndNumber(companyId, async (ctx) => {
      if (!isSuspended) return endSuspension(ctx);
      if (await suspendCompany(ctx)) await restConnections(ctx, "ERR_SUBSCRIPTION_EXPIRED");
    });
  }
}

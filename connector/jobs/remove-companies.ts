import type { Logger } from "pino";
import type { Database } from "../../db/index.ts";
import { companiesToRemove, removeCompany } from "../../domain/account/companies/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";

type Deps = { database: Database; files: FileStore; logger: Logger };

/** A worker's job must end in 15 minutes; the next one continues. */
const MAX_MS = 600_000;

/** Removes the companies that were deleted 30 days ago. Returns false when some are left for another run. */
export async function removeCompanies({ database, files, logger }: Deps, isStopping: () => boolean): Promise<boolean> {
  const endsAt = performance.now() + MAX_MS;
  const mayGoOn = () => !isStopping() && performance.now() < endsAt;
  for (const companyId of await companiesToRemove(database.platform)) {
    if (!(await removeCompany({ database, files }, companyId, mayGoOn))) return false;
    logger.info({ event: "company_removed" }, "A deleted company was removed");
  }
  return true;
}

import { distributeDatabase, type Watch } from "../db/index.ts";
import { requireDatabase } from "./database-urls.ts";
import { runCommand } from "./operator/run-command.ts";

/** `npm run distribute`: distributes the companies of a migrated database over the nodes of its Citus cluster. */
async function run(watch: Watch): Promise<string> {
  const tables = await distributeDatabase(requireDatabase(process.env).ownerUrl, watch);
  return tables.length > 0 ? `Distributed: ${tables.join(", ")}.` : "All tables are distributed already.";
}

await runCommand("distribute", run);

import { distributeDatabase } from "../db/index.ts";
import { requireDatabase } from "./database-urls.ts";

/** `npm run distribute`: distributes the companies of a migrated database over the nodes of its Citus cluster. */
async function run(): Promise<void> {
  const tables = await distributeDatabase(requireDatabase(process.env).ownerUrl);
  console.log(tables.length > 0 ? `Distributed: ${tables.join(", ")}.` : "All tables are distributed already.");
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

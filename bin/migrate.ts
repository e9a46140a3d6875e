import { migrate, type Watch } from "../db/index.ts";
import { requireDatabase } from "./database-urls.ts";
import { runCommand } from "./operator/run-command.ts";

/** `npm run migrate`: migrates the schema to this version and lets the user of DATABASE_URL sign in. */
async function run(watch: Watch): Promise<string> {
  const { url, ownerUrl } = requireDatabase(process.env);
  await migrate(ownerUrl, url, watch);
  return "The schema is up to date.";
}

await runCommand("migrate", run);

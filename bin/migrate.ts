import { migrate } from "../db/index.ts";
import { requireDatabase } from "./database-urls.ts";

/** `npm run migrate`: migrates the schema to this version and lets the user of DATABASE_URL sign in. */
async function run(): Promise<void> {
  const { url, ownerUrl } = requireDatabase(process.env);
  await migrate(ownerUrl, url);
  console.log("The schema is up to date.");
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

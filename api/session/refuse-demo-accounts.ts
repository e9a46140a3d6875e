import type { Database } from "../../db/index.ts";
import { DEMO_PASSWORD, demoAccounts } from "../../domain/account/users/index.ts";
import { ConfigError } from "../../outside/environment/index.ts";
import { isPasswordOf } from "./password.ts";
import { findAccount, loadAccount } from "./sign-in.ts";

/** Refuses to start outside the sandbox while a demo account has the published password. */
export async function refuseDemoAccounts(database: Database): Promise<void> {
  const open: string[] = [];
  for (const email of Object.values(demoAccounts)) if (await isOpen(database, email)) open.push(email);
  if (open.length === 0) return;
  throw new ConfigError(
    `${open.join(", ")}: the password of these demo accounts is known to everybody. Start with SANDBOX=1 on this machine, ` +
      "change their passwords or delete them, and start again; or use a new database.",
  );
}

async function isOpen(database: Database, email: string): Promise<boolean> {
  const found = await findAccount(database, email);
  if (!found) return false;
  const account = await database.company(found.companyId, (tx) => loadAccount(tx, found.companyId, found.userId));
  return isPasswordOf(account?.passwordHash ?? null, DEMO_PASSWORD);
}

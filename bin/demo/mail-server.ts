import { and, eq } from "drizzle-orm";
import { openDatabase, schema } from "../../db/index.ts";
import { demoAccounts } from "../../domain/account/users/index.ts";
import { demoData } from "./demo-data.ts";

const OWN = /^smtp:\/\/127\.0\.0\.1:\d+$/;

/** Stores the sandbox's mail server, whose port changes with each start, for the demo's company. A server that people set stays. */
export async function keepSandboxMail(url: string, smtpUrl: string): Promise<void> {
  const database = openDatabase(url, { max: 2, name: "demo" });
  const { settings, users } = schema;
  try {
    for (const { id } of await database.platform.execute<{ id: string }>("select all_company_ids() as id"))
      await database.company(id, async (db) => {
        const isMarina = and(eq(users.companyId, id), eq(users.email, demoAccounts.admin));
        const [marina] = await db.select({ id: users.id }).from(users).where(isMarina);
        if (!marina) return;
        const rows = await db.select().from(settings).where(eq(settings.companyId, id));
        const stored = new Map(rows.map(({ key, value }) => [key, value]));
        if (!OWN.test(stored.get("smtpauth") ?? smtpUrl)) return;
        const own = {
          smtpauth: smtpUrl,
          usersmtpauth: stored.get("usersmtpauth") ?? demoData.company.email,
        };
        for (const [key, value] of Object.entries(own))
          await db
            .insert(settings)
            .values({ companyId: id, key, value })
            .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: { value } });
      });
  } finally {
    await database.close();
  }
}

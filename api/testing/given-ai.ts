import { and, eq } from "drizzle-orm";
import { type AiPurpose, aiSettings } from "../../contracts/office/ai-purposes.ts";
import { schema } from "../../db/index.ts";
import { testDatabase } from "../../db/testing/given.ts";
import { type AiConfig, noAi } from "../../domain/office/ai-text/index.ts";
import { startAi } from "../../sandbox/testing/start-ai.ts";

export type GivenAi = Awaited<ReturnType<typeof givenAi>>;

/** Starts the stand-in and returns it with a configuration whose limits no test reaches by accident. */
export async function givenAi() {
  const standIn = await startAi();
  await standIn.behave({ delayMs: 0 });
  const { platform, origin } = standIn;
  const limits = { perMinute: 100_000, perDay: 100_000, perCompany: 100_000, perTrial: 100_000 };
  const config: AiConfig = { ...noAi, platform, allowed: [origin], ...limits };
  return { ...standIn, config };
}

/** Enables AI for these purposes in a company, and disables it for the others. */
export async function enableAi(companyId: string, purposes: readonly AiPurpose[]): Promise<void> {
  await testDatabase().company(companyId, async (tx) => {
    const rows = Object.entries(aiSettings).map(([purpose, key]) => {
      const value = purposes.includes(purpose as AiPurpose) ? "enabled" : "disabled";
      return { companyId, key, value };
    });
    for (const row of rows) {
      await tx
        .delete(schema.settings)
        .where(and(eq(schema.settings.companyId, companyId), eq(schema.settings.key, row.key)));
      await tx.insert(schema.settings).values(row);
    }
  });
}

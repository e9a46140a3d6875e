import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema/index.ts";

export type Schema = typeof schema;
/** A transaction in the scope of one company: what verbs work with. */
export type CompanyDb = PostgresJsDatabase<Schema>;

export type Database = {
  /** Runs `work` in one transaction that can see and write only this company's rows. */
  company<T>(companyId: string, work: (tx: CompanyDb) => Promise<T>): Promise<T>;
  /** The few questions that belong to no company; company-owned tables are empty here. */
  platform: CompanyDb;
  /** The raw driver, for LISTEN and COPY. */
  sql: postgres.Sql;
  close(): Promise<void>;
};

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Connects as the application's role, which row-level security binds whoever the address's user is. */
export function openDatabase(url: string, options: { max?: number; name?: string } = {}): Database {
  const client = postgres(url, {
    max: options.max ?? 10,
    onnotice: () => {},
    connection: {
      role: "balcao_app",
      application_name: options.name ?? "balcao",
      idle_in_transaction_session_timeout: 5_000,
      TimeZone: "UTC",
    } as Record<string, string | number>,
  });
  const platform = drizzle(client, { schema });
  return {
    platform,
    sql: client,
    async company(companyId, work) {
      if (!uuidPattern.test(companyId)) throw new Error(`not a company id: ${companyId}`);
      return platform.transaction(async (tx) => {
        // SET LOCAL, not set_config(): on several nodes only the statement travels to the workers.
        await tx.execute(sql.raw(`SET LOCAL app.company = '${companyId}'`));
        return work(tx as unknown as CompanyDb);
      });
    },
    close: () => client.end({ timeout: 5 }),
  };
}

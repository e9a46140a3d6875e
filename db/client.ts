import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { ISql, Sql, TransactionSql } from "postgres";
import { postgres } from "./driver.ts";
import * as schema from "./schema/index.ts";
import { together } from "./together.ts";

export type Schema = typeof schema;
/** A transaction in the scope of one company: what verbs work with. */
export type CompanyDb = PostgresJsDatabase<Schema>;

export type Database = {
  /** Runs `work` in one transaction that can see and write only this company's rows. */
  company<T>(companyId: string, work: (tx: CompanyDb) => Promise<T>): Promise<T>;
  /** The few questions that belong to no company; company-owned tables are empty here. */
  platform: CompanyDb;
  /** The raw driver, for LISTEN and COPY. */
  sql: Sql;
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
  const platform = drizzle(preparing(client), { schema });
  return {
    platform,
    sql: client,
    async company(companyId, work) {
      if (!uuidPattern.test(companyId)) throw new Error(`not a company id: ${companyId}`);
      return platform.transaction(async (tx) => {
        const [, result] = await together([enter(tx._.session, companyId), work(tx as unknown as CompanyDb)]);
        return result;
      });
    },
    close: () => client.end({ timeout: 5 }),
  };
}

/**
 * SET LOCAL, not set_config(): on several nodes only the statement travels to the workers. Given to the driver at once
 * and not through drizzle, whose statements start when they are waited for: so it is on the wire before the work's first
 * question, which need not wait for its answer.
 */
function enter(session: unknown, companyId: string): Promise<unknown> {
  const { client } = session as { client: TransactionSql };
  return client.unsafe(`SET LOCAL app.company = '${companyId}'`).execute();
}

/** Longer lists have a statement for each length: kept by every connection for its life, they would fill the server. */
const MOST_PREPARED_PARAMETERS = 64;

/**
 * Lets the driver prepare what drizzle asks: a question is planned once for each connection and then takes one round
 * trip, where an unprepared one is planned each time and takes two.
 */
function preparing<Client extends ISql>(client: Client): Client {
  const { unsafe } = client;
  client.unsafe = ((text: string, parameters: never[] = [], options = {}) => {
    const prepare = parameters.length > 0 && parameters.length <= MOST_PREPARED_PARAMETERS;
    return unsafe(text, parameters, { ...options, prepare });
  }) as typeof unsafe;
  for (const name of ["begin", "savepoint"] as const) {
    const inner: unknown = Reflect.get(client, name);
    if (typeof inner !== "function") continue;
    const scope = (work: (tx: TransactionSql) => unknown) => inner((tx: TransactionSql) => work(preparing(tx)));
    Reflect.set(client, name, scope);
  }
  return client;
}

import type { SQL } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from "drizzle-orm/pg-core";
import pg from "pg";
import { APPLICATION_ROLE } from "./application-role.ts";
import { inParallel } from "./in-parallel.ts";
import { openListener } from "./listener.ts";
import { isSerializationFailure } from "./transient-errors.ts";

interface RowsHKT extends PgQueryResultHKT {
  type: this["row"][];
}
/** A transaction in the scope of one company: what verbs work with. Raw SQL answers its rows. */
export type CompanyDb = PgDatabase<RowsHKT, Record<string, never>>;

type CompanyOptions = { isReading?: boolean; retryOnConflict?: boolean };

export type Database = {
  /**
   * Runs `work` in one transaction that can see and write only this company's rows. With `isReading` it can write
   * nothing, and its answer does not wait for its end. With `retryOnConflict` it is made anew when the database undid it
   * for another: what it does beside this transaction must bear that.
   */
  company<T>(companyId: string, work: (tx: CompanyDb) => Promise<T>, options?: CompanyOptions): Promise<T>;
  /** The few questions that belong to no company; company-owned tables are empty here. */
  platform: Omit<CompanyDb, "transaction">;
  /**
   * Hears a channel's notices on a connection of its own, which comes back by itself; what was said meanwhile is lost,
   * so `onReconnect` looks for it.
   */
  listen(
    channel: string,
    onNotice: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<{ unlisten(): Promise<void> }>;
  /** A connection as the application's role, for tests that go past the company scope. */
  connection(): Promise<pg.PoolClient>;
  /** Waits some seconds for what is under way; `atOnce`: not at all, as when the process dies. */
  close(options?: { atOnce?: boolean }): Promise<void>;
};

const CLOSE_MS = 5_000;
const MOST_TRIES = 4;
const CONNECT_MS = 30_000;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dialect = new PgDialect();

/**
 * Connects with the application's address: its user is no superuser and owns nothing (docs/decisions/0023), and every
 * session begins as the application's role. `options` in the address are kept.
 */
export function openDatabase(url: string, options: { max?: number; name?: string } = {}): Database {
  const config: pg.ClientConfig = {
    ...applicationSession(url),
    application_name: options.name ?? "balcao",
    idle_in_transaction_session_timeout: 5_000,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // What is asked together travels together.
    pipeline: true,
  };
  const pool = new pg.Pool({ ...config, max: options.max ?? 10, idleTimeoutMillis: 0, maxLifetimeSeconds: 3_600 });
  const clients = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    clients.add(client);
    // Whoever asks something on it hears of its end; without a listener it would end the process.
    client.on("error", () => {});
  });
  pool.on("remove", (client) => void clients.delete(client));
  // An idle connection was cut: the pool has let go of it, the next question opens another.
  pool.on("error", () => {});
  const listener = openListener({ ...config, application_name: `${config.application_name} (hears)` });

  async function transaction<T>(
    companyId: string,
    work: (tx: CompanyDb) => Promise<T>,
    isReading: boolean,
  ): Promise<T> {
    const client = await pool.connect();
    let isOver = false;
    const db = transactionOn(client, () => isOver);
    let ended: Promise<unknown> | undefined;
    try {
      // SET LOCAL, not set_config(): on several nodes only the statement travels to the workers. It is on the wire
      // before the work's first question, which need not wait for its answer.
      const begin = isReading ? "BEGIN READ ONLY" : "BEGIN";
      const entered = client.query(`${begin}; SET LOCAL app.company = '${companyId}'`);
      const [, result] = await inParallel([entered, work(db)]);
      isOver = true;
      const committed = client.query("COMMIT");
      ended = committed;
      // Where a statement has failed, COMMIT rolls back and is content.
      if (!isReading && (await committed).command !== "COMMIT")
        throw new Error("the transaction was rolled back: a statement in it had failed");
      return result;
    } catch (error) {
      isOver = true;
      ended ??= client.query("ROLLBACK");
      await ended.catch(() => {});
      throw error;
    } finally {
      // A client on which the end failed is not used again.
      ended?.then(
        () => client.release(),
        () => client.release(true),
      );
    }
  }

  return {
    platform: transactionOn(pool),
    listen: listener.listen,
    connection: () => pool.connect(),
    async company(companyId, work, { isReading = false, retryOnConflict = false } = {}) {
      if (!uuidPattern.test(companyId)) throw new Error(`not a company id: ${companyId}`);
      for (let tries = 1; ; tries += 1) {
        try {
          return await transaction(companyId, work, isReading);
        } catch (error) {
          if (!retryOnConflict || tries === MOST_TRIES || !isSerializationFailure(error)) throw error;
        }
      }
    },
    async close({ atOnce = false } = {}) {
      listener.close();
      const ended = pool.end();
      if (!atOnce) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
      for (const client of clients) void (client as unknown as pg.Client).end().catch(() => {});
    },
  };
}

/** How a session of the application begins. The address's own `options` are added to ours; the driver would replace ours. */
export function applicationSession(url: string): { connectionString: string; options: string } {
  const address = new URL(url);
  const own = address.searchParams.get("options") ?? "";
  address.searchParams.delete("options");
  const options = [`-c role=${APPLICATION_ROLE}`, "-c TimeZone=UTC", own].join(" ").trim();
  return { connectionString: address.href, options };
}

/**
 * Drizzle over a client on which a transaction is begun: its own are savepoints in that. Once it is over nothing is
 * asked any more: the client may serve another company by then.
 */
function transactionOn(client: pg.Pool | pg.PoolClient, isOver = () => false): CompanyDb {
  const session = new RowsSession(asDrizzleAsks(client, isOver), dialect, undefined);
  return new NodePgTransaction(dialect, session, undefined) as unknown as CompanyDb;
}

class RowsSession extends NodePgSession<Record<string, never>, Record<string, never>> {
  override async count(question: SQL): Promise<number> {
    const [row] = (await this.execute(question)) as unknown as { count: string }[];
    return Number(row?.count);
  }
}

/** Longer lists have a statement for each length: kept by every connection for its life, they would fill the server. */
const MOST_PREPARED_PARAMETERS = 64;
const MOST_PREPARED = 2_000;
const names = new Map<string, string>();

/** A question with parameters is planned once for each connection, under a name that its text always has. */
function nameOf(text: string, parameters: unknown[]): string | undefined {
  if (parameters.length === 0 || parameters.length > MOST_PREPARED_PARAMETERS) return undefined;
  const known = names.get(text);
  if (known || names.size >= MOST_PREPARED) return known;
  const name = `balcao_${names.size}`;
  names.set(text, name);
  return name;
}

/** Drizzle asks for arrays where it knows the columns, and hands on what it gets where it does not: there, the rows. */
function asDrizzleAsks(client: pg.Pool | pg.PoolClient, isOver: () => boolean): pg.Client {
  const query = async (config: pg.QueryArrayConfig, parameters: unknown[]) => {
    if (isOver()) throw new Error("the transaction is over");
    const question = { ...config, name: nameOf(config.text, parameters), types: rememberedTypes(config.types) };
    const result = await client.query(question, parameters);
    return config.rowMode === "array" ? result : result.rows;
  };
  return { query } as unknown as pg.Client;
}

type TypeParser = ReturnType<typeof pg.types.getTypeParser>;
const parsers = new Map<number, TypeParser>();

/** Drizzle decides anew for each column of each answer how a type is read, and always the same. */
function rememberedTypes(types: pg.CustomTypesConfig | undefined): pg.CustomTypesConfig | undefined {
  if (!types) return undefined;
  const getTypeParser = (oid: number, format?: string): TypeParser => {
    const known = parsers.get(oid);
    if (known) return known;
    const parser: TypeParser = types.getTypeParser(oid, format as "text");
    parsers.set(oid, parser);
    return parser;
  };
  return { getTypeParser } as pg.CustomTypesConfig;
}

import type { SQL } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from "drizzle-orm/pg-core";
import pg from "pg";
import { corkForThisTick } from "./driver/cork.ts";
import { inParallel } from "./driver/in-parallel.ts";
import { openListener } from "./driver/listener.ts";
import { runOneStatement, runStatements } from "./driver/run-statements.ts";
import { newEnding, noteEnding } from "./driver/send-last.ts";
import { openSeparateTransactions, type RunSeparately } from "./driver/separate-transaction.ts";
import { statementName } from "./driver/statement-name.ts";
import { isSerializationFailure } from "./driver/transient-errors.ts";
import { APPLICATION_ROLE } from "./roles/application-role.ts";

interface RowsHKT extends PgQueryResultHKT {
  type: this["row"][];
}
/** A transaction scoped to one company; all verbs use it. Raw SQL returns rows. */
export type CompanyDb = PgDatabase<RowsHKT, Record<string, never>>;

type CompanyOptions = { isReading?: boolean | "snapshot"; retryOnConflict?: boolean; isLong?: boolean };

/** A company that does not exist. */
const NO_COMPANY = "00000000-0000-0000-0000-000000000000";

export type Database = {
  /**
   * Runs `work` in one transaction that can read and write only this company's rows. With `isReading`, the
   * transaction is READ ONLY and the result does not wait for COMMIT; with "snapshot" all its statements read the same
   * snapshot. With `retryOnConflict`, retries on deadlock or
   * serialization failure (four attempts), so side effects in `work` must be idempotent. With `isLong` (an export, an erasure), its
   * statements may take longer than `statementTimeoutMs`.
   */
  company<T>(companyId: string, work: (tx: CompanyDb) => Promise<T>, options?: CompanyOptions): Promise<T>;
  /**
   * Runs one statement of the company in a transaction of its own, in one round trip, and returns its rows after the
   * commit: as the driver reads them, not as the schema does.
   */
  statement<R extends object>(companyId: string, statement: SQL): Promise<R[]>;
  /** The same with several statements in one transaction and one round trip; returns the rows of each. */
  statements<R extends object>(companyId: string, statements: readonly SQL[]): Promise<R[][]>;
  /**
   * Runs `work` as the platform: it sees companies, invoices, charges, payment events and the audit of all companies, and
   * no other row of them (docs/decisions/0048). With `companyId` it also reads and writes all rows of that company.
   */
  asPlatform<T>(work: (tx: CompanyDb) => Promise<T>, options?: CompanyOptions & { companyId?: string }): Promise<T>;
  /** Statements that belong to no company; company-owned tables are empty here. */
  platform: Omit<CompanyDb, "transaction">;
  /**
   * Subscribes to a channel's notifications on a separate connection that reconnects by itself. Notifications sent
   * while it is disconnected are lost, so `onReconnect` must check for missed work. `onLost` is called when the
   * connection is lost.
   */
  listen(
    channel: string,
    onNotice: (payload: string) => void,
    onReconnect?: () => void,
    onLost?: () => void,
  ): Promise<{ unlisten(): Promise<void> }>;
  /** Returns a connection with the application's role, for tests that bypass the company scope. */
  connection(): Promise<pg.PoolClient>;
  /** Closes the pool; waits up to five seconds for running work, or not at all with `atOnce` (as in a crash). */
  close(options?: { atOnce?: boolean }): Promise<void>;
};

/** Tests on several nodes refuse statements that no company leads to one of them; the platform's screens read all companies. */
const OVER_ALL_COMPANIES = "SET LOCAL citus.multi_task_query_log_level = off";
/**
 * Settings for several nodes; one Postgres keeps them without a meaning. SET LOCAL reaches all nodes. A statement over all
 * companies uses one connection per node, so that the same transaction can write tables that each node has a copy of.
 */
const NODE_SETTINGS = "-c citus.propagate_set_commands=local -c citus.multi_shard_modify_mode=sequential";

type DatabaseOptions = {
  max?: number;
  name?: string;
  /** A statement that runs longer is cancelled (`isStatementTimeout`); absent: no limit. For programs that people wait for. */
  statementTimeoutMs?: number;
};

/** For one transaction, ends the limit of the connection. */
const WITHOUT_TIMEOUT = "SET LOCAL statement_timeout = 0";

const CLOSE_MS = 5_000;
const MAX_TRIES = 4;
const CONNECT_MS = 30_000;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dialect = new PgDialect();

/**
 * Connects with the application's address: its user is no superuser and owns nothing (docs/decisions/0023), and every
 * session begins as the application's role. `options` in the address are kept.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const config: pg.ClientConfig = {
    ...inCompanySession(url, options.statementTimeoutMs),
    application_name: options.name ?? "balcao",
    idle_in_transaction_session_timeout: 5_000,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // Statements sent in one tick share a round trip.
    pipeline: true,
  };
  const { pool, clients } = openPool({ ...config, max: options.max ?? 10 });
  const listener = openListener({ ...config, application_name: `${config.application_name} (listens)` });
  const separate = openSeparateTransactions(config);

  async function transaction<T>(
    companyId: string,
    work: (tx: CompanyDb) => Promise<T>,
    isReading: boolean | "snapshot",
    isPlatform: boolean,
    isLong: boolean,
  ): Promise<T> {
    const client = await pool.connect();
    let isOver = false;
    const ending = newEnding();
    const db = transactionOn(client, separate.run, () => {
      if (isOver) throw new Error("the transaction is over");
      ending.sent += 1;
    });
    noteEnding(db, ending);
    let ended: Promise<unknown> | undefined;
    try {
      const entered = sendTogether(client, [
        ...[beginOf(isReading), `SET LOCAL app.company = '${companyId}'`],
        ...(isLong ? [WITHOUT_TIMEOUT] : []),
        ...(isPlatform ? ["SET LOCAL app.platform = 'on'", OVER_ALL_COMPANIES] : []),
      ]);
      ending.last.push(entered);
      const result = await work(db);
      isOver = true;
      const committed = client.query("COMMIT");
      ended = committed;
      await inParallel(ending.last);
      // After a failed statement, COMMIT rolls back and reports no error.
      if (!isReading && (await committed).command !== "COMMIT")
        throw new Error("the transaction was rolled back: a statement in it had failed");
      return result;
    } catch (error) {
      isOver = true;
      ended ??= client.query("ROLLBACK");
      await ended.catch(() => {}); // the first error is the cause; `finally` drops the connection
      // A statement that was sent last may have failed before the one that the work waited for.
      await inParallel([Promise.reject(error), ...ending.last]);
      throw error;
    } finally {
      // A connection whose COMMIT or ROLLBACK failed is not returned to the pool.
      ended?.then(
        () => client.release(),
        () => client.release(true),
      );
    }
  }

  async function retried<T>(
    companyId: string,
    work: (tx: CompanyDb) => Promise<T>,
    { isReading = false, retryOnConflict = false, isLong = false }: CompanyOptions,
    isPlatform: boolean,
  ): Promise<T> {
    requireUuid(companyId);
    for (let tries = 1; ; tries += 1) {
      try {
        return await transaction(companyId, work, isReading, isPlatform, isLong);
      } catch (error) {
        if (!retryOnConflict || tries === MAX_TRIES || !isSerializationFailure(error)) throw error;
      }
    }
  }

  return {
    platform: transactionOn(pool, separate.run),
    listen: listener.listen,
    connection: () => pool.connect(),
    async statement<R extends object>(companyId: string, statement: SQL) {
      requireUuid(companyId);
      return runOneStatement<R>(pool, companyId, statement);
    },
    async statements<R extends object>(companyId: string, statements: readonly SQL[]) {
      requireUuid(companyId);
      return runStatements<R>(pool, companyId, statements);
    },
    company: (companyId, work, options = {}) => retried(companyId, work, options, false),
    asPlatform: (work, { companyId = NO_COMPANY, ...options } = {}) => retried(companyId, work, options, true),
    async close({ atOnce = false } = {}) {
      listener.close();
      const ended = Promise.all([pool.end(), separate.close()]);
      if (!atOnce) await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
      for (const client of clients) void (client as unknown as pg.Client).end().catch(() => {}); // already closed
    },
  };
}

/**
 * Sends statements before the first one of a transaction's work. SET LOCAL rather than set_config(): with several nodes
 * only the statement reaches the workers, with all the text that it is sent in. So each is a query of its own.
 */
function sendTogether(client: pg.PoolClient, statements: readonly string[]): Promise<unknown> {
  corkForThisTick(client);
  const sent = inParallel(statements.map((text) => client.query(text)));
  sent.catch(() => {}); // awaited with the last statements
  return sent;
}

function beginOf(isReading: boolean | "snapshot"): string {
  if (isReading === "snapshot") return "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
  return isReading ? "BEGIN READ ONLY" : "BEGIN";
}

/** Opens the pool; `clients` are its open connections. */
function openPool(config: pg.PoolConfig): { pool: pg.Pool; clients: ReadonlySet<pg.PoolClient> } {
  const pool = new pg.Pool({ ...config, idleTimeoutMillis: 0, maxLifetimeSeconds: 3_600 });
  const clients = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    clients.add(client);
    // Pending queries on the connection reject with the error; without a listener the event would end the process.
    client.on("error", () => {});
  });
  pool.on("remove", (client) => void clients.delete(client));
  // An idle connection was lost: the pool has removed it, and the next query opens another one.
  pool.on("error", () => {});
  return { pool, clients };
}

/**
 * Runs a statement of the company in a transaction of its own while `db`'s transaction goes on, and returns its rows:
 * committed even if `db`'s is rolled back. The statement must not need rows that `db`'s transaction has locked.
 */
export function runSeparately<R extends object>(db: CompanyDb, companyId: string, statement: SQL): Promise<R[]> {
  requireUuid(companyId);
  return (db._.session as unknown as RowsSession).separately<R>(companyId, statement);
}

/** Ids are written into the text of SET LOCAL. */
function requireUuid(companyId: string): void {
  if (!uuidPattern.test(companyId)) throw new Error(`not a company id: ${companyId}`);
}

/**
 * Returns the connection string and session options of the application. The address's own `options` are merged with
 * ours; the driver would overwrite ours.
 */
export function applicationSession(url: string): { connectionString: string; options: string } {
  const address = new URL(url);
  const own = address.searchParams.get("options") ?? "";
  address.searchParams.delete("options");
  const options = [`-c role=${APPLICATION_ROLE}`, "-c TimeZone=UTC", own].join(" ").trim();
  return { connectionString: address.href, options };
}

/** The application's session, in which a company can be entered. */
function inCompanySession(
  url: string,
  statementTimeoutMs: number | undefined,
): { connectionString: string; options: string } {
  const { connectionString, options } = applicationSession(url);
  // An option of the connection, not of the role: jobs sign in with the same one, and may take longer.
  const limit = statementTimeoutMs === undefined ? "" : ` -c statement_timeout=${statementTimeoutMs}`;
  return { connectionString, options: `${options} ${NODE_SETTINGS}${limit}` };
}

/**
 * Returns drizzle on a connection with an open transaction; nested transactions are savepoints. `onSend` is called before
 * each statement and may refuse it: after the transaction has ended, the connection may serve another company.
 */
function transactionOn(client: pg.Pool | pg.PoolClient, separately: RunSeparately, onSend = () => {}): CompanyDb {
  const session = new RowsSession(asDrizzleAsks(client, onSend), dialect, separately);
  return new NodePgTransaction(dialect, session, undefined) as unknown as CompanyDb;
}

class RowsSession extends NodePgSession<Record<string, never>, Record<string, never>> {
  readonly separately: RunSeparately;
  constructor(client: pg.Client, ofDialect: PgDialect, separately: RunSeparately) {
    super(client, ofDialect, undefined);
    this.separately = separately;
  }

  override async count(question: SQL): Promise<number> {
    const [row] = (await this.execute(question)) as unknown as { count: string }[];
    return Number(row?.count);
  }
}

/** Drizzle expects arrays where it knows the columns, and otherwise passes the result on: there, the rows. */
function asDrizzleAsks(client: pg.Pool | pg.PoolClient, onSend: () => void): pg.Client {
  const query = async (config: pg.QueryArrayConfig, parameters: unknown[]) => {
    onSend();
    const question = { ...config, name: statementName(config.text, parameters), types: rememberedTypes(config.types) };
    if (!(client instanceof pg.Pool)) corkForThisTick(client);
    const result = await client.query(question, parameters);
    return config.rowMode === "array" ? result : result.rows;
  };
  return { query } as unknown as pg.Client;
}

type TypeParser = ReturnType<typeof pg.types.getTypeParser>;
const parsers = new Map<number, TypeParser>();

/** Caches type parsers by OID: drizzle looks them up again for each column of each result. */
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

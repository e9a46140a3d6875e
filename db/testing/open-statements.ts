import pg from "pg";

/** A statement that has no answer yet, or a wait for a connection. `at` holds the callers. */
type OpenStatement = { pid: number | null; text: string; since: number; at: Error };
type Inside = {
  processID: number | null;
  readyForQuery?: boolean;
  _activeQuery: unknown;
  _sentQueryQueue: unknown[];
  _queryQueue: unknown[];
  connection: { stream: { writableLength: number; writableCorked: number; destroyed: boolean } };
};

/** Drizzle alone has eight frames. */
const STACK_FRAMES = 40;
const open = new Set<OpenStatement>();
/** The connections and pools that this process has opened and that are in use. */
const clients = new Set<WeakRef<pg.Client>>();
const pools = new Set<WeakRef<pg.Pool>>();

/** Returns the answer as the caller gets it: a rejection that nothing handles must still fail the run. */
function noted<T>(text: string, pid: number | null, answer: T): T {
  // A statement with a callback has no promise; `pool.query` sends such ones and is noted itself.
  if (!(answer instanceof Promise)) return answer;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = STACK_FRAMES;
  const one: OpenStatement = { pid, text, since: performance.now(), at: new Error("asked") };
  Error.stackTraceLimit = stackTraceLimit;
  open.add(one);
  return answer.finally(() => open.delete(one)) as T;
}

const textOf = (question: unknown): string =>
  typeof question === "string" ? question : String((question as { text?: unknown } | undefined)?.text);

/** Notes each statement of this process until it is answered. A set-up file of vitest calls it. */
export function noteOpenStatements(): void {
  const known = { clients: new WeakSet<pg.Client>(), pools: new WeakSet<pg.Pool>() };
  const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    if (!known.clients.has(this)) clients.add(new WeakRef(this));
    known.clients.add(this);
    return noted(textOf(given[0]), (this as unknown as Inside).processID, send.apply(this, given));
  } as typeof pg.Client.prototype.query;
  for (const way of ["connect", "query"] as const) {
    const ask = pg.Pool.prototype[way] as (this: pg.Pool, ...given: unknown[]) => unknown;
    Object.assign(pg.Pool.prototype, {
      [way](this: pg.Pool, ...given: unknown[]) {
        if (!known.pools.has(this)) pools.add(new WeakRef(this));
        known.pools.add(this);
        const text = way === "connect" ? "waits for a connection of the pool" : textOf(given[0]);
        return noted(text, null, ask.apply(this, given));
      },
    });
  }
}

/** Without the frames of packages and of this file. */
const callersOf = ({ stack = "" }: Error): string =>
  stack
    .split("\n")
    .filter((line) => line.startsWith("    at ") && !/node_modules|node:internal|open-statements\.ts/.test(line))
    .join("\n");

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Describes the statements without an answer, oldest first, and the state of the pools and connections in use. */
export function describeOpenStatements(): string[] {
  const now = performance.now();
  const statements = [...open].map(
    ({ pid, text, since, at }) =>
      `no answer for ${seconds(now - since)} on session ${pid ?? "?"}: ${text}\n${callersOf(at)}`,
  );
  const poolLines = [...pools].flatMap((ref) => {
    const pool = ref.deref();
    if (!pool) return [];
    const { totalCount, idleCount, waitingCount } = pool;
    return [`pool "${pool.options.application_name}": ${totalCount} open, ${idleCount} idle, ${waitingCount} waiting`];
  });
  const clientLines = [...clients].flatMap((ref) => describeClient(ref.deref() as unknown as Inside | undefined));
  return [...statements, ...poolLines, ...clientLines];
}

/** The driver's queues of a connection that waits for an answer. */
function describeClient(client: Inside | undefined): string[] {
  if (!client?._activeQuery && !client?._sentQueryQueue.length && !client?._queryQueue.length) return [];
  const { writableLength, writableCorked, destroyed } = client.connection.stream;
  const queues = `${client._activeQuery ? 1 : 0} active, ${client._sentQueryQueue.length} sent, ${client._queryQueue.length} unsent`;
  const stream = `${writableLength} bytes unwritten, corked ${writableCorked} times${destroyed ? ", destroyed" : ""}`;
  return [`session ${client.processID}: ${queues}, ready ${client.readyForQuery}, ${stream}`];
}

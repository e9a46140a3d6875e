import pg from "pg";

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

const textOf = (question: unknown): string =>
  typeof question === "string" ? question : String((question as { text?: unknown } | undefined)?.text);

/**
 * Counts the round trips of this process while `work` runs: how often something waits for Postgres. Statements that are
 * sent on a connection before it has answered the first of them share their round trip. The end of a read-only
 * transaction is not counted, because its result does not wait for it.
 */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const reading = new WeakSet<pg.Client>();
  /** Connections that have answered none of the statements of their present round trip. */
  const waiting = new WeakSet<pg.Client>();
  const send = pg.Client.prototype.query as Query;
  let trips = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0]);
    const isReadsEnd = text === "COMMIT" && reading.has(this);
    if (/^BEGIN/.test(text)) reading[text.endsWith("READ ONLY") ? "add" : "delete"](this);
    if (!isReadsEnd && !waiting.has(this)) trips += 1;
    if (!isReadsEnd) waiting.add(this);
    const answer = send.apply(this, given);
    const end = () => void waiting.delete(this);
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  } as typeof pg.Client.prototype.query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query;
  }
  return trips;
}

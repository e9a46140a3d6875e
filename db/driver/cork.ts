import type { Writable } from "node:stream";
import type pg from "pg";

const corked = new WeakSet<Writable>();

/**
 * Writes everything that is sent on the connection until the end of this tick in one system call: statements that are
 * sent in parallel, and the BEGIN before the first one.
 */
export function corkForThisTick(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

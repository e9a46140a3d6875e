import type { CompanyDb } from "../client.ts";

/** The end of an open transaction. `sent`: its statements so far. */
type Ending = { sent: number; last: Promise<unknown>[] };

const endings = new WeakMap<CompanyDb, Ending>();

/** Notes the end of the transaction whose work uses this object. The caller counts what it sends. */
export function noteEnding(db: CompanyDb, ending: Ending): void {
  endings.set(db, ending);
}

export const newEnding = (): Ending => ({ sent: 0, last: [] });

/**
 * Lets a statement share its round trip with COMMIT: the work goes on without its result. When it fails, the transaction
 * is rolled back and fails with its error. `send` must send it at once, as prepared statements and `execute()` do: one
 * that is sent later could follow COMMIT. In a savepoint it waits for the result, because statements of the transaction
 * follow. The result is known after the commit.
 */
export async function sendLast<T>(db: CompanyDb, send: () => Promise<T>): Promise<{ result: Promise<T> }> {
  const ending = endings.get(db);
  const sent = ending?.sent;
  const result = send();
  if (!ending) {
    await result;
    return { result };
  }
  // The transaction awaits it, but perhaps later than it fails.
  result.catch(() => {});
  ending.last.push(result);
  if (ending.sent === sent) throw new Error("a last statement was not sent at once");
  return { result };
}

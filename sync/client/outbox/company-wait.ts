import { commandRow } from "../../../contracts/commands/index.ts";
import type { OutboxRecord } from "./entry.ts";

/** An agent who reads a message usually answers it, and a customer usually writes more than one. */
const COMPANY_MS = 3_000;

/** Returns whether a command waits for others: then it is not shown as waiting, for it could be sent. */
export const waitsForCompany = (record: OutboxRecord, now: number): boolean =>
  record.state === "waiting" && timeToCompany([record], now) > 0;

/**
 * Returns for how long these commands may wait for others, in milliseconds; 0: they are sent now. A conversation is
 * read with each message; of a colleague's chat or an announcement, other devices of the user show at once that it was
 * read.
 */
export function timeToCompany(records: readonly OutboxRecord[], now: number): number {
  if (records.length === 0 || !records.every(({ type }) => commandRow(type).isUnhurried)) return 0;
  const oldest = Math.min(...records.map(({ createdAt }) => Date.parse(createdAt)));
  const waitedMs = now - oldest;
  // A clock that was set back makes no command wait longer.
  return waitedMs < 0 ? 0 : Math.max(0, COMPANY_MS - waitedMs);
}

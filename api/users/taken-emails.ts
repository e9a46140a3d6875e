import { DomainError } from "../../contracts/domain-error.ts";
import type { Database } from "../../db/index.ts";
import { countFailure, failureKey, refuseWaiting, secondsToWait } from "../http/failure-counts.ts";

/** Number of taken e-mails that one company may try within 15 minutes before its user changes must wait. */
const TAKEN_PER_COMPANY = 20;

/**
 * Runs a change of a user. Counts each e-mail refused as taken, because it reveals that an account exists elsewhere.
 */
export async function countingTakenEmails<T>(
  database: Database,
  companyId: string,
  work: () => Promise<T>,
): Promise<T> {
  const now = new Date();
  const key = failureKey("taken e-mail", companyId);
  refuseWaiting(await secondsToWait(database, key, TAKEN_PER_COMPANY, now));
  try {
    return await work();
  } catch (error) {
    if (isTaken(error)) await countFailure(database, key, TAKEN_PER_COMPANY, now);
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  const { email } = (error instanceof DomainError && (error.details?.fields as { email?: unknown })) || {};
  return Array.isArray(email) && email.includes("taken");
}

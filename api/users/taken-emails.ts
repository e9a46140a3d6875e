import type { Database } from "../../db/index.ts";
import { DomainError } from "../../domain/domain-error.ts";
import { countFailure, failureKey, refuseWaiting, secondsToWait } from "../http/failure-counts.ts";

/** Taken e-mails that one company may name within 15 minutes before its changes of users wait. */
const TAKEN_PER_COMPANY = 20;

/** Runs a change of a user. Each e-mail refused as taken tells that someone somewhere has an account, so they are counted. */
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

import { scheduleWindow, syncWindow } from "../../../contracts/sync.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import { schedulesQuery, ticketsQuery } from "../cache/queries.ts";
import type { CacheDatabase } from "../local/databases.ts";

const DAY_MS = 86_400_000;
const KEY = "pruned";

const closedQuery = ticketsQuery({ status: "closed", showAll: true }, "");
/** So many closed tickets stay on a device without space. */
const ALWAYS_KEPT = 50;

/** Returns the older half of the closed tickets: a device without space drops them. */
export async function oldestTickets(documents: DocumentDatabase): Promise<string[]> {
  const closed = await documents.collections.tickets.find(closedQuery).exec();
  return closed.slice(Math.max(ALWAYS_KEPT, Math.ceil(closed.length / 2))).map(({ id }) => id);
}

/**
 * Returns closed tickets that this device need not keep (too old or too many) and long finished schedules. Null:
 * already checked within the last day.
 */
export async function expiredDocuments(
  documents: DocumentDatabase,
  { meta }: CacheDatabase,
  nowMs: number,
): Promise<{ ticketIds: string[]; scheduleIds: string[] } | null> {
  const last = (await meta.get(KEY))?.value;
  if (typeof last === "number" && nowMs - last < DAY_MS) return null;
  await meta.put({ key: KEY, value: nowMs });
  const closed = await documents.collections.tickets.find(closedQuery).exec();
  const oldest = nowMs - syncWindow.closedDays * DAY_MS;
  const ticketIds = closed
    .filter((ticket, at) => at >= syncWindow.closedTickets || Date.parse(ticket.updatedAt) < oldest)
    .map(({ id }) => id);
  const since = nowMs - scheduleWindow.pastDays * DAY_MS;
  const schedules = await documents.collections.schedules.find(schedulesQuery()).exec();
  const scheduleIds = schedules
    .filter(({ status, sendAt }) => status !== "pending" && Date.parse(sendAt) <= since)
    .map(({ id }) => id);
  return { ticketIds, scheduleIds };
}

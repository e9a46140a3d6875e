import { syncWindow } from "../../contracts/sync.ts";
import type { DocumentDatabase } from "../cache/documents.ts";
import { ticketsQuery } from "../cache/queries.ts";
import type { CacheDatabase } from "../local/databases.ts";

const DAY_MS = 86_400_000;
const KEY = "pruned";

/** Closed tickets this device need not keep: too old, or too many. Null: looked within the last day. */
export async function ticketsToDrop(
  documents: DocumentDatabase,
  { meta }: CacheDatabase,
  nowMs: number,
): Promise<string[] | null> {
  const last = (await meta.get(KEY))?.value;
  if (typeof last === "number" && nowMs - last < DAY_MS) return null;
  await meta.put({ key: KEY, value: nowMs });
  const query = ticketsQuery({ status: "closed", showAll: true }, "");
  const closed = await documents.collections.tickets.find(query).exec();
  const oldest = nowMs - syncWindow.closedDays * DAY_MS;
  return closed
    .filter((ticket, at) => at >= syncWindow.closedTickets || Date.parse(ticket.updatedAt) < oldest)
    .map(({ id }) => id);
}

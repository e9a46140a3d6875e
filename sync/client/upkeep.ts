import { repeatEvery } from "./clock.ts";
import type { LeadingDeps } from "./leading.ts";
import type { OutboxRecord } from "./outbox/entry.ts";
import type { startReplication } from "./pull/replication.ts";
import { expiredDocuments, oldestTickets } from "./pull/retention.ts";

const PRUNE_CHECK_MS = 3_600_000;
const SPACE_CHECK_MS = 60_000;

type UpkeepDeps = Pick<LeadingDeps, "documents" | "cache" | "media" | "meter" | "clock"> & {
  replication: Pick<ReturnType<typeof startReplication>, "drop" | "dropSchedules">;
  /** Returns the commands whose effect the pulled documents do not show yet. */
  unsettled(): OutboxRecord[];
};

/**
 * Drops what this device need not keep, and more while its space is short. Tickets with commands in the outbox stay.
 * Returns the function that ends it.
 */
export function startUpkeep(deps: UpkeepDeps): () => void {
  const { documents, cache, clock, replication, unsettled } = deps;

  async function dropTickets(ids: readonly string[]) {
    const inUse = new Set(unsettled().map((record) => record.ticketId));
    const ticketIds = ids.filter((id) => !inUse.has(id));
    if (ticketIds.length > 0) await replication.drop(ticketIds);
  }

  async function prune() {
    const drop = await expiredDocuments(documents, cache, clock.now());
    if (!drop) return;
    await dropTickets(drop.ticketIds);
    if (drop.scheduleIds.length > 0) await replication.dropSchedules(drop.scheduleIds);
  }

  async function watchSpace() {
    const { keepFree } = await import("./local/space.ts");
    await keepFree({ ...deps, dropOldTickets: async () => dropTickets(await oldestTickets(documents)) });
  }

  const report = (error: unknown) => console.error(error);
  const stopPruning = repeatEvery(clock, PRUNE_CHECK_MS, () => void prune().catch(report));
  const stopWatching = repeatEvery(clock, SPACE_CHECK_MS, () => void watchSpace().catch(report));
  void prune().catch(report);
  return () => {
    stopPruning();
    stopWatching();
  };
}

import type { CollectionName } from "../../../contracts/sync.ts";
import type { History } from "../local/history.ts";
import type { WorkList } from "../local/work.ts";
import type { ThreadCollection, ThreadRow } from "../thread-kinds.ts";

type LocalRequestDeps = { work: WorkList; history: History<ThreadRow>; resync(collection: CollectionName): void };

/** The device's own wishes for the pull: they go to the work list, and the next round does them. */
export function createLocalRequests({ work, history, resync }: LocalRequestDeps) {
  return {
    /** Drops tickets that this device need not keep, with their threads. */
    async drop(ticketIds: string[]) {
      await work.add("tickets", { drop: ticketIds });
      await work.add("threads", { drop: ticketIds });
      await history.forget(ticketIds);
      resync("tickets");
      resync("threads");
    },
    async dropSchedules(ids: string[]) {
      await work.add("schedules", { drop: ids });
      resync("schedules");
    },
    async fetchThreads(collection: ThreadCollection, ids: string[]) {
      await work.add(collection, { fetch: ids });
      resync(collection);
    },
  };
}

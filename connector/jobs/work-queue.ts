import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Jobs } from "../../db/index.ts";

type Handle<Name extends keyof Jobs> = (job: JobWithMetadata<Jobs[Name]>) => Promise<unknown>;
/** `workers`: how many jobs this process runs at once. `lookSeconds`: how often each looks without a notification. */
type Options = { workers?: number; lookSeconds?: number };

/** For jobs of processes that died, and after a lost connection. */
const LOOK_SECONDS = 10;
/** While notifications cannot be received. */
const WITHOUT_NOTICES_SECONDS = 2;

/**
 * Handles the jobs of a queue as soon as they are committed: a notification wakes the workers, each of which goes on while
 * there are jobs, and looks again when a failed one is due, unless it looks before that anyway. A handler may run twice.
 */
export async function workQueue<Name extends keyof Jobs>(
  boss: PgBoss,
  name: Name,
  handle: Handle<Name>,
  { workers = 1, lookSeconds = LOOK_SECONDS }: Options = {},
): Promise<void> {
  const intervals = {
    notifyPollingIntervalSeconds: lookSeconds,
    pollingIntervalSeconds: Math.min(lookSeconds, WITHOUT_NOTICES_SECONDS),
  };
  for (let at = 0; at < workers; at += 1) {
    let id = "";
    const work = async ([job]: JobWithMetadata<Jobs[Name]>[]) => {
      if (!job) return;
      boss.notifyWorker(id);
      try {
        await handle(job);
      } catch (error) {
        const waitMs = retryMs(job);
        if (waitMs < lookSeconds * 1_000) setTimeout(() => boss.notifyWorker(id), waitMs).unref();
        throw error;
      }
    };
    id = await boss.work(name, { ...intervals, includeMetadata: true }, work);
  }
}

/** The latest moment at which pg-boss lets a failed job run again, from now. */
function retryMs({ retryDelay, retryBackoff, retryDelayMax, retryCount }: JobWithMetadata): number {
  const seconds = retryBackoff ? Math.max(1, retryDelay) * 2 ** Math.min(16, retryCount + 1) : retryDelay;
  return (Math.min(seconds, retryDelayMax ?? seconds) + 1) * 1_000;
}

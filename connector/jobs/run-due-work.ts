import type { Logger } from "pino";
import { type Database, isDatabaseAway, isTransientDbError } from "../../db/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { limitTo } from "../concurrency/concurrency-limit.ts";
import { type Polling, startPolling } from "../concurrency/polling.ts";

/** Work of a company. `dueAt`: when; without it now. `key`: what runs once at a time; without it the whole company. */
export type Found = { companyId: string; dueAt?: Date; key?: string };

/** The end of the process. `isStopping`: begin nothing more. `signal`: end at once. */
export type Ending = { isStopping(): boolean; signal: AbortSignal };

/**
 * One kind of work that becomes due in companies. Every connector does it: locks, or leases in the rows, give each item
 * to one of them, and `act` does nothing when another was first.
 */
export type DueWork<Place extends Found = Found, Item = Place> = {
  /** Its name in logs. */
  kind: string;
  /** The longest pause before the next question. */
  everyMs: number;
  /** The pause before the first question; without it none. */
  firstAfterMs?: number;
  /** The channel of the database whose notices ask at once. */
  wokenBy?: string;
  /** How many keys run at once. */
  atOnce: number;
  /** The next question does not wait for what runs; a key that still runs is not begun again. */
  isDetached?: boolean;
  /** When something was done, asks again at once: more may be due. */
  asksAgain?: boolean;
  /** How long work may go on when the process ends, before its signal is aborted; without it as long as it takes. */
  graceMs?: number;
  /** Lists what is due, or becomes due soon. Companies without work, and suspended ones, are not listed. */
  find(now: Date): Promise<Place[]>;
  /** Lists the due items of a company, when it is its turn; without it they are what `find` has found. */
  items?(companyId: string): Promise<Item[]>;
  /** Does one item. Returns true when it did something. */
  act(companyId: string, item: Item, ending: Ending): Promise<unknown>;
  /** Returns the fields of an item's log line: ids only, no text, address or number. */
  logged?(item: Item): object;
};

type Row = DueWork<Found, unknown>;
type Parts = { transactions: Pick<CompanyTransactions, "places">; logger: Logger };
type StartParts = Parts & { database: Pick<Database, "listen"> };

/** Starts all work of a table. `stop` waits for what runs. */
export async function startDueWork(table: readonly Row[], parts: StartParts): Promise<Pick<Polling, "stop">> {
  const started = await Promise.all(table.map((row) => start(row, parts)));
  return { stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))) };
}

async function start(row: Row, parts: StartParts): Promise<Pick<Polling, "stop">> {
  const work = openDueWork(row, parts);
  const polling = startPolling(work.ask, row.firstAfterMs);
  const subscription = row.wokenBy ? await parts.database.listen(row.wokenBy, polling.wake) : null;
  // Notices before the subscription are lost.
  if (subscription) polling.wake();
  return {
    async stop() {
      work.end();
      await subscription?.unlisten();
      await polling.stop();
      await work.settled();
    },
  };
}

/**
 * Work that fails is found again by a later question. A failing item holds up no other, and a failing company no other
 * company: one whose node is away is skipped until it answers (`CompanyPlaces`).
 */
export function openDueWork(row: Row, { transactions: { places }, logger }: Parts) {
  const { kind, everyMs } = row;
  const limit = limitTo(row.atOnce);
  const running = new Map<string, Promise<boolean>>();
  const abort = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const ending: Ending = { isStopping: () => hasEnded, signal: abort.signal };
  /** The database was away: the rest of the pass waits for the next one. */
  let isAway = false;

  /** Does, or begins, what is due. Resolves with the pause in ms until more may be due. */
  async function ask(): Promise<number> {
    isAway = false;
    const now = new Date();
    const found = await find(now);
    const isDue = ({ dueAt }: Found) => !dueAt || dueAt <= now;
    const byKey = Map.groupBy(found.filter(isDue), ({ companyId, key }) => key ?? companyId);
    const begun = [...byKey].flatMap(([key, places]) => (running.has(key) ? [] : [begin(key, places)]));
    if (!row.isDetached && (await Promise.all(begun)).includes(true) && row.asksAgain) return 0;
    const ahead = found.flatMap((one) => (one.dueAt && !isDue(one) ? [one.dueAt.getTime() - Date.now()] : []));
    return Math.max(0, Math.min(everyMs, ...ahead));
  }

  async function find(now: Date): Promise<Found[]> {
    try {
      return await row.find(now);
    } catch (err) {
      logger.warn({ event: "due_work_failed", kind, err }, "Due work was not read; retrying");
      return [];
    }
  }

  function begin(key: string, found: Found[]): Promise<boolean> {
    const run = limit(() => doAll(found).catch(noteAway)).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  }

  function noteAway(err: unknown): false {
    isAway = true;
    logger.warn({ event: "due_work_failed", kind, err }, "Due work was not done; retrying");
    return false;
  }

  /** Returns whether anything was done. Rejects when the database is away. */
  async function doAll(found: Found[]): Promise<boolean> {
    const [first] = found;
    let hasMoved = false;
    if (!first || hasEnded || isAway) return false;
    const { companyId } = first;
    await places.reach(companyId, async () => {
      for (const item of (await row.items?.(companyId)) ?? found) {
        if (hasEnded) return;
        if (await doOne(companyId, item)) hasMoved = true;
      }
    });
    return hasMoved;
  }

  async function doOne(companyId: string, item: unknown): Promise<boolean> {
    try {
      return (await row.act(companyId, item, ending)) === true;
    } catch (err) {
      if (isDatabaseAway(err)) throw err;
      const level = isTransientDbError(err) ? "warn" : "error";
      logger[level](
        { event: "due_item_failed", kind, err, companyId, item: row.logged?.(item) },
        "Due item failed; retrying",
      );
      return false;
    }
  }

  return {
    ask,
    /** Begins nothing more. */
    end(): void {
      hasEnded = true;
      if (row.graceMs !== undefined) grace = setTimeout(() => abort.abort(), row.graceMs);
    },
    /** Resolves when nothing runs any more. */
    async settled(): Promise<void> {
      await Promise.all(running.values());
      clearTimeout(grace);
    },
  };
}

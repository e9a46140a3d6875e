import { DomainError } from "../../contracts/domain-error.ts";

/** A process of the api has ten connections; one company's searches leave most of them to the others. */
const MAX_RUNNING = 3;
const MAX_WAITING = 30;
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 10;

/** Returns whether a call reads a list by words, which the database may have to read whole. A HEAD is read as a GET. */
export function isSearch(method: string, url: string): boolean {
  // The name may be percent-encoded; a call without a query is not parsed.
  if ((method !== "GET" && method !== "HEAD") || !url.includes("?")) return false;
  return (new URL(url).searchParams.get("searchParam") ?? "").trim() !== "";
}

type Options = { maxRunning?: number; maxWaiting?: number; waitMs?: number };

/**
 * Runs at most three searches of a company at the same time; others wait for up to 10 seconds in the order of their
 * arrival, and are then refused. One instance counts the searches of one process.
 */
export function openSearchSlots({
  maxRunning = MAX_RUNNING,
  maxWaiting = MAX_WAITING,
  waitMs = WAIT_MS,
}: Options = {}) {
  const companies = new Map<string, { running: number; waiting: (() => void)[] }>();

  async function enter(companyId: string): Promise<void> {
    const known = companies.get(companyId) ?? { running: 0, waiting: [] };
    companies.set(companyId, known);
    if (known.running < maxRunning) {
      known.running += 1;
      return;
    }
    const refused = () =>
      new DomainError("ERR_TOO_MANY_SEARCHES", { retryAfterSeconds: RETRY_AFTER_SECONDS, limit: maxRunning });
    if (known.waiting.length >= maxWaiting) throw refused();
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        known.waiting.splice(known.waiting.indexOf(begin), 1);
        reject(refused());
      }, waitMs);
      known.waiting.push(begin);
    });
  }

  /** Gives the slot to the search that waits longest. */
  function leave(companyId: string): void {
    const known = companies.get(companyId);
    if (!known) return;
    const next = known.waiting.shift();
    if (next) next();
    else known.running -= 1;
    if (known.running === 0) companies.delete(companyId);
  }

  return {
    async run<T>(companyId: string, work: () => Promise<T>): Promise<T> {
      await enter(companyId);
      try {
        return await work();
      } finally {
        leave(companyId);
      }
    },
  };
}

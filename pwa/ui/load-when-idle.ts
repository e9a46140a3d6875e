/** Parts are not loaded earlier: at first the page opens its databases and draws the list. */
const AFTER_START_MS = 1_000;
/** Parts loaded in one idle moment: a busy page is seldom idle, and needs its parts without a network. */
const AT_ONCE = 4;
/** Work is done at the latest after this time, even on a page that is never idle. */
const MAX_WAIT_MS = 500;
/** Safari has no idle callback: there the next part waits for this time. */
const WITHOUT_IDLE_CALLBACK_MS = 500;

const waiting: (() => Promise<unknown>)[] = [];
let isLoading = false;

/**
 * Calls `load` when the browser is idle, a few parts at once, so that loading parts delays neither the first rows
 * nor a click.
 */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  waiting.push(load);
  if (!isLoading) void loadAll();
}

async function loadAll(): Promise<void> {
  isLoading = true;
  const early = AFTER_START_MS - performance.now();
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  // Opening the part loads it again.
  for (let loads = await nextWhenIdle(); loads.length > 0; loads = await nextWhenIdle())
    await Promise.allSettled(loads.map((load) => load()));
  isLoading = false;
}

async function nextWhenIdle(): Promise<(() => Promise<unknown>)[]> {
  await new Promise<void>(whenIdle);
  // The last ones belong to what the user has opened last.
  return waiting.splice(-AT_ONCE);
}

/** Calls `work` once when the browser is idle. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => work(), { timeout: MAX_WAIT_MS });
  else setTimeout(work, WITHOUT_IDLE_CALLBACK_MS);
}

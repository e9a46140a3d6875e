/** Parts are not loaded earlier: at first the page opens its databases and draws the list. */
const AFTER_START_MS = 3_000;
/** Work is done at the latest after this time, even on a page that is never idle. */
const MAX_WAIT_MS = 2_000;
/** Safari has no idle callback: there the next part waits for this time. */
const WITHOUT_IDLE_CALLBACK_MS = 500;

const waiting: (() => Promise<unknown>)[] = [];
let isLoading = false;

/**
 * Calls `load` when the browser is idle, one part after another, so that loading parts delays neither the first rows
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
  for (let load = await nextWhenIdle(); load; load = await nextWhenIdle()) await load().catch(() => undefined);
  isLoading = false;
}

async function nextWhenIdle(): Promise<(() => Promise<unknown>) | undefined> {
  await new Promise<void>(whenIdle);
  return waiting.shift();
}

/** Calls `work` once when the browser is idle. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => work(), { timeout: MAX_WAIT_MS });
  else setTimeout(work, WITHOUT_IDLE_CALLBACK_MS);
}

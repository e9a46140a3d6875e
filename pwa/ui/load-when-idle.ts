/** A start is over after this time on every screen. */
const LONGEST_START_MS = 3_000;
/** Parts loaded in one idle moment: a busy page is seldom idle, and needs its parts without a network. */
const AT_ONCE = 4;
/** Work is done at the latest after this time, even on a page that is never idle. */
const MAX_WAIT_MS = 500;
/** Safari has no idle callback: there the next part waits for this time. */
const WITHOUT_IDLE_CALLBACK_MS = 500;

const waiting: (() => Promise<unknown>)[] = [];
let isLoading = false;
let isStarted = false;
const start = Promise.withResolvers<void>();

function finishStart(): void {
  isStarted = true;
  start.resolve();
}

/** Says that the first screen has its rows: what was put off is loaded once they are painted and the page is idle. */
export function endStart(): void {
  const whenPainted = () => setTimeout(() => whenIdle(finishStart));
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(whenPainted);
  else whenPainted();
}

/**
 * Calls `work` when the first screen is drawn: until then the page opens its databases, and everything else delays the
 * first rows. Returns a function that cancels it.
 */
export function afterStart(work: () => void): () => void {
  let isWanted = true;
  void untilStarted().then(() => isWanted && work());
  return () => {
    isWanted = false;
  };
}

function untilStarted(): Promise<void> {
  const left = LONGEST_START_MS - performance.now();
  if (left > 0) setTimeout(finishStart, left);
  else finishStart();
  return start.promise;
}

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
  if (!isStarted && performance.now() < LONGEST_START_MS) await untilStarted();
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

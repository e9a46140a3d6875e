/**
 * The time by the server's clock. The device measures the difference to its own clock with each answer; a device whose
 * clock is right, or not far off, goes by its own.
 */

/**
 * A clock that is not further off counts as right: clocks that are set by the network differ by seconds, and the screen
 * shows minutes. Further off, "now" in a list and the reply window of a channel would be wrong.
 */
export const TOLERANCE_MS = 5 * 60_000;
/** The time of an answer that took longer says too little: the device may have slept meanwhile. */
const SLOW_MS = 20_000;
/** The header has whole seconds and each answer takes its own time: a smaller change is no news. */
const JITTER_MS = 5_000;
/** Kept, so that the device knows the difference when it starts without a network. */
const KEY = "clockOffsetMs";

const kept = () => globalThis.localStorage;

let offsetMs = Number(kept()?.getItem(KEY)) || 0;
const listeners = new Set<() => void>();

/** The time by the server's clock in milliseconds. */
export const serverNow = (): number => Date.now() + offsetMs;

/** The time by the server's clock. */
export const serverDate = (): Date => new Date(serverNow());

/** Takes the `Date` header of an answer to a request that was sent at `sentAt`, by the device's clock. */
export function readServerTime(header: string | null, sentAt: number): void {
  const now = Date.now();
  const tookMs = now - sentAt;
  const measured = Date.parse(header ?? "") - (sentAt + now) / 2;
  // Also false without a header.
  if (!(Math.abs(measured) >= 0 && tookMs >= 0 && tookMs < SLOW_MS)) return;
  const next = Math.abs(measured) > TOLERANCE_MS ? measured : 0;
  if (Math.abs(next - offsetMs) <= JITTER_MS) return;
  offsetMs = next;
  try {
    kept()?.setItem(KEY, String(next));
  } catch {
    // No room: it is measured again with the next answer.
  }
  for (const tell of listeners) tell();
}

/** How far the server's clock is ahead of the device's, in milliseconds; 0: the device's is right enough. */
export const clockOffset = {
  get: (): number => offsetMs,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

import { onTestFinished, vi } from "vitest";

/**
 * Replaces the timers until the end of the test; they also advance with the real time. Call it before the screen is
 * rendered: closing the desk waits for timers that the desk has started, and the real ones must return after that.
 */
export function replaceTimers(options: { toFake?: ("setTimeout" | "clearTimeout")[] } = {}): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, ...options });
  onTestFinished(() => void vi.useRealTimers());
}

/** Sets the time of day until the end of the test, where an expected text depends on it. Timers run as usual. */
export function setNow(instant: string): void {
  vi.setSystemTime(new Date(instant));
  onTestFinished(() => void vi.useRealTimers());
}

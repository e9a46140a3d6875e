import type { Clock } from "../clock.ts";

/** A clock that stands still until the test advances it; `random` is always 1, so back-offs have their full length. */
export function manualClock() {
  let now = Date.UTC(2026, 4, 1);
  const timers = new Set<{ at: number; callback: () => void }>();
  const clock: Clock = {
    now: () => now,
    random: () => 1,
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  return {
    clock,
    /** The delays of the running timers, the shortest first. */
    delays: () => [...timers].map(({ at }) => at - now).sort((a, b) => a - b),
    advance(ms: number) {
      now += ms;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.callback();
      }
    },
  };
}

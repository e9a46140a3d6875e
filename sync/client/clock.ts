import { clockOffset } from "./server-clock.ts";

/** Time and randomness, passed in so that tests control both. */
export type Clock = {
  now(): number;
  random(): number;
  /** Calls back once after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Returns the clock with the server's time, for what is stored and shown: with a wrong clock it is hours off. */
export const withServerTime = (clock: Clock): Clock => ({ ...clock, now: () => clock.now() + clockOffset.get() });

/** Calls back once, `delayMs` after the last `set`. */
export function createAlarm(clock: Clock, callback: () => void) {
  let cancel = () => {};
  return {
    set(delayMs: number) {
      cancel();
      cancel = clock.after(delayMs, callback);
    },
    cancel: () => cancel(),
  };
}

/** Calls back every `delayMs`; returns a function that ends it. */
export function repeatEvery(clock: Clock, delayMs: number, callback: () => void): () => void {
  let cancel = () => {};
  const schedule = () => {
    cancel = clock.after(delayMs, () => {
      callback();
      schedule();
    });
  };
  schedule();
  return () => cancel();
}

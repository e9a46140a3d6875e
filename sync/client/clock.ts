/** Time and chance, passed in so that tests need not wait for either. */
export type Clock = {
  now(): number;
  random(): number;
  /** Calls back once after `delayMs`; answers how to call it off. */
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

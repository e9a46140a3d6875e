/** Creates a random generator with the same sequence for the same seed (mulberry32). */
export function seeded(seed: number) {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (probability: number) => next() < probability,
    between: (least: number, most: number) => least + below(most - least + 1),
    pick<T>(among: readonly T[]): T {
      const picked = among[below(among.length)];
      if (picked === undefined) throw new Error("the list to pick from is empty");
      return picked;
    },
  };
}
export type Random = ReturnType<typeof seeded>;

/** The seed of this run of tests: `TEST_SEED`, which `vitest.config.ts` sets and prints. */
export const TEST_SEED = Number(process.env.TEST_SEED ?? 1);

/** A generator for a test, with the same sequence for the same `TEST_SEED`. */
export const randomOfTest = (): Random => seeded(TEST_SEED);

import type { Figure } from "./figures.ts";

/** A row whose speed, measured against its reference, fell by more than this is marked. */
const WORSE_BY = 1.15;

export type Comparison = { name: string; before: number; now: number; unit: string; change: number; isWorse: boolean };

/**
 * Compares figures with earlier ones of the same names. `change` is the factor by which a row became slower (above 1)
 * or faster (below 1) in relation to the reference row of the same run: the machine's load affects both.
 */
export function compare(before: readonly Figure[], now: readonly Figure[]): Comparison[] {
  const earlier = new Map(before.map((one) => [one.name, one]));
  return now.flatMap((one) => {
    const old = earlier.get(one.name);
    if (!old) return [];
    const grown = relative(one) / relative(old);
    const change = one.isMoreBetter ? 1 / grown : grown;
    const { name, unit, value } = one;
    return [{ name, unit, before: old.value, now: value, change, isWorse: change > WORSE_BY }];
  });
}

/** The value in relation to its reference; a reference of 0 says nothing about the machine. */
const relative = ({ value, againstValue }: Figure) =>
  againstValue === 0 ? Math.max(value, Number.MIN_VALUE) : Math.max(value, Number.MIN_VALUE) / againstValue;

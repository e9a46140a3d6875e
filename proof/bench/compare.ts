import type { Figure } from "./figures.ts";

/** A row whose speed, measured against its reference, fell by more than this is marked. */
const WORSE_BY = 1.15;

export type Comparison = {
  name: string;
  before: number;
  now: number;
  unit: string;
  /** Null: the two have different references. */
  change: number | null;
  isWorse: boolean;
};

/**
 * Compares figures with earlier ones of the same names. `change` is the factor by which a row became slower (above 1)
 * or faster (below 1) in relation to the reference row of the same run: the machine's load affects both. Figures with different references
 * cannot be compared.
 */
export function compare(before: readonly Figure[], now: readonly Figure[]): Comparison[] {
  const earlier = new Map(before.map((one) => [one.name, one]));
  return now.flatMap((one): Comparison[] => {
    const old = earlier.get(one.name);
    if (!old) return [];
    const { name, unit, value } = one;
    if (one.against !== old.against)
      return [{ name, unit, before: old.value, now: value, change: null, isWorse: false }];
    const grown = relative(one) / relative(old);
    const change = one.isMoreBetter ? 1 / grown : grown;
    return [{ name, unit, before: old.value, now: value, change, isWorse: change > WORSE_BY }];
  });
}

/** The value in relation to its reference; a reference of 0 says nothing about the machine. */
const relative = ({ value, againstValue }: Figure) =>
  againstValue === 0 ? Math.max(value, Number.MIN_VALUE) : Math.max(value, Number.MIN_VALUE) / againstValue;

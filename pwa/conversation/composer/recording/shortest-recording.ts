/** A smaller recording counts as an accidental press and is discarded. */
export const SHORTEST_BYTES = 10_000;

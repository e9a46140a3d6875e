/** Lists count their rows up to this number; one more means "more than that". */
export const MOST_COUNTED = 10_000;

/** Lists count their rows up to this number; one more means "more than that". */
export const MAX_COUNTED = 10_000;

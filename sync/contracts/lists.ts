/** A list that counts its rows counts so far; one more stands for all that are beyond. */
export const MOST_COUNTED = 10_000;

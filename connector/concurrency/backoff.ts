/**
 * Returns a random pause between 0 and the doubled maximum (full jitter), so that many connections do not reconnect at
 * the same moment.
 */
export function backoffMs(attempt: number, { least, most }: { least: number; most: number }): number {
  return Math.random() * Math.min(most, least * 2 ** Math.min(attempt, 16));
}

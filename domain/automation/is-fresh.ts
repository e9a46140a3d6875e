import type { DeskContext } from "../context.ts";

/** What is older calls nobody, and the desk itself does not answer it. */
const FRESH_MS = 5 * 60_000;

/** Whether what happened at that moment is still news. */
export const isFresh = ({ now }: Pick<DeskContext, "now">, at: Date): boolean =>
  now.getTime() - at.getTime() < FRESH_MS;

import type { DeskContext } from "../../ground/context.ts";

/** Older messages trigger neither notifications nor the bot. */
const FRESH_MS = 5 * 60_000;

/** Returns whether an event of that time is recent. */
export const isFresh = ({ now }: Pick<DeskContext, "now">, at: Date): boolean =>
  now.getTime() - at.getTime() < FRESH_MS;

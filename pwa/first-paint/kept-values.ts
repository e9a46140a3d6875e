import { readKeptThread } from "./kept-conversations.ts";
import type { KeptScreen } from "./kept-screen.ts";

/** Values of the desk's sources by their question. */
export type KeptValues = { [question: string]: unknown };

/** Returns the question of a source: its name with what it is asked for. */
export const questionOf = (source: string, ...given: unknown[]): string => `${source} ${JSON.stringify(given)}`;

let ofScreen: KeptValues | null = null;

/** Sets the screen that was drawn at this start; null: its values may not be shown any more. */
export function setKeptScreen(kept: KeptScreen | null): void {
  ofScreen = kept && (kept.list.values ?? {});
}

/** Returns the value that a source had when the drawn screen was kept; undefined: it is not kept. */
export function keptValue(question: string): unknown {
  if (!ofScreen) return undefined;
  if (question in ofScreen) return ofScreen[question];
  const ticketId = ticketOf(question);
  return ticketId && readKeptThread(localStorage, ticketId)?.values[question];
}

/** Returns the ticket of a question for a ticket or its thread. */
export const ticketOf = (question: string): string | undefined =>
  /^(?:ticket|thread)\$ \["([^"]+)"\]$/.exec(question)?.[1];

import { type KeptValues, questionOf, ticketOf } from "./kept-values.ts";

/** A value with which the screen is drawn. `given`: what its source is asked for. */
export type ShownValue = { source: string; given: readonly unknown[]; value: unknown };

export const valuesByQuestion = (shown: readonly ShownValue[]): KeptValues =>
  Object.fromEntries(shown.map(({ source, given, value }) => [questionOf(source, ...given), value]));

/** A window shows fewer rows. */
const KEPT_ROWS = 30;

/** In characters. A company with 500 tags has 100,000. */
const MAX_LENGTH = 150_000;

/**
 * Returns the values of the drawn list and of its frame, with as many rows as a window shows; none if they are too long
 * for the storage. `drawn`: the tickets of the drawn rows. The values of other lists are not kept.
 */
export function listValues(values: KeptValues, drawn: readonly string[]): KeptValues {
  const kept = Object.entries(values).flatMap(([question, value]) => {
    if (ticketOf(question) !== undefined) return [];
    if (!question.startsWith("tickets$")) return [[question, value]];
    const rows = (value as { id: string }[]).slice(0, KEPT_ROWS);
    const ids = new Set(rows.map(({ id }) => id));
    return drawn.length > 0 && drawn.every((id) => ids.has(id)) ? [[question, rows]] : [];
  });
  return JSON.stringify(kept).length > MAX_LENGTH ? {} : Object.fromEntries(kept);
}

/** The fields of a thread that are changed here; the others are kept unchanged. */
type Thread = { messages: { id: string }[]; hasOlder: boolean };
/** A window shows fewer messages. */
const KEPT_MESSAGES = 20;

/** Returns the values of a conversation with its last messages; null: they are not known. */
export function threadValues(values: KeptValues, ticketId: string): { values: KeptValues; messages: string[] } | null {
  const [ofTicket, ofThread] = [questionOf("ticket$", ticketId), questionOf("thread$", ticketId)];
  const ticket = values[ofTicket];
  const thread = values[ofThread] as Thread | undefined;
  if (!ticket || !thread) return null;
  const messages = thread.messages.slice(-KEPT_MESSAGES);
  const hasOlder = thread.hasOlder || messages.length < thread.messages.length;
  return {
    values: { [ofTicket]: ticket, [ofThread]: { ...thread, messages, hasOlder } },
    messages: messages.map(({ id }) => id),
  };
}

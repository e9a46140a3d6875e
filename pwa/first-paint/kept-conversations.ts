import type { DrawnElement } from "./drawing.ts";
import { keptKeys, readDrawable, readRecord, storeRecord } from "./kept-record.ts";
import type { ScreenPlace } from "./place.ts";

/** A conversation as it was last drawn at its end. `ticketId` "": no conversation is chosen. */
export type KeptConversation = {
  place: ScreenPlace;
  ticketId: string;
  /** Ids of the messages in the drawing. */
  messages: string[];
  drawing: DrawnElement;
  /** In milliseconds, when it was kept. */
  at: number;
};

const PREFIX = "keptConversation:";
const MAX_CONVERSATIONS = 5;
/** In characters. Forty messages have 40,000 to 80,000. */
const MAX_LENGTH = 200_000;

const all = (storage: Storage): KeptConversation[] =>
  keptKeys(storage, PREFIX).flatMap((key) => readRecord<KeptConversation>(storage, key) ?? []);

/** Keeps a conversation; of more than five, the oldest go. */
export function keepConversation(storage: Storage, kept: KeptConversation): void {
  storeRecord(storage, PREFIX + kept.ticketId, kept, MAX_LENGTH);
  const keys = keptKeys(storage, PREFIX).filter((key) => key !== PREFIX);
  if (keys.length <= MAX_CONVERSATIONS) return;
  const newestFirst = all(storage)
    .filter(({ ticketId }) => ticketId !== "")
    .sort((a, b) => b.at - a.at);
  for (const { ticketId } of newestFirst.slice(MAX_CONVERSATIONS)) dropKeptConversation(storage, ticketId);
}

export const readKeptConversation = (storage: Storage, ticketId: string): KeptConversation | null =>
  readDrawable(storage, PREFIX + ticketId);

export function dropKeptConversation(storage: Storage, ticketId: string): void {
  storage.removeItem(PREFIX + ticketId);
}

/** Removes a conversation if one of its messages is hidden from the user now. */
export function dropKeptConversationWith(storage: Storage, ticketId: string, hidden: ReadonlySet<string>): void {
  if (hidden.size === 0) return;
  const kept = readRecord<KeptConversation>(storage, PREFIX + ticketId);
  if (kept?.messages.some((id) => hidden.has(id))) dropKeptConversation(storage, ticketId);
}

/** Returns the tickets of the kept conversations. */
export const keptTickets = (storage: Storage): string[] =>
  keptKeys(storage, PREFIX)
    .map((key) => key.slice(PREFIX.length))
    .filter((ticketId) => ticketId !== "");

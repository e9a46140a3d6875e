import type { DrawnElement } from "./drawing.ts";
import { keptKeys, readDrawable, readRecord, storeRecord } from "./kept-record.ts";
import type { KeptValues } from "./kept-values.ts";
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

/** The values with which the app draws a conversation before the engine is there: of the open one and the rows in sight. */
export type KeptThread = {
  place: ScreenPlace;
  /** Ids of the messages in the values. */
  messages: string[];
  values: KeptValues;
};

const PREFIX = "keptConversation:";
const THREAD_PREFIX = "keptThread:";
const MAX_CONVERSATIONS = 5;
/** In characters. Forty messages have 40,000 to 80,000. */
const MAX_LENGTH = 200_000;
/** In characters. Twenty messages have 8,000 to 20,000. */
const MAX_THREAD_LENGTH = 60_000;
const prefixes = [PREFIX, THREAD_PREFIX];

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

/** Keeps the values of conversations. `keepsOthers`: those of other conversations stay. */
export function keepThreads(
  storage: Storage,
  threads: ReadonlyMap<string, KeptThread>,
  { keepsOthers }: { keepsOthers: boolean },
): void {
  if (!keepsOthers)
    for (const key of keptKeys(storage, THREAD_PREFIX))
      if (!threads.has(key.slice(THREAD_PREFIX.length))) storage.removeItem(key);
  for (const [ticketId, kept] of threads) storeRecord(storage, THREAD_PREFIX + ticketId, kept, MAX_THREAD_LENGTH);
}

export const readKeptThread = (storage: Storage, ticketId: string): KeptThread | null =>
  readDrawable(storage, THREAD_PREFIX + ticketId);

export function dropKeptConversation(storage: Storage, ticketId: string): void {
  for (const prefix of prefixes) storage.removeItem(prefix + ticketId);
}

/** Removes a conversation if one of its messages is hidden from the user now. */
export function dropKeptConversationWith(storage: Storage, ticketId: string, hidden: ReadonlySet<string>): void {
  if (hidden.size === 0) return;
  for (const prefix of prefixes) {
    const kept = readRecord<KeptConversation | KeptThread>(storage, prefix + ticketId);
    if (kept?.messages.some((id) => hidden.has(id))) dropKeptConversation(storage, ticketId);
  }
}

/** Returns the tickets of the kept conversations. */
export const keptTickets = (storage: Storage): string[] => {
  const ids = prefixes.flatMap((prefix) => keptKeys(storage, prefix).map((key) => key.slice(prefix.length)));
  return [...new Set(ids)].filter((ticketId) => ticketId !== "");
};

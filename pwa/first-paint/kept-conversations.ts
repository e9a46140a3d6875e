import type { DrawnElement } from "./drawing.ts";
import { readDrawable } from "./kept-record.ts";
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

/** The values with which the app draws a conversation before its database is open. */
export type KeptThread = {
  place: ScreenPlace;
  /** Ids of the messages in the values. */
  messages: string[];
  values: KeptValues;
};

export const CONVERSATION_PREFIX = "keptConversation:";
export const THREAD_PREFIX = "keptThread:";

export const readKeptConversation = (storage: Storage, ticketId: string): KeptConversation | null =>
  readDrawable(storage, CONVERSATION_PREFIX + ticketId);

export const readKeptThread = (storage: Storage, ticketId: string): KeptThread | null =>
  readDrawable(storage, THREAD_PREFIX + ticketId);

import type { SearchHits, SearchQuestion } from "./search-index.ts";

/** Sent beside RxDB's own messages on the same worker, which have no `searchId`. */
export type SearchCall = { searchId: number; databaseName: string; question: SearchQuestion };
export type SearchAnswer = { searchId: number } & ({ hits: SearchHits; error: null } | { hits: null; error: string });

/** Sent by the worker when the device does not store any more. */
export const IN_MEMORY = "in memory";
/** Asks the worker to go on in memory. */
export const TO_MEMORY = "to memory";
/** Asks the worker to write what is in memory to the disk; it answers with one of the next two. */
export const TO_DISK = "to disk";
export const ON_DISK = "on disk";
export const NOT_ON_DISK = "not on disk";

export const isSearchCall = (data: unknown): data is SearchCall => isOurs(data) && "question" in data;
export const isSearchAnswer = (data: unknown): data is SearchAnswer => isOurs(data) && "hits" in data;

const isOurs = (data: unknown): data is object => typeof data === "object" && data !== null && "searchId" in data;

import type { SearchHits, SearchQuestion } from "./search-index.ts";

/** Sent beside RxDB's own messages on the same worker, which have no `searchId`. */
export type SearchCall = { searchId: number; databaseName: string; question: SearchQuestion };
export type SearchAnswer = { searchId: number } & ({ hits: SearchHits; error: null } | { hits: null; error: string });

export const isSearchCall = (data: unknown): data is SearchCall => isOurs(data) && "question" in data;
export const isSearchAnswer = (data: unknown): data is SearchAnswer => isOurs(data) && "hits" in data;

const isOurs = (data: unknown): data is object => typeof data === "object" && data !== null && "searchId" in data;

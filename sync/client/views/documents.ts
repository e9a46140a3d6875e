import type { MangoQuery, RxCollection } from "rxdb";
import { map, type Observable, of } from "rxjs";

/** Plain data of live queries: what screens get never is an RxDB document. */
export function documents$<T>(collection: RxCollection<T>, query: MangoQuery<T>): Observable<T[]> {
  return collection.find(query).$.pipe(map((found) => found.map((document) => document.toJSON() as T)));
}

export function document$<T>(collection: RxCollection<T>, id: string): Observable<T | null> {
  return collection.findOne(id).$.pipe(map((document) => (document ? (document.toJSON() as T) : null)));
}

export function documentsById$<T extends { id: string }>(
  collection: RxCollection<T>,
  ids: string[],
): Observable<ReadonlyMap<string, T>> {
  if (ids.length === 0) return of(new Map());
  return collection
    .findByIds([...new Set(ids)])
    .$.pipe(map((found) => new Map([...found].map(([id, document]) => [id, document.toJSON() as T]))));
}

import type { MangoQuery, RxCollection, RxDocument } from "rxdb";
import { map, type Observable, of } from "rxjs";

const known = new WeakMap<object, unknown>();

/** Returns the same object for the same revision, so that unchanged documents are not rendered again. */
function dataOf<T>(document: RxDocument<T>): T {
  const data = known.get(document) ?? document.toJSON();
  known.set(document, data);
  return data as T;
}

/** Live queries with plain data: screens never get an RxDB document. */
export function documents$<T>(collection: RxCollection<T>, query: MangoQuery<T>): Observable<T[]> {
  return collection.find(query).$.pipe(map((found) => found.map(dataOf<T>)));
}

export function document$<T>(collection: RxCollection<T>, id: string): Observable<T | null> {
  return collection.findOne(id).$.pipe(map((document) => (document ? dataOf<T>(document) : null)));
}

export function documentsById$<T extends { id: string }>(
  collection: RxCollection<T>,
  ids: string[],
): Observable<ReadonlyMap<string, T>> {
  if (ids.length === 0) return of(new Map());
  return collection
    .findByIds([...new Set(ids)])
    .$.pipe(map((found) => new Map([...found].map(([id, document]) => [id, dataOf<T>(document)]))));
}

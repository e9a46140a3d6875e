import type { MangoQuery, RxCollection, RxDocument } from "rxdb";
import { map, type Observable, of } from "rxjs";

const known = new WeakMap<object, unknown>();

/** RxDB has one document for each revision; here that is one object for all who look: what did not change is not drawn anew. */
function dataOf<T>(document: RxDocument<T>): T {
  const data = known.get(document) ?? document.toJSON();
  known.set(document, data);
  return data as T;
}

/** Plain data of live queries: what screens get never is an RxDB document. */
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

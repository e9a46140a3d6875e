import { useState } from "react";
import type { Observable } from "../../../../sync/client/index.ts";
import { useObservable } from "../../../session/desk.tsx";

/**
 * Like `useObservable`, but keeps the last value until the next observable emits, so that nothing flickers while the
 * user types.
 */
export function useLatest<T>(observe: () => Observable<T>, deps: readonly unknown[], initial: T): T {
  const value = useObservable<T>(observe, deps, initial);
  const [kept, keep] = useState(value);
  if (value !== initial && value !== kept) keep(value);
  return value === initial ? kept : value;
}

import { useState } from "react";
import type { Observable } from "../../../../sync/client/index.ts";
import { useObservable } from "../../../session/desk.tsx";

/** As `useObservable`, but the last answer stays until the next question has its own: nothing flickers while one types. */
export function useLatest<T>(observe: () => Observable<T>, deps: readonly unknown[], initial: T): T {
  const value = useObservable<T>(observe, deps, initial);
  const [kept, keep] = useState(value);
  if (value !== initial && value !== kept) keep(value);
  return value === initial ? kept : value;
}

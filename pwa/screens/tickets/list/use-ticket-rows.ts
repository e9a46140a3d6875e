import { useCallback, useRef, useState } from "react";
import { BehaviorSubject, type Observable, switchMap } from "rxjs";
import type { DeviceDesk, TicketFilter, TicketView } from "../../../../sync/client/index.ts";
import { useDesk, useObservable } from "../../../session/desk.tsx";

const FIRST_ROWS = 100;
/**
 * Factor by which the limit grows. Each step reads from the first row again, so few large steps cost less than many
 * small ones.
 */
const GROWTH = 3;

/** `rows` is null until the first result. `more` raises the limit; the present rows stay meanwhile. */
export type TicketRows = { rows: TicketView[] | null; more: () => void };

/** `atLeast`: as many rows are read at first. */
export function useTicketRows(filter: TicketFilter, atLeast = FIRST_ROWS): TicketRows {
  return useGrowing((desk, limit) => desk.tickets$({ ...filter, limit }), JSON.stringify(filter), atLeast);
}

function useGrowing(
  ask: (desk: DeviceDesk, limit: number) => Observable<TicketView[]>,
  key: string,
  atLeast: number,
): TicketRows {
  const desk = useDesk();
  const [limits] = useState(() => new BehaviorSubject(Math.max(FIRST_ROWS, atLeast)));
  const readKey = useRef<string | null>(null);
  const rows = useObservable<TicketView[] | null>(
    () => {
      if (readKey.current !== null) limits.next(FIRST_ROWS);
      readKey.current = key;
      return limits.pipe(switchMap((limit) => ask(desk, limit)));
    },
    [desk, key],
    null,
  );
  const count = rows?.length ?? 0;
  const more = useCallback(() => {
    if (count >= limits.value) limits.next(limits.value * GROWTH);
  }, [count, limits]);
  return { rows, more };
}

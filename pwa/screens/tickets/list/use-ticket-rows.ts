import { useCallback, useState } from "react";
import { BehaviorSubject, type Observable, switchMap } from "rxjs";
import type { Desk, TicketFilter, TicketView } from "../../../../sync/client/index.ts";
import { useDesk, useObservable } from "../../../session/desk.tsx";

const FIRST_ROWS = 100;
const MORE_ROWS = 200;

/** Null until the first answer. `more` widens the window; the rows that are there stay meanwhile. */
export type TicketRows = { rows: TicketView[] | null; more: () => void };

export function useTicketRows(filter: TicketFilter): TicketRows {
  return useGrowing((desk, limit) => desk.tickets$({ ...filter, limit }), JSON.stringify(filter));
}

function useGrowing(ask: (desk: Desk, limit: number) => Observable<TicketView[]>, key: string): TicketRows {
  const desk = useDesk();
  const [limits] = useState(() => new BehaviorSubject(FIRST_ROWS));
  const rows = useObservable<TicketView[] | null>(
    () => {
      limits.next(FIRST_ROWS);
      return limits.pipe(switchMap((limit) => ask(desk, limit)));
    },
    [desk, key],
    null,
  );
  const count = rows?.length ?? 0;
  const more = useCallback(() => {
    if (count >= limits.value) limits.next(limits.value + MORE_ROWS);
  }, [count, limits]);
  return { rows, more };
}

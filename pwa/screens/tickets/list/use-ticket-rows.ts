import { useCallback, useState } from "react";
import type { DeviceDesk, TicketFilter, TicketView } from "../../../../sync/client/index.ts";
import { type Source, useDesk, useObservable } from "../../../session/desk.tsx";

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
  ask: (desk: DeviceDesk, limit: number) => Source<TicketView[]>,
  key: string,
  atLeast: number,
): TicketRows {
  const desk = useDesk();
  const [limits] = useState(() => growingLimit(Math.max(FIRST_ROWS, atLeast)));
  const rows = useObservable<TicketView[] | null>(() => limits.start((limit) => ask(desk, limit)), [desk, key], null);
  const count = rows?.length ?? 0;
  const more = useCallback(() => limits.raise(count), [count, limits]);
  return { rows, more };
}

/** Holds the number of rows to read, and reads again when it grows. The first list begins with `first` rows. */
function growingLimit(first: number) {
  let next = first;
  let limit = first;
  let readAgain: (() => void) | null = null;
  return {
    /** Returns the values read with the present limit; after a larger limit, those of the new reading. */
    start<T>(read: (limit: number) => Source<T>): Source<T> {
      limit = next;
      next = FIRST_ROWS;
      return {
        subscribe(observer) {
          let reading = read(limit).subscribe(observer);
          const again = () => {
            reading.unsubscribe();
            reading = read(limit).subscribe(observer);
          };
          readAgain = again;
          return {
            unsubscribe() {
              reading.unsubscribe();
              if (readAgain === again) readAgain = null;
            },
          };
        },
      };
    },
    /** Raises the limit when the rows have reached it. */
    raise(count: number) {
      if (count < limit) return;
      limit *= GROWTH;
      readAgain?.();
    },
  };
}

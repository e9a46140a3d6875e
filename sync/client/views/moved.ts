import { type EntityTable, liveQuery } from "dexie";
import { from, map, type Observable } from "rxjs";
import type { MovedTicket } from "../local/databases.ts";
import { movedTo } from "../outbox/move-ticket.ts";

/** Tickets that were created on this device and are other ones now. */
export function createMovedView(moved: EntityTable<MovedTicket, "id">) {
  return {
    movedTo$: (ticketId: string): Observable<MovedTicket | null> => from(liveQuery(() => movedTo({ moved }, ticketId))),
    arrivals$: (ticketId: string): Observable<MovedTicket[]> =>
      from(liveQuery(() => moved.where("to").equals(ticketId).toArray())).pipe(
        map((all) => all.filter(({ isSeen }) => !isSeen)),
      ),
    async seeArrivals(ticketId: string) {
      await moved.where("to").equals(ticketId).modify({ isSeen: true, draft: "", messages: [] });
    },
  };
}

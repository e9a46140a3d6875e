import { useEffect } from "react";
import { dropKeptListUnless } from "../../../first-paint/kept-list.ts";
import { useDesk, useDeskUser } from "../../../session/desk.tsx";
import { whenIdle } from "../../../ui/load-when-idle.ts";
import { filterOf, firstViewOf } from "../list/list-view.ts";

/** The kept list has fewer rows. */
const LOOKED_AT = 100;

/** Removes the kept list as soon as one of its tickets has left the list, on every screen. Draws nothing. */
export function WatchKeptList() {
  const desk = useDesk();
  const user = useDeskUser();
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    whenIdle(() => {
      if (isOver) return;
      const filter = { ...filterOf({ ...firstViewOf(user), waitingOrder: "newestFirst" }), limit: LOOKED_AT };
      const tickets = desk
        .tickets$(filter)
        .subscribe((rows) => dropKeptListUnless(localStorage, new Set(rows.map(({ id }) => id))));
      stop = () => tickets.unsubscribe();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [desk, user]);
  return null;
}

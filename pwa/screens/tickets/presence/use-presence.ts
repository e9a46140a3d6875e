import { useMemo, useSyncExternalStore } from "react";
import { useDeskUser } from "../../../session/desk.tsx";
import { presence } from "../../../session/presence.ts";
import { type Person, peopleOf } from "./people.ts";

/** Returns the other people at a ticket, each once: the contact while typing, colleagues viewing or typing. */
export function usePresence(ticketId: string): Person[] {
  const me = useDeskUser().id;
  const seen = useSyncExternalStore(presence.subscribe, () => presence.at(ticketId));
  return useMemo(() => peopleOf(seen, me), [seen, me]);
}

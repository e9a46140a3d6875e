import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { TicketView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { displayName } from "../../i18n/phone-number.ts";
import { isEnter } from "../../ui/fields/enter-key.ts";
import type { BoardLane } from "./board-of.ts";

type Lifted = { ticketId: string; from: string | null; to: string | null };
type KeyboardMove = {
  lanes: readonly BoardLane[];
  announce: (text: string) => void;
  onMove: (ticket: TicketView, to: string | null) => void;
  /** Shows the lane on screens that show one at a time. */
  onTarget: (laneId: string | null) => void;
};

/** Moves cards by keys: Space lifts and drops, arrows choose the lane, Escape cancels. Each step is announced. */
export function useKeyboardMove({ lanes, announce, onMove, onTarget }: KeyboardMove) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const now = useRef({ lanes, lifted });
  useEffect(() => {
    now.current = { lanes, lifted };
  });
  const handleKeyDown = useCallback(
    (event: KeyboardEvent, ticket: TicketView, laneId: string | null) => {
      const { lanes: all, lifted: held } = now.current;
      const name = displayName(ticket.contactName);
      const nameOf = (id: string | null) => all.find((lane) => lane.id === id)?.name ?? "";
      if (held?.ticketId !== ticket.id) {
        if (event.key === " ") {
          event.preventDefault();
          if (!ticket.canAnswer) return announce(m.kanban_not_yours());
          setLifted({ ticketId: ticket.id, from: laneId, to: laneId });
          announce(m.kanban_say_lifted({ name, lane: nameOf(laneId) }));
        } else if (event.key.startsWith("Arrow")) focusNeighbour(event);
        return;
      }
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        const at = all.findIndex((lane) => lane.id === held.to) + step;
        const next = all[Math.min(Math.max(at, 0), all.length - 1)];
        if (!next) return;
        setLifted({ ...held, to: next.id });
        onTarget(next.id);
        announce(m.kanban_say_over({ name, lane: next.name, place: all.indexOf(next) + 1, count: all.length }));
      } else if (event.key === " " || isEnter(event)) {
        event.preventDefault();
        setLifted(null);
        announce(m.kanban_say_dropped({ name, lane: nameOf(held.to) }));
        if (held.to !== held.from) onMove(ticket, held.to);
      } else if (event.key === "Escape" || event.key === "Tab") {
        if (event.key === "Escape") event.preventDefault();
        event.stopPropagation();
        setLifted(null);
        onTarget(held.from);
        announce(m.kanban_say_cancelled({ name, lane: nameOf(held.from) }));
      }
    },
    [announce, onMove, onTarget],
  );
  return { lifted, handleKeyDown };
}

/** Moves the focus: up and down within the lane, left and right to the nearest lane with cards. */
function focusNeighbour(event: KeyboardEvent): void {
  const card = event.currentTarget;
  const lane = card.closest("[data-lane]");
  const cardsIn = (element: Element | null) => [...(element?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
  const own = cardsIn(lane).sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  const at = own.indexOf(card as HTMLElement);
  const lanes = [...(lane?.parentElement?.querySelectorAll("[data-lane]") ?? [])];
  const place = lane ? lanes.indexOf(lane) : -1;
  const beside = event.key === "ArrowLeft" ? lanes.slice(0, Math.max(place, 0)).reverse() : lanes.slice(place + 1);
  const inLane = { ArrowUp: own[at - 1], ArrowDown: own[at + 1] }[event.key];
  const next =
    inLane ?? (/Left|Right/.test(event.key) ? beside.flatMap((other) => cardsIn(other)[0] ?? [])[0] : undefined);
  event.preventDefault();
  next?.focus();
}

import { type DragDropEventHandlers, DragOverlay, PointerSensor } from "@dnd-kit/react";
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { TicketView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { displayName } from "../../i18n/phone-number.ts";
import { classNames } from "../../ui/class-names.ts";
import { DragArea } from "../../ui/lists/drag-area.tsx";
import type { BoardLane } from "./board-of.ts";
import { Card, type CardActions } from "./card.tsx";
import { dropId, Lane } from "./lane.tsx";
import { LaneSwitcher } from "./lane-switcher.tsx";
import { useKeyboardMove } from "./use-keyboard-move.ts";
import type { Move } from "./use-move.ts";

/** Buttons on a card keep their press. */
const sensors = [
  PointerSensor.configure({
    preventActivation: ({ target }) => target instanceof Element && target.closest("[data-card-control]") !== null,
  }),
];
type Dragged = { ticket: TicketView; laneId: string | null };
type BoardProps = {
  lanes: BoardLane[];
  /** False: the lanes have their newest tickets only. */
  isComplete: boolean;
  isFiltered: boolean;
  onMove: Move;
  onOpen: (ticketId: string) => void;
};

export function Board({ lanes, isComplete, isFiltered, onMove, onOpen }: BoardProps) {
  const words = useRef<WordsHandle>(null);
  const announce = useCallback((text: string) => words.current?.announce(text), []);
  const [dragging, setDragging] = useState(false);
  const { strip, shown, show } = useShownLane();
  const names = useRef(lanes);
  useEffect(() => {
    names.current = lanes;
  });
  const [moved, setMoved] = useState<{ ticketId: string; to: string | null } | null>(null);
  const forgetMoved = useCallback(() => setMoved(null), []);
  const move = useCallback(
    (ticket: TicketView, to: string | null) => {
      const from = names.current.find(({ tickets }) => tickets.some(({ id }) => id === ticket.id))?.id ?? null;
      void onMove(ticket.id, from, to);
    },
    [onMove],
  );
  /** By keys or by the menu: the card takes the focus along. */
  const moveWithFocus = useCallback(
    (ticket: TicketView, to: string | null) => {
      setMoved({ ticketId: ticket.id, to });
      move(ticket, to);
    },
    [move],
  );
  const showLane = useCallback((laneId: string | null) => show(dropId(laneId)), [show]);
  const { lifted, handleKeyDown } = useKeyboardMove({ lanes, announce, onMove: moveWithFocus, onTarget: showLane });
  const laneNames = JSON.stringify(lanes.map(({ id, name }) => ({ id, name })));
  const actions = useMemo<CardActions>(
    () => ({ lanes: JSON.parse(laneNames), onOpen, onMove: moveWithFocus, onKeyDown: handleKeyDown }),
    [laneNames, onOpen, moveWithFocus, handleKeyDown],
  );
  const handlers = usePointerMove(lanes, announce, move, setDragging);
  return (
    <DragArea sensors={sensors} {...handlers}>
      <BoardWords ref={words} />
      <LaneSwitcher lanes={lanes} shown={shown} onShow={show} isComplete={isComplete} />
      <div
        ref={strip}
        className={classNames(
          "flex min-h-0 flex-1 gap-3 overflow-x-auto pb-1 max-sm:gap-4",
          !dragging && "max-sm:snap-x max-sm:snap-mandatory",
        )}
      >
        {lanes.map((lane) => (
          <Lane
            key={dropId(lane.id)}
            lane={lane}
            actions={actions}
            liftedId={lifted?.ticketId ?? null}
            isTarget={lifted !== null && lifted.to === lane.id}
            focusId={moved?.to === lane.id ? moved.ticketId : null}
            onFocused={forgetMoved}
            isComplete={isComplete}
            emptyText={isFiltered ? m.kanban_lane_no_match() : m.kanban_lane_empty()}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {({ data }) => (
          <div className="rotate-2 rounded-lg shadow-float outline-2 outline-focus">
            <Card ticket={(data as Dragged).ticket} laneId={(data as Dragged).laneId} />
          </div>
        )}
      </DragOverlay>
    </DragArea>
  );
}

/** Moves cards by mouse and touch, with the same announcements as by keys. */
function usePointerMove(
  lanes: BoardLane[],
  announce: (text: string) => void,
  move: (ticket: TicketView, to: string | null) => void,
  setDragging: (on: boolean) => void,
): Pick<DragDropEventHandlers, "onDragStart" | "onDragOver" | "onDragEnd"> {
  const laneAt = (target: unknown) => lanes.find(({ id }) => dropId(id) === target);
  const named = ({ ticket, laneId }: Dragged) => ({
    name: displayName(ticket.contactName),
    lane: laneAt(dropId(laneId))?.name ?? "",
  });
  return {
    onDragStart: ({ operation: { source } }) => {
      setDragging(true);
      if (source) announce(m.kanban_say_lifted(named(source.data as Dragged)));
    },
    onDragOver: ({ operation: { source, target } }) => {
      const lane = laneAt(target?.id);
      if (!source || !lane) return;
      const { name } = named(source.data as Dragged);
      announce(m.kanban_say_over({ name, lane: lane.name, place: lanes.indexOf(lane) + 1, count: lanes.length }));
    },
    onDragEnd: ({ operation: { source, target }, canceled }) => {
      setDragging(false);
      if (!source) return;
      const dragged = source.data as Dragged;
      const lane = laneAt(target?.id);
      if (canceled || !lane) return announce(m.kanban_say_cancelled(named(dragged)));
      announce(m.kanban_say_dropped({ ...named(dragged), lane: lane.name }));
      if (lane.id !== dragged.laneId) move(dragged.ticket, lane.id);
    },
  };
}

type WordsHandle = { announce: (text: string) => void };

/** The texts for screen readers: how to move a card, and each step. A step does not draw the board again. */
function BoardWords({ ref }: { ref: Ref<WordsHandle> }) {
  const [announced, announce] = useState("");
  useImperativeHandle(ref, () => ({ announce }), []);
  return (
    <div className="sr-only">
      <p id="kanban-keys">{m.kanban_keys()}</p>
      <p id="kanban-not-yours">{m.kanban_not_yours()}</p>
      <p role="status" aria-live="assertive">
        {announced}
      </p>
    </div>
  );
}

/** Returns the lane that a phone shows, and the function that scrolls to another. */
function useShownLane() {
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState("open");
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const look = () => {
      const middle = element.scrollLeft + element.clientWidth / 2;
      const columns = [...element.querySelectorAll<HTMLElement>("[data-lane]")];
      const seen = columns.findLast((column) => column.offsetLeft - element.offsetLeft <= middle);
      if (seen?.dataset.lane) setShown(seen.dataset.lane);
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, []);
  const show = useCallback((lane: string) => {
    strip.current?.querySelector(`[data-lane="${lane}"]`)?.scrollIntoView({ inline: "center", block: "nearest" });
    setShown(lane);
  }, []);
  return { strip, shown, show };
}

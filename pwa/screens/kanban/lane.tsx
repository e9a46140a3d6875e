import { useDraggable, useDroppable } from "@dnd-kit/react";
import { memo, useCallback, useEffect, useRef } from "react";
import type { TicketView } from "../../../sync/client/index.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { VirtualList, type VirtualListHandle } from "../../ui/lists/virtual-list.tsx";
import type { BoardLane } from "./board-of.ts";
import { Card, type CardActions } from "./card.tsx";

/** The height of a card with its gap. */
const CARD_PX = 137;

export const dropId = (laneId: string | null) => laneId ?? "open";

type LaneProps = {
  lane: BoardLane;
  actions: CardActions;
  /** The card that the keyboard has lifted. */
  liftedId: string | null;
  /** Whether the lifted card would be dropped here. */
  isTarget: boolean;
  /** The card to focus as soon as it stands in this lane. */
  focusId: string | null;
  onFocused: () => void;
  /** False while only the newest tickets are read: the lane has no count and is not called empty. */
  isComplete: boolean;
  emptyText: string;
};

export const Lane = memo(function Lane({ lane, isTarget, ...cards }: LaneProps) {
  const { ref, isDropTarget } = useDroppable({ id: dropId(lane.id) });
  const count = lane.tickets.length;
  const takesDrop = isDropTarget || isTarget;
  const shown = cards.isComplete ? numberFormat(count) : null;
  return (
    <section
      ref={ref}
      data-lane={dropId(lane.id)}
      aria-label={shown === null ? lane.name : m.kanban_lane_label({ name: lane.name, count, shown })}
      style={{ borderTopColor: lane.color ?? "var(--ink-3)" }}
      className="flex min-h-0 w-full min-w-61.5 flex-1 snap-center flex-col overflow-hidden rounded-lg border-line border-x border-t-3 border-b bg-sunken max-sm:min-w-full"
    >
      <h2 className="flex h-9.5 shrink-0 items-center gap-2 px-3 text-sm">
        <span className="truncate" title={lane.name}>
          {lane.name}
        </span>
        {shown !== null && (
          <span className="rounded-full bg-line px-1.5 font-semibold text-2xs text-ink-2 tabular-nums leading-4.5">
            {shown}
          </span>
        )}
      </h2>
      <div className="relative flex min-h-0 flex-1 flex-col">
        {takesDrop && (
          <div
            aria-hidden="true"
            className="absolute inset-x-2 top-0 grid h-16 place-items-center rounded-lg border-2 border-primary bg-primary-soft font-medium text-on-primary-soft"
          >
            {m.kanban_drop_here()}
          </div>
        )}
        {/* Moved by a transform: another height would lay the cards out again on each lane that the pointer enters. */}
        <div className={classNames("flex min-h-0 flex-1 flex-col", takesDrop && "translate-y-18")}>
          <LaneCards lane={lane} {...cards} />
        </div>
      </div>
    </section>
  );
});

type LaneCardsProps = Omit<LaneProps, "isTarget">;

const LaneCards = memo(function LaneCards(props: LaneCardsProps) {
  const { lane, actions, liftedId, focusId, onFocused, isComplete, emptyText } = props;
  const list = useRef<VirtualListHandle>(null);
  const focusIndex = focusId === null ? -1 : lane.tickets.findIndex(({ id }) => id === focusId);
  useEffect(() => {
    if (focusIndex < 0) return;
    // A card far down is not drawn before it is scrolled into view.
    list.current?.scrollToIndex(focusIndex);
    const look = () => {
      const card = list.current?.element()?.querySelector<HTMLElement>(`[data-card="${focusId}"]`);
      card?.focus({ preventScroll: true });
      if (card) onFocused();
      else frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [focusIndex, focusId, onFocused]);
  const render = useCallback(
    (ticket: TicketView) => (
      <DraggableCard ticket={ticket} laneId={lane.id} actions={actions} isLifted={ticket.id === liftedId} />
    ),
    [lane.id, actions, liftedId],
  );
  if (lane.tickets.length === 0) return isComplete ? <p className="px-3 py-2 text-ink-3 text-sm">{emptyText}</p> : null;
  return (
    <VirtualList
      ref={list}
      label={lane.name}
      items={lane.tickets}
      itemKey={(ticket) => ticket.id}
      estimateSize={CARD_PX}
      renderItem={render}
      className="px-2 pb-2"
    />
  );
});

type DraggableCardProps = { ticket: TicketView; laneId: string | null; actions: CardActions; isLifted: boolean };

/** A list that scrolls draws its rows again; the cards stay as they are. */
const DraggableCard = memo(function DraggableCard({ ticket, laneId, actions, isLifted }: DraggableCardProps) {
  const { ref, isDragSource } = useDraggable({ id: ticket.id, data: { ticket, laneId }, disabled: !ticket.canAnswer });
  return (
    <div ref={ref} className={classNames("px-px pt-px pb-2", isDragSource && "opacity-40")}>
      <Card ticket={ticket} laneId={laneId} actions={actions} isLifted={isLifted} />
    </div>
  );
});

import { Link } from "@tanstack/react-router";
import { ArrowRightLeft, Clock } from "lucide-react";
import { type KeyboardEvent, memo, useDeferredValue } from "react";
import type { TicketView } from "../../../sync/client/index.ts";
import { shortMoment } from "../../i18n/date-time.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { displayName, maskPhone } from "../../i18n/phone-number.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { StatusChip } from "../../ui/fields/chips.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/layers/menu.tsx";
import { QueueChip } from "../tickets/parts/queue-chip.tsx";
import { rowSummary } from "../tickets/parts/row-summary.ts";
import { SummaryLine } from "../tickets/parts/summary-line.tsx";
import type { BoardLane } from "./board-of.ts";

export type CardActions = {
  lanes: readonly Pick<BoardLane, "id" | "name">[];
  onOpen: (ticketId: string) => void;
  onMove: (ticket: TicketView, laneId: string | null) => void;
  /** Keys on the card: lifting, moving, dropping. */
  onKeyDown: (event: KeyboardEvent, ticket: TicketView, laneId: string | null) => void;
};
type CardProps = { ticket: TicketView; laneId: string | null; actions?: CardActions; isLifted?: boolean };

const seeTicketClass =
  "inline-flex h-(--control-sm) items-center rounded-md px-2.5 font-medium text-sm control-ring hover:bg-hover touch:h-11";

/**
 * Shows a ticket on the board. Its frame is dashed while a move waits on this device. Without `actions` it is the card
 * that follows the pointer.
 */
export const Card = memo(function Card({ ticket, laneId, actions, isLifted }: CardProps) {
  // The menu and the link take most of a card's drawing time: they come after the card, also while a lane scrolls.
  const isDrawn = useDeferredValue(true, false);
  const waits = ticket.pending.includes("ticket.lane");
  const name = displayName(ticket.contactName);
  return (
    <article
      aria-label={name}
      className={classNames(
        "relative flex flex-col rounded-lg bg-surface px-2.5 py-2 dark:bg-raised",
        waits ? "border-[1.5px] border-queued-line border-dashed" : "shadow-hair forced-colors:border",
        isLifted && "outline-2 outline-focus",
        "has-[[data-card]:focus-visible]:outline-2 has-[[data-card]:focus-visible]:outline-focus",
      )}
    >
      <div className="flex h-5 items-center justify-between gap-2 text-ink-3 text-xs tabular-nums">
        <span>{m.kanban_number({ number: ticket.number })}</span>
        {waits ? (
          <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={11} />} className="h-4.5 px-1.5 text-2xs">
            {m.kanban_waits()}
          </StatusChip>
        ) : (
          <time dateTime={ticket.lastMessageAt}>{shortMoment(ticket.lastMessageAt)}</time>
        )}
      </div>
      <div className="my-1 flex min-w-0 items-center gap-2">
        <Avatar id={ticket.contactId} name={ticket.contactName} picture={ticket.contactPicture} size={24} />
        <span className="flex min-w-0 flex-col leading-4.25">
          {actions ? (
            <button
              type="button"
              data-card={ticket.id}
              aria-describedby={ticket.canAnswer ? "kanban-keys" : "kanban-not-yours"}
              aria-pressed={isLifted}
              onClick={() => actions.onOpen(ticket.id)}
              onKeyDown={(event) => actions.onKeyDown(event, ticket, laneId)}
              className="truncate text-left font-medium text-base outline-none after:absolute after:inset-0 after:rounded-lg"
            >
              {name}
            </button>
          ) : (
            <b dir="auto" className="truncate font-medium text-base">
              {name}
            </b>
          )}
          <span className="truncate text-ink-3 text-xs tabular-nums">{maskPhone(ticket.contactNumber)}</span>
        </span>
      </div>
      <div className="flex h-5 min-w-0 text-sm">
        <SummaryLine summary={rowSummary(ticket)} strong={ticket.unreadMessages > 0} />
      </div>
      <div className="mt-1.5 flex min-w-0 items-center gap-1.5">
        <span className="flex min-w-0 flex-1">
          <QueueChip queueId={ticket.queueId} />
        </span>
        {actions && isDrawn ? (
          <CardControls ticket={ticket} laneId={laneId} name={name} actions={actions} />
        ) : (
          <ControlsPicture canMove={ticket.canAnswer && actions !== undefined} />
        )}
      </div>
    </article>
  );
});

/** The look of the controls, without them. */
function ControlsPicture({ canMove }: { canMove: boolean }) {
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center gap-1">
      {canMove && (
        <span className="grid size-(--control-sm) place-items-center text-ink-2 touch:size-11">
          <ArrowRightLeft size={15} />
        </span>
      )}
      <span className={seeTicketClass}>{m.kanban_see()}</span>
    </span>
  );
}

function CardControls({ ticket, laneId, name, actions }: Required<Omit<CardProps, "isLifted">> & { name: string }) {
  return (
    <span data-card-control className="relative flex shrink-0 items-center gap-1">
      {ticket.canAnswer && (
        <Menu
          button={
            <IconButton
              size="small"
              label={m.kanban_move_of({ name })}
              icon={<ArrowRightLeft size={15} />}
              className="touch:size-11"
            />
          }
        >
          {actions.lanes.map((lane) => (
            <MenuItem
              key={lane.id ?? "open"}
              checked={lane.id === laneId}
              disabled={lane.id === laneId}
              onSelect={() => actions.onMove(ticket, lane.id)}
            >
              {lane.name}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Link
        to="/tickets/$ticketUuid"
        params={{ ticketUuid: ticket.id }}
        draggable={false}
        aria-label={m.kanban_see_of({ name })}
        className={seeTicketClass}
      >
        {m.kanban_see()}
      </Link>
    </span>
  );
}

import { Link } from "@tanstack/react-router";
import { Bot, HatGlasses } from "lucide-react";
import { memo } from "react";
import type { BegunDraft, TicketView } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { shortMoment } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { useDirectory } from "../../../session/directory.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChannelGlyph } from "../../../ui/channel-glyph.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { DotChip, StatusChip } from "../../../ui/fields/chips.tsx";
import { useMinute } from "../../../ui/hooks/use-minute.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useReadAhead } from "../ahead/use-read-ahead.ts";
import { QueueChip } from "../parts/queue-chip.tsx";
import { rowSummary } from "../parts/row-summary.ts";
import { SummaryLine } from "../parts/summary-line.tsx";
import { RowViewers } from "../presence/row-viewers.tsx";
import { urgencyOf, waitedText } from "./waited-text.ts";
import { WaitingTime } from "./waiting-time.tsx";

type TicketRowProps = {
  ticket: TicketView;
  selected: boolean;
  /** The user's draft in this conversation. */
  draft?: BegunDraft;
  /** Opens a pending ticket without accepting it; only admins have it. */
  onSpy?: (ticket: TicketView) => void;
  onAccept: (ticket: TicketView) => void;
};

/** Shows one conversation in the list. Opening a pending one shows it to read; its button accepts it. */
export const TicketRow = memo(function TicketRow({ ticket, selected, draft, onSpy, onAccept }: TicketRowProps) {
  const unread = ticket.unreadMessages > 0;
  const { queues } = useDirectory();
  const readNow = useReadAhead(ticket.id);
  return (
    <div
      data-row={ticket.id}
      data-selected={selected ? "" : undefined}
      data-overdue={useOverdue(ticket) ? "" : undefined}
      onPointerDown={readNow}
      className={classNames(
        "relative flex h-[calc(var(--ticket-row)+1px)] gap-3 border-line border-b px-3.5 py-2.5 max-sm:h-21 max-sm:gap-3.5 max-sm:px-4 max-sm:py-3",
        "has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus",
        // The kept list marks the row of another ticket by the attribute alone.
        "not-data-selected:hover:bg-hover data-selected:bg-selected",
        "data-overdue:before:absolute data-overdue:before:inset-y-2.5 data-overdue:before:left-0 data-overdue:before:w-0.75 data-overdue:before:rounded-r-full data-overdue:before:bg-danger-mark!",
        "data-selected:before:absolute data-selected:before:inset-y-2.5 data-selected:before:left-0 data-selected:before:w-0.75 data-selected:before:rounded-r-full data-selected:before:bg-primary max-sm:not-data-overdue:before:hidden",
      )}
    >
      <Avatar
        id={ticket.contactId}
        name={ticket.contactName}
        picture={ticket.contactPicture}
        glyph={<ChannelGlyph name={ticket.channel} />}
        className="max-sm:size-12 max-sm:text-lg"
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-baseline gap-2 leading-5">
          <RowName ticket={ticket} selected={selected} unread={unread} />
          {waits(ticket) ? (
            <WaitingTime since={ticket.waitingSince ?? ticket.createdAt} />
          ) : (
            <time
              dateTime={ticket.lastMessageAt}
              className={classNames(
                "ml-auto shrink-0 text-2xs max-sm:text-xs",
                unread ? "font-semibold text-primary-ink" : "text-ink-3",
              )}
            >
              {shortMoment(ticket.lastMessageAt)}
            </time>
          )}
        </div>
        <div className={classNames("flex h-4.75 items-center gap-1.25 text-sm max-sm:h-5 max-sm:text-base")}>
          <SummaryLine summary={rowSummary(ticket, draft, queues.get(ticket.queueId ?? "")?.name)} strong={unread} />
          {unread && <UnreadBadge count={ticket.unreadMessages} />}
        </div>
        <RowFoot ticket={ticket} onSpy={onSpy} onAccept={onAccept} />
      </div>
    </div>
  );
});

/** A row in the bot's menu says so below, and shows the time. */
const waits = (ticket: TicketView) => ticket.waitingSince !== null && ticket.status !== "closed";

function useOverdue(ticket: TicketView): boolean {
  useMinute();
  return waits(ticket) && urgencyOf(ticket.waitingSince ?? "", serverDate()) === "overdue";
}

function UnreadBadge({ count }: { count: number }) {
  return <Badge count={count} label={m.tickets_unread({ count })} />;
}

function RowName({ ticket, selected, unread }: { ticket: TicketView; selected: boolean; unread: boolean }) {
  const look = classNames("truncate text-base max-sm:text-lg", unread ? "font-semibold" : "font-medium");
  return (
    <Link
      to="/tickets/$ticketUuid"
      params={{ ticketUuid: ticket.id }}
      data-row-action
      dir="auto"
      aria-current={selected || undefined}
      className={classNames(look, "outline-none after:absolute after:inset-0")}
    >
      {displayName(ticket.contactName)}
    </Link>
  );
}

/** Below the number of unread messages. On touch devices a button looks small but has a hit area of 44 px. */
const below = "relative h-6! touch:h-7! touch:after:absolute touch:after:-inset-2";

function RowFoot({ ticket, onSpy, onAccept }: Pick<TicketRowProps, "ticket" | "onSpy" | "onAccept">) {
  const { tags } = useDirectory();
  const waiting = ticket.status === "pending";
  return (
    <div
      className={classNames("mt-0.5 flex h-4.5 min-w-0 items-center gap-1.5", waiting && (onSpy ? "pr-28" : "pr-20"))}
    >
      <span className="flex min-w-0 flex-1 items-center gap-1.5 overflow-hidden">
        {/* In the menu the queue is not chosen yet, and the words need the room. */}
        {(!ticket.chatbot || ticket.queueId !== null) && (
          <QueueChip queueId={ticket.queueId} className="shrink-0 text-2xs max-sm:text-xs" />
        )}
        {ticket.chatbot && <InMenu ticket={ticket} />}
        {ticket.tagIds.slice(0, waiting ? 1 : 3).map((id) => {
          const tag = tags.get(id);
          return tag && <DotChip key={id} name={tag.name} color={tag.color} unsent={ticket.unsentTags.includes(id)} />;
        })}
      </span>
      <RowViewers ticketId={ticket.id} />
      {ticket.queued > 0 && (
        <StatusChip tone="queued" className="h-4.5 px-1.5 text-2xs tabular-nums">
          {m.tickets_queued_chip({ count: ticket.queued })}
        </StatusChip>
      )}
      {ticket.status === "closed" && (
        <StatusChip className="h-4.5 px-1.5 text-2xs">{m.tickets_closed_badge()}</StatusChip>
      )}
      {waiting ? (
        <span className="absolute right-3.5 bottom-0.5 z-1 flex items-center gap-1 max-sm:right-4 max-sm:gap-2.5">
          {onSpy && (
            <IconButton
              size="small"
              label={m.tickets_spy({ name: ticket.contactName })}
              icon={<HatGlasses size={16} />}
              onClick={() => onSpy(ticket)}
              className={below}
            />
          )}
          <Button
            kind="soft"
            size="small"
            aria-label={m.tickets_accept_of({ name: ticket.contactName })}
            onClick={() => onAccept(ticket)}
            className={classNames(below, "touch:rounded-full touch:px-3")}
          >
            {m.tickets_accept()}
          </Button>
        </span>
      ) : (
        ticket.queued === 0 && <Assignee userId={ticket.userId} />
      )}
    </div>
  );
}

function InMenu({ ticket }: { ticket: TicketView }) {
  useMinute();
  const time = waitedText(ticket.lastCustomerMessageAt ?? ticket.createdAt, serverDate());
  return (
    <span className="flex min-w-0 items-center gap-1 text-2xs text-ink-3 max-sm:text-xs">
      <Bot aria-hidden="true" size={14} className="shrink-0" />
      <span className="truncate">{ticket.status === "pending" ? m.tickets_in_menu({ time }) : m.tickets_bot()}</span>
    </span>
  );
}

function Assignee({ userId }: { userId: string | null }) {
  const user = useDirectory().users.get(userId ?? "");
  if (!user) return null;
  const label = m.tickets_assignee({ name: user.name });
  return (
    <span role="img" aria-label={label} title={label} className="relative shrink-0">
      <Avatar id={user.id} name={user.name} size={18} />
    </span>
  );
}

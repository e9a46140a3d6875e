import { Bot } from "lucide-react";
import { type Ref, useCallback, useEffect } from "react";
import type { BegunDraft, TicketView } from "../../../../sync/client/index.ts";
import { takeOver } from "../../../first-paint/cover.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskIsOpen, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { usePhone } from "../../../ui/hooks/use-phone.ts";
import { EmptyState } from "../../../ui/lists/empty-state.tsx";
import { Skeleton, useIsSlow } from "../../../ui/lists/skeleton.tsx";
import { VirtualList, type VirtualListHandle } from "../../../ui/lists/virtual-list.tsx";
import { endStart } from "../../../ui/load-when-idle.ts";
import { useTicketActions } from "../use-ticket-actions.ts";
import { TicketRow } from "./ticket-row.tsx";

/** Height of a row on a desktop and on a phone. Rows above the first visible one are not measured after a reload. */
const ROW_PX = 77;
const PHONE_ROW_PX = 84;

/** Heading of the tickets in which nobody waits, or which are still in the bot's menu. */
export type Heading = { id: "nobody-waits" | "with-bot"; count: number };
export type ListItem = TicketView | Heading;
export const isHeading = (item: ListItem): item is Heading => item.id === "with-bot" || item.id === "nobody-waits";

/** Divides the rows of pending tickets into groups. Rows in the order of their wait have those without one at the end. */
export function listItems(
  rows: readonly TicketView[],
  withBot: { rows: readonly TicketView[]; count: number } | null,
  byWait = false,
): ListItem[] {
  const first = byWait ? rows.findIndex(({ waitingSince }) => waitingSince === null) : -1;
  const waiting = first < 0 ? rows : rows.slice(0, first);
  const others = first < 0 ? [] : rows.slice(first);
  return [
    ...waiting,
    ...(others.length > 0 ? [{ id: "nobody-waits" as const, count: others.length }, ...others] : []),
    ...(withBot && withBot.rows.length > 0 ? [{ id: "with-bot" as const, count: withBot.count }, ...withBot.rows] : []),
  ];
}

type TicketRowsListProps = {
  items: ListItem[] | null;
  onMore: () => void;
  /** The scroll position at first, in pixels. */
  top?: number;
  selectedId: string | null;
  maySpy: boolean;
  emptyText?: string;
  ref?: Ref<VirtualListHandle>;
};

/** Shows the rows, a skeleton during the first sync, or a sentence when there are none. */
export function TicketRowsList({ items, onMore, selectedId, maySpy, emptyText, top, ref }: TicketRowsListProps) {
  const { firstSyncDone, linkUp } = useSyncStatus();
  const { accept, open } = useTicketActions();
  const desk = useDesk();
  const isPhone = usePhone();
  const drafts = useObservable(() => desk.drafts$(), [desk], noDrafts);
  const handleAccept = useCallback((ticket: TicketView) => void accept(ticket.id), [accept]);
  const handleSpy = useCallback((ticket: TicketView) => void open(ticket.id), [open]);
  const renderRow = useCallback(
    (item: ListItem) =>
      isHeading(item) ? (
        <GroupHeading heading={item} />
      ) : (
        <TicketRow
          ticket={item}
          draft={item.id === selectedId ? shownBeside(drafts.get(item.id)) : drafts.get(item.id)}
          selected={item.id === selectedId}
          onAccept={handleAccept}
          onSpy={maySpy ? handleSpy : undefined}
        />
      ),
    [selectedId, drafts, handleAccept, handleSpy, maySpy],
  );
  const isRead = items !== null;
  useEffect(() => {
    if (isRead) takeOver("list");
  }, [isRead]);
  const isOpen = useDeskIsOpen();
  useEffect(() => {
    if (isRead && isOpen) endStart();
  }, [isRead, isOpen]);
  if (items === null || (items.length === 0 && !firstSyncDone && linkUp)) return <SkeletonRows />;
  if (items.length === 0) {
    return (
      <EmptyState title={m.tickets_empty_title()}>
        {firstSyncDone ? (emptyText ?? m.tickets_empty_text()) : m.tickets_first_sync_offline()}
      </EmptyState>
    );
  }
  return (
    <VirtualList
      ref={ref}
      label={m.tickets_list_label()}
      items={items}
      itemKey={keyOf}
      estimateSize={isPhone ? PHONE_ROW_PX : ROW_PX}
      initialOffset={top}
      renderItem={renderRow}
      onNearEnd={onMore}
      className="max-md:pb-20"
    />
  );
}

const noDrafts: ReadonlyMap<string, BegunDraft> = new Map();
/** The text of the open conversation stands in its field; a recording or a file is named here too. */
const shownBeside = (draft?: BegunDraft) => (draft?.kind === "voice" || draft?.kind === "files" ? draft : undefined);
const keyOf = (item: ListItem) => item.id;

function GroupHeading({ heading: { id, count } }: { heading: Heading }) {
  const isBot = id === "with-bot";
  return (
    <h3 className="flex h-11 items-center gap-2 border-line border-b bg-sunken px-4 font-medium text-ink-2 text-sm">
      {isBot && <Bot aria-hidden="true" size={16} className="shrink-0" />}
      <span className="min-w-0 flex-1 truncate">{isBot ? m.tickets_in_robot() : m.tickets_nobody_waits()}</span>
      <span className="shrink-0 font-normal text-xs tabular-nums">
        {isBot ? m.tickets_in_robot_count({ count }) : count}
      </span>
    </h3>
  );
}

const skeletonKeys = ["a", "b", "c", "d", "e", "f", "g", "h"];

function SkeletonRows() {
  const slow = useIsSlow();
  return (
    <div role="status" className="min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">{m.tickets_first_sync()}</span>
      {slow &&
        skeletonKeys.map((key) => (
          <div key={key} className="flex h-19.25 gap-3 border-line border-b px-3.5 py-2.5 max-sm:h-21 max-sm:px-4">
            <Skeleton className="size-10 shrink-0 rounded-full max-sm:size-12" />
            <div className="flex flex-1 flex-col gap-2 pt-1">
              <Skeleton className="h-3 w-2/5" />
              <Skeleton className="h-2.5 w-4/5" />
              <Skeleton className="h-2.5 w-1/4" />
            </div>
          </div>
        ))}
    </div>
  );
}

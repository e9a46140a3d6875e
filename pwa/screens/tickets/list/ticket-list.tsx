import { ArrowDownWideNarrow, Plus, Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import type { TicketCounts, TicketView } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { readWaitingOrder, storeWaitingOrder } from "../../../session/session-keys.ts";
import { useWaiting } from "../../../shell/notifications/waiting-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { deviceStorage } from "../../../ui/device-storage.ts";
import { Switch } from "../../../ui/fields/toggles.tsx";
import { useMinute } from "../../../ui/hooks/use-minute.ts";
import { lazyPart } from "../../../ui/on-demand.tsx";
import { type TabItem, Tabs } from "../../../ui/tabs.tsx";
import { KeyedRows } from "./keyed-rows.tsx";
import {
  type AskedList,
  filterOf,
  isFirstView,
  type ListTab,
  type ListView,
  maySeeAll,
  type SubTab,
  viewOf,
  type WaitingOrder,
} from "./list-view.ts";
import { QueueFilter } from "./queue-filter.tsx";
import { startOfList, storedViewOf } from "./restored-view.ts";
import { useKeepScreen } from "./use-keep-screen.ts";
import { useTicketRows } from "./use-ticket-rows.ts";
import { urgencyOf } from "./waited-text.ts";

const SearchPane = lazyPart(async () => (await import("./search-pane.tsx")).SearchPane);

type TicketListProps = {
  selectedId: string | null;
  /** Search text named in the URL. */
  asked?: string;
  /** The list, or the agent whose tickets are shown, named in the URL. */
  askedList?: AskedList;
  askedAgent?: string;
  onNew: (contact?: ContactDocument) => void;
};

/** Shows the list of conversations: tabs, filters and rows. */
export function TicketList({ selectedId, asked, askedList, askedAgent, onNew }: TicketListProps) {
  const desk = useDesk();
  const user = useDeskUser();
  const { start, view, change } = useView(asked, askedList, askedAgent);
  const queueKey = JSON.stringify(view.queueIds);
  const { firstSyncDone } = useSyncStatus();
  const counted = useObservable<TicketCounts | null>(
    () => desk.counts$({ queueIds: view.queueIds ?? undefined, showAll: view.showAll }),
    [desk, queueKey, view.showAll],
    null,
  );
  // Before the first sync has ended, the numbers are unknown, not zero.
  const counts = firstSyncDone ? counted : null;
  useFollowAccepted(selectedId, () => change({ sub: "open" }), view);
  const waiting = useWaiting();
  const stored = storedViewOf(view);
  useKeepScreen(stored, isFirstView(view, user));
  // Another tab or filter begins at its first row.
  const top = stored === storedViewOf(start.view) ? start.top : 0;
  const onTab = (tab: ListTab) => change({ tab });
  const shared = { selectedId, onNew, onTab, onWaiting: () => change({ tab: "open", sub: "pending" }) };

  return (
    <section aria-labelledby="ticket-list-title" className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex items-center gap-2 px-4 pt-2.5 max-sm:sr-only">
        <h1 id="ticket-list-title" className="min-w-0 flex-1 truncate text-lg">
          {m.tickets_title()}
        </h1>
        <span className="max-sm:hidden">
          <QueueFilter value={view.queueIds} onChange={(queueIds) => change({ queueIds })} />
        </span>
        <Button
          kind="primary"
          size="small"
          icon={<Plus size={15} />}
          onClick={() => onNew()}
          aria-keyshortcuts="n"
          className="max-md:hidden"
        >
          {m.tickets_new()}
        </Button>
      </div>
      <Tabs
        label={m.tickets_title()}
        items={tabItems(counts, waiting.length)}
        value={view.tab}
        onChange={onTab}
        panelClassName="flex min-h-0 flex-1 flex-col"
      >
        {view.tab === "search" && (
          <Suspense fallback={null}>
            <SearchPane
              key={`${asked} ${askedAgent}`}
              asked={asked}
              askedAgent={askedAgent}
              queueIds={view.queueIds}
              {...shared}
            />
          </Suspense>
        )}
        {view.tab === "closed" && <FilteredRows view={view} top={top} {...shared} />}
        {(view.tab === "open" || view.tab === "group") && (
          <Tabs
            label={view.tab === "open" ? m.tickets_tab_open() : m.tickets_tab_group()}
            look="pills"
            className="border-line border-b"
            items={subTabItems(counts, view.tab, waiting)}
            value={view.sub}
            onChange={(sub) => change({ sub })}
            panelClassName="flex min-h-0 flex-1 flex-col"
            end={<ListEnd view={view} onChange={change} />}
          >
            {view.sub === "pending" ? (
              <WaitingRows
                view={view}
                top={top}
                withBotCount={counted?.withBot ?? 0}
                onOrder={(waitingOrder) => {
                  change({ waitingOrder });
                  storeWaitingOrder(deviceStorage, waitingOrder);
                }}
                {...shared}
              />
            ) : (
              <FilteredRows view={view} top={top} {...shared} />
            )}
          </Tabs>
        )}
      </Tabs>
    </section>
  );
}

/** Returns what the list shows: at first as it was left, then what the URL or the user asks for. */
function useView(asked?: string, askedList?: AskedList, askedAgent?: string) {
  const user = useDeskUser();
  const [start] = useState(() => startOfList(user));
  const [view, setView] = useState<ListView>(() => ({ ...start.view, waitingOrder: readWaitingOrder(deviceStorage) }));
  const [shownAsked, setShownAsked] = useState<string>();
  if (asked !== undefined && asked !== shownAsked) {
    setShownAsked(asked);
    setView({ ...view, tab: "search" });
  }
  const askedPlace = `${askedList ?? ""} ${askedAgent ?? ""}`;
  const [shownPlace, setShownPlace] = useState(" ");
  if (askedPlace !== shownPlace) {
    setShownPlace(askedPlace);
    if (askedList || askedAgent) setView(viewOf(view, { list: askedList, agentId: askedAgent }));
  }
  const change = (part: Partial<ListView>) => setView((current) => ({ ...current, ...part }));
  return { start, view, change };
}

type ListEndProps = { view: ListView; onChange: (part: Partial<ListView>) => void };

/** Shows, after the two lists, what filters them. */
function ListEnd({ view, onChange }: ListEndProps) {
  const offersAll = maySeeAll(useDeskUser());
  return (
    <>
      <span className="flex-1" />
      {offersAll && (
        <Switch
          label={m.tickets_show_all()}
          checked={view.showAll}
          onChange={(showAll) => onChange({ showAll })}
          className="pr-1 text-xs max-sm:hidden"
        />
      )}
      <span className="sm:hidden">
        <QueueFilter
          value={view.queueIds}
          onChange={(queueIds) => onChange({ queueIds })}
          compact={{
            showAll: offersAll ? view.showAll : null,
            onShowAll: (showAll) => onChange({ showAll }),
          }}
        />
      </span>
    </>
  );
}

type RowsProps = Pick<TicketListProps, "selectedId" | "onNew"> & {
  view: ListView;
  onTab: (tab: ListTab) => void;
  onWaiting: () => void;
  /** The scroll position at first, in pixels. */
  top: number;
};

function FilteredRows({ view, ...shared }: RowsProps) {
  const rows = useTicketRows(filterOf(view), rowsUntil(shared.top));
  const emptyText = view.tab === "closed" ? m.tickets_empty_closed() : m.tickets_empty_open();
  return <KeyedRows {...shared} {...rows} emptyText={useGroupsText(view) ?? emptyText} />;
}

/** Returns why the list of groups is empty; null for other lists. */
function useGroupsText(view: ListView): string | null {
  const { company } = useDeskUser();
  if (view.tab !== "group") return null;
  const isIgnored = company.settings.some(({ key, value }) => key === "CheckMsgIsGroup" && value === "enabled");
  return isIgnored ? m.tickets_empty_groups_ignored() : m.tickets_empty_groups();
}

/** Shows the list of the accepted conversation when it is opened beside the waiting ones. */
function useFollowAccepted(selectedId: string | null, show: () => void, { tab, sub }: ListView) {
  const desk = useDesk();
  const { id: me } = useDeskUser();
  const selected = useObservable<TicketView | null>(
    () => (selectedId ? desk.ticket$(selectedId) : null),
    [desk, selectedId],
    null,
  );
  const isMine = selected?.id === selectedId && selected?.status === "open" && selected.userId === me;
  const isElsewhere = sub === "pending" && (tab === "open" || tab === "group") && isMine;
  // Only when the ticket becomes the user's own: they may look at the waiting list afterwards.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isElsewhere) show();
  }, [isMine, selectedId]);
}

/** Shows pending tickets and, below them, the tickets still in the bot's menu. */
function WaitingRows({
  view,
  withBotCount,
  onOrder,
  ...shared
}: RowsProps & { withBotCount: number; onOrder: (order: WaitingOrder) => void }) {
  const byWait = view.waitingOrder === "oldestFirst";
  const filter = filterOf(view);
  const rows = useTicketRows(filter, rowsUntil(shared.top));
  const withBot = useTicketRows({ ...filter, withBot: true });
  const below = view.tab === "open" ? { ...withBot, count: withBotCount } : undefined;
  const emptyText = useGroupsText(view) ?? m.tickets_empty_pending();
  return (
    <>
      <OrderBar order={view.waitingOrder} rows={rows.rows} onChange={onOrder} />
      <KeyedRows {...shared} {...rows} withBot={below} byWait={byWait} emptyText={emptyText} />
    </>
  );
}

const SHORTEST_ROW_PX = 60;
const ROWS_BELOW = 40;
/** Returns how many rows are needed to draw the list at this scroll position. */
const rowsUntil = (top: number) => Math.ceil(top / SHORTEST_ROW_PX) + ROWS_BELOW;

type OrderBarProps = { order: WaitingOrder; rows: TicketView[] | null; onChange: (order: WaitingOrder) => void };

/** Names the order of the pending tickets, which a click changes and this device keeps, and counts the overdue ones. */
function OrderBar({ order, rows, onChange }: OrderBarProps) {
  useMinute();
  const now = serverDate();
  const isOldest = order === "oldestFirst";
  const name = isOldest ? m.tickets_order_oldest() : m.tickets_order_newest();
  const overdue =
    rows?.filter(({ waitingSince }) => waitingSince && urgencyOf(waitingSince, now) === "overdue").length ?? 0;
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-b px-3 py-0.5 text-xs">
      <button
        type="button"
        aria-label={m.tickets_order_change({ order: name })}
        onClick={() => onChange(isOldest ? "newestFirst" : "oldestFirst")}
        className="flex h-8 min-w-0 items-center gap-1.5 rounded-md px-1.5 text-ink-2 hover:bg-hover touch:h-11"
      >
        <ArrowDownWideNarrow aria-hidden="true" size={14} className="shrink-0" />
        <span className="truncate">{name}</span>
      </button>
      {overdue > 0 && (
        <span className="ml-auto shrink-0 pr-1 font-medium text-danger-ink">
          {overdue === 1 ? m.tickets_overdue({ count: overdue }) : m.tickets_overdue_many({ count: overdue })}
        </span>
      )}
    </div>
  );
}

/**
 * Solid counts are unread conversations of this user; the same number is in the menu, the bell and the window title.
 */
function tabItems(counts: TicketCounts | null, unread: number): TabItem<ListTab>[] {
  const groupsUnread = counts?.groupsUnread ?? 0;
  return [
    { id: "open", label: m.tickets_tab_open(), badge: unread > 0 && <Badge count={unread} /> },
    { id: "closed", label: m.tickets_tab_closed() },
    {
      id: "group",
      label: m.tickets_tab_group(),
      badge: groupsUnread > 0 && <Badge count={groupsUnread} tone="quiet" />,
    },
    {
      id: "search",
      label: m.tickets_tab_search(),
      icon: <Search aria-hidden="true" size={14} className="max-sm:hidden" />,
    },
  ];
}

/** Bare numbers count all rows of each list, solid ones the conversations with unread messages for this user. */
function subTabItems(
  counts: TicketCounts | null,
  tab: "open" | "group",
  waiting: readonly Pick<TicketView, "status" | "isGroup">[],
): TabItem<SubTab>[] {
  const label = { open: m.tickets_sub_open(), pending: m.tickets_sub_pending() };
  const total =
    tab === "open"
      ? { open: counts?.open, pending: counts?.pending }
      : { open: counts?.groupsOpen, pending: counts?.groupsPending };
  return (["open", "pending"] as const).map((id) => {
    const count = total[id];
    const unread = waiting.filter(({ status, isGroup }) => status === id && isGroup === (tab === "group")).length;
    return {
      id,
      label: label[id],
      badge: (
        <>
          {count !== undefined && <Badge count={count} tone="bare" />}
          {unread > 0 && <Badge count={unread} label={m.tickets_sub_unread({ count: unread })} />}
        </>
      ),
    };
  });
}

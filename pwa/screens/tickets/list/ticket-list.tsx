import { ClockArrowUp, Plus, Search } from "lucide-react";
import { Suspense, useState } from "react";
import type { TicketCounts } from "../../../../sync/client/index.ts";
import type { ContactDocument } from "../../../../sync/contracts/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable } from "../../../session/desk.tsx";
import { readWaitingOrder, storeWaitingOrder } from "../../../session/session-keys.ts";
import { noTicketCounts } from "../../../session/ticket-counts.ts";
import { useWaiting } from "../../../shell/notifications/waiting-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { lazyPart } from "../../../ui/on-demand.tsx";
import { type TabItem, Tabs } from "../../../ui/tabs.tsx";
import { Switch } from "../../../ui/toggles.tsx";
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
  const offersAll = maySeeAll(user);
  const [start] = useState(() => startOfList(user));
  const [view, setView] = useState<ListView>(() => ({ ...start.view, waitingOrder: readWaitingOrder(localStorage) }));
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
  const queueKey = JSON.stringify(view.queueIds);
  const counts = useObservable(
    () => desk.counts$({ queueIds: view.queueIds ?? undefined, showAll: view.showAll }),
    [desk, queueKey, view.showAll],
    noTicketCounts,
  );
  const unread = useWaiting().length;
  const stored = storedViewOf(view);
  useKeepScreen(stored, isFirstView(view, user));
  // Another tab or filter begins at its first row.
  const top = stored === storedViewOf(start.view) ? start.top : 0;
  const shared = { selectedId, onNew, onTab: (tab: ListTab) => change({ tab }), top };

  return (
    <section aria-labelledby="ticket-list-title" className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex items-center gap-2 px-4 pt-2.5 max-sm:sr-only">
        <h1 id="ticket-list-title" className="min-w-0 flex-1 truncate text-lg">
          {m.tickets_title()}
        </h1>
        <QueueFilter value={view.queueIds} onChange={(queueIds) => change({ queueIds })} />
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
        items={tabItems(counts, unread)}
        value={view.tab}
        onChange={(tab) => change({ tab })}
        panelClassName="flex min-h-0 flex-1 flex-col"
      >
        {view.tab === "search" && (
          <Suspense fallback={null}>
            <SearchPane
              key={`${asked} ${askedAgent}`}
              asked={asked}
              askedAgent={askedAgent}
              queueIds={view.queueIds}
              {...{ selectedId, onNew, onTab: shared.onTab }}
            />
          </Suspense>
        )}
        {view.tab === "closed" && <FilteredRows view={view} {...shared} />}
        {(view.tab === "open" || view.tab === "group") && (
          <Tabs
            label={view.tab === "open" ? m.tickets_tab_open() : m.tickets_tab_group()}
            look="pills"
            className="border-line border-b"
            items={subTabItems(counts, view.tab)}
            value={view.sub}
            onChange={(sub) => change({ sub })}
            panelClassName="flex min-h-0 flex-1 flex-col"
            end={
              <>
                <span className="flex-1" />
                {view.sub === "pending" && (
                  <OrderButton
                    order={view.waitingOrder}
                    onChange={(waitingOrder) => {
                      change({ waitingOrder });
                      storeWaitingOrder(localStorage, waitingOrder);
                    }}
                  />
                )}
                {offersAll && (
                  <Switch
                    label={m.tickets_show_all()}
                    checked={view.showAll}
                    onChange={(showAll) => change({ showAll })}
                    className="pr-1 text-xs max-sm:hidden"
                  />
                )}
                <span className="sm:hidden">
                  <QueueFilter
                    value={view.queueIds}
                    onChange={(queueIds) => change({ queueIds })}
                    compact={{
                      showAll: offersAll ? view.showAll : null,
                      onShowAll: (showAll) => change({ showAll }),
                    }}
                  />
                </span>
              </>
            }
          >
            {view.sub === "pending" ? (
              <WaitingRows view={view} inRobotCount={counts.inRobot} {...shared} />
            ) : (
              <FilteredRows view={view} {...shared} />
            )}
          </Tabs>
        )}
      </Tabs>
    </section>
  );
}

type RowsProps = Pick<TicketListProps, "selectedId" | "onNew"> & {
  view: ListView;
  onTab: (tab: ListTab) => void;
  /** The scroll position at first, in pixels. */
  top: number;
};

function FilteredRows({ view, ...shared }: RowsProps) {
  const rows = useTicketRows(filterOf(view), rowsUntil(shared.top));
  return <KeyedRows {...shared} {...rows} />;
}

/** Shows pending tickets and, below them, the tickets still in the bot's menu. */
function WaitingRows({ view, inRobotCount, ...shared }: RowsProps & { inRobotCount: number }) {
  const filter = filterOf(view);
  const rows = useTicketRows(filter, rowsUntil(shared.top));
  const inRobot = useTicketRows({ ...filter, inRobot: true });
  const below = view.tab === "open" ? { ...inRobot, count: inRobotCount } : undefined;
  return <KeyedRows {...shared} {...rows} inRobot={below} emptyText={m.tickets_empty_pending()} />;
}

const SHORTEST_ROW_PX = 60;
const ROWS_BELOW = 40;
/** Returns how many rows are needed to draw the list at this scroll position. */
const rowsUntil = (top: number) => Math.ceil(top / SHORTEST_ROW_PX) + ROWS_BELOW;

/** Toggles the order of pending tickets; the choice is stored on this device. */
function OrderButton({ order, onChange }: { order: WaitingOrder; onChange: (order: WaitingOrder) => void }) {
  const isOldest = order === "oldestFirst";
  return (
    <IconButton
      size="small"
      label={m.tickets_oldest_first()}
      icon={<ClockArrowUp size={16} />}
      pressed={isOldest}
      onClick={() => onChange(isOldest ? "newestFirst" : "oldestFirst")}
      className="touch:size-11"
    />
  );
}

/**
 * Solid counts are unread conversations of this user; the same number is in the menu, the bell and the window title.
 */
function tabItems({ groupsUnread }: TicketCounts, unread: number): TabItem<ListTab>[] {
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

/** Counts all rows of each list, read or unread. */
function subTabItems(counts: TicketCounts, tab: "open" | "group"): TabItem<SubTab>[] {
  const [open, pending] = tab === "open" ? [counts.open, counts.pending] : [counts.groupsOpen, counts.groupsPending];
  return [
    { id: "open", label: m.tickets_sub_open(), badge: <Badge count={open} tone="bare" /> },
    { id: "pending", label: m.tickets_sub_pending(), badge: <Badge count={pending} tone="bare" /> },
  ];
}

import { Plus, Search } from "lucide-react";
import { useState } from "react";
import type { TicketCounts } from "../../../../sync/client/index.ts";
import type { ContactDocument } from "../../../../sync/contracts/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable } from "../../../session/desk.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { type TabItem, Tabs } from "../../../ui/tabs.tsx";
import { Switch } from "../../../ui/toggles.tsx";
import { KeyedRows } from "./keyed-rows.tsx";
import { type AskedList, filterOf, type ListTab, type ListView, maySeeAll, type SubTab, viewOf } from "./list-view.ts";
import { QueueFilter } from "./queue-filter.tsx";
import { SearchPane } from "./search-pane.tsx";
import { useTicketRows } from "./use-ticket-rows.ts";

const noCounts: TicketCounts = { open: 0, pending: 0, groupsOpen: 0, groupsPending: 0, unread: 0 };

type TicketListProps = {
  selectedId: string | null;
  /** What the address asks to look for. */
  asked?: string;
  /** Which list, or whose tickets, the address asks for. */
  askedList?: AskedList;
  askedAgent?: string;
  onNew: (contact?: ContactDocument) => void;
};

/** The list of conversations: tabs, filters and rows. */
export function TicketList({ selectedId, asked, askedList, askedAgent, onNew }: TicketListProps) {
  const desk = useDesk();
  const user = useDeskUser();
  const offersAll = maySeeAll(user);
  const [view, setView] = useState<ListView>({ tab: "open", sub: "open", showAll: offersAll, queueIds: null });
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
    noCounts,
  );
  const shared = { selectedId, onNew, onTab: (tab: ListTab) => change({ tab }) };

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
        items={tabItems(counts)}
        value={view.tab}
        onChange={(tab) => change({ tab })}
        panelClassName="flex min-h-0 flex-1 flex-col"
      >
        {view.tab === "search" && (
          <SearchPane
            key={`${asked} ${askedAgent}`}
            asked={asked}
            askedAgent={askedAgent}
            queueIds={view.queueIds}
            {...shared}
          />
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
            <FilteredRows view={view} {...shared} />
          </Tabs>
        )}
      </Tabs>
    </section>
  );
}

function FilteredRows({
  view,
  ...shared
}: Omit<TicketListProps, "asked" | "askedList" | "askedAgent"> & { view: ListView; onTab: (tab: ListTab) => void }) {
  const rows = useTicketRows(filterOf(view));
  const waiting = view.tab !== "closed" && view.sub === "pending";
  return <KeyedRows {...shared} {...rows} emptyText={waiting ? m.tickets_empty_pending() : undefined} />;
}

function tabItems(counts: TicketCounts): TabItem<ListTab>[] {
  const open = counts.open + counts.pending;
  const groups = counts.groupsOpen + counts.groupsPending;
  return [
    { id: "open", label: m.tickets_tab_open(), badge: open > 0 && <Badge count={open} /> },
    { id: "closed", label: m.tickets_tab_closed() },
    { id: "group", label: m.tickets_tab_group(), badge: groups > 0 && <Badge count={groups} tone="quiet" /> },
    { id: "search", label: m.tickets_tab_search(), icon: <Search aria-hidden="true" size={14} /> },
  ];
}

function subTabItems(counts: TicketCounts, tab: "open" | "group"): TabItem<SubTab>[] {
  const [open, pending] = tab === "open" ? [counts.open, counts.pending] : [counts.groupsOpen, counts.groupsPending];
  return [
    { id: "open", label: m.tickets_sub_open(), badge: <Badge count={open} tone="bare" /> },
    { id: "pending", label: m.tickets_sub_pending(), badge: <Badge count={pending} tone="bare" /> },
  ];
}

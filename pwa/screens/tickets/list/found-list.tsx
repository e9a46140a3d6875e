import { useCallback, useRef } from "react";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCan } from "../../../session/desk.tsx";
import { VirtualList, type VirtualListHandle } from "../../../ui/lists/virtual-list.tsx";
import { useTicketActions } from "../use-ticket-actions.ts";
import type { FoundItem } from "./found-items.ts";
import { FoundContactRow, FoundHeading, FoundMessageRow, ticketOf } from "./found-rows.tsx";
import { useListKeys } from "./list-keys.ts";
import type { ListTab } from "./list-view.ts";
import { TicketRow } from "./ticket-row.tsx";

const ROW_PX = 64;

type FoundListProps = {
  items: FoundItem[];
  words: readonly string[];
  selectedId: string | null;
  onNew: (contact?: ContactDocument) => void;
  onTab: (tab: ListTab) => void;
  onWaiting: () => void;
  onMore: () => void;
};

/** Shows all search results in one list that can be navigated by keyboard. */
export function FoundList({ items, words, selectedId, onNew, onTab, onWaiting, onMore }: FoundListProps) {
  const { accept, open } = useTicketActions();
  const list = useRef<VirtualListHandle>(null);
  const maySpy = useCan("openWithoutAccepting");
  useListKeys({
    list,
    rows: items.map((item) => ({ key: item.kind === "heading" ? null : item.key, ticket: ticketOf(item) })),
    onTab,
    onWaiting,
    acceptsFirst: false,
    onNew: () => onNew(),
    onAccept: (ticket) => void accept(ticket.id),
  });
  const renderItem = useCallback(
    (item: FoundItem) => {
      if (item.kind === "heading") return <FoundHeading item={item} />;
      if (item.kind === "message")
        return (
          <FoundMessageRow item={item} words={words} maySpy={maySpy} onAccept={(ticket) => void accept(ticket.id)} />
        );
      if (item.kind === "contact") return <FoundContactRow item={item} words={words} onStart={onNew} />;
      return (
        <TicketRow
          ticket={item.ticket}
          selected={item.ticket.id === selectedId}
          onAccept={(ticket) => void accept(ticket.id)}
          onSpy={maySpy ? (ticket) => void open(ticket.id) : undefined}
        />
      );
    },
    [words, selectedId, maySpy, accept, open, onNew],
  );
  return (
    <VirtualList
      ref={list}
      label={m.search_results()}
      items={items}
      itemKey={keyOf}
      estimateSize={ROW_PX}
      renderItem={renderItem}
      onNearEnd={onMore}
      className="max-md:pb-20"
    />
  );
}

const keyOf = (item: FoundItem) => item.key;

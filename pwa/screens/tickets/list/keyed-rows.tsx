import { useMemo, useRef } from "react";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useCan } from "../../../session/desk.tsx";
import type { VirtualListHandle } from "../../../ui/lists/virtual-list.tsx";
import { useTicketActions } from "../use-ticket-actions.ts";
import { useListKeys } from "./list-keys.ts";
import type { ListTab } from "./list-view.ts";
import { isHeading, listItems, TicketRowsList } from "./ticket-rows.tsx";
import type { TicketRows } from "./use-ticket-rows.ts";

type KeyedRowsProps = TicketRows & {
  selectedId: string | null;
  onNew: (contact?: ContactDocument) => void;
  onTab: (tab: ListTab) => void;
  onWaiting: () => void;
  /** Tickets still in the bot's menu: a separate group, not included in any count. */
  withBot?: TicketRows & { count: number };
  /** The rows are in the order of their wait. */
  byWait?: boolean;
  emptyText?: string;
  top?: number;
};

/** Shows rows that can be navigated by keyboard. */
export function KeyedRows({
  rows,
  more,
  withBot,
  selectedId,
  onNew,
  onTab,
  onWaiting,
  byWait,
  emptyText,
  top,
}: KeyedRowsProps) {
  const maySpy = useCan("openWithoutAccepting");
  const { accept } = useTicketActions();
  const list = useRef<VirtualListHandle>(null);
  const items = useMemo(
    () => rows && listItems(rows, withBot?.rows ? { rows: withBot.rows, count: withBot.count } : null, byWait),
    [rows, withBot?.rows, withBot?.count, byWait],
  );
  useListKeys({
    list,
    rows: (items ?? []).map((item) => (isHeading(item) ? { key: null, ticket: null } : { key: item.id, ticket: item })),
    onTab,
    onWaiting,
    acceptsFirst: true,
    onNew: () => onNew(),
    onAccept: (ticket: TicketView) => void accept(ticket.id),
  });
  return (
    <TicketRowsList
      ref={list}
      items={items}
      onMore={() => {
        more();
        withBot?.more();
      }}
      selectedId={selectedId}
      maySpy={maySpy}
      emptyText={emptyText}
      top={top}
    />
  );
}

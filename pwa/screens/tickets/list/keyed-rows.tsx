import { useRef } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import type { ContactDocument } from "../../../../sync/contracts/contacts.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import type { VirtualListHandle } from "../../../ui/virtual-list.tsx";
import { useTicketActions } from "../use-ticket-actions.ts";
import { useListKeys } from "./list-keys.ts";
import type { ListTab } from "./list-view.ts";
import { TicketRowsList } from "./ticket-rows.tsx";
import type { TicketRows } from "./use-ticket-rows.ts";

type KeyedRowsProps = TicketRows & {
  selectedId: string | null;
  onNew: (contact?: ContactDocument) => void;
  onTab: (tab: ListTab) => void;
  emptyText?: string;
};

/** Rows one can walk with the keyboard. */
export function KeyedRows({ rows, more, selectedId, onNew, onTab, emptyText }: KeyedRowsProps) {
  const user = useDeskUser();
  const { accept } = useTicketActions();
  const list = useRef<VirtualListHandle>(null);
  useListKeys({
    list,
    rows: (rows ?? []).map((ticket) => ({ key: ticket.id, ticket })),
    onTab,
    onNew: () => onNew(),
    onAccept: (ticket: TicketView) => void accept(ticket.id),
  });
  return (
    <TicketRowsList
      ref={list}
      rows={rows}
      onMore={more}
      selectedId={selectedId}
      maySpy={user.profile === "admin"}
      emptyText={emptyText}
    />
  );
}

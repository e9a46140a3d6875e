import { type RefObject, useEffect, useEffectEvent } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import type { VirtualListHandle } from "../../../ui/virtual-list.tsx";
import { type ListTab, listTabs } from "./list-view.ts";

type ListKeys = {
  list: RefObject<VirtualListHandle | null>;
  rows: TicketView[];
  onTab: (tab: ListTab) => void;
  onAccept: (ticket: TicketView) => void;
  onNew: () => void;
};

/** Single keys must never reach what a person types or an open layer. */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest("input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]")) return false;
  return document.querySelector("[role=dialog], [role=alertdialog]") === null;
}

/** J K and arrows move through the rows, A accepts, N starts a conversation, 1 to 4 change the tab, / searches. */
export function useListKeys({ list, rows, onTab, onAccept, onNew }: ListKeys): void {
  const focused = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-ticket]");
    return row ? rows.findIndex((ticket) => ticket.id === row.dataset.ticket) : -1;
  };
  const focusRow = (index: number) => {
    const ticket = rows[index];
    if (!ticket) return;
    list.current?.scrollToIndex(index);
    // The row may first have to be drawn.
    requestAnimationFrame(() => {
      const row = list.current?.element()?.querySelector<HTMLElement>(`[data-ticket="${ticket.id}"] [data-row-action]`);
      row?.focus();
    });
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlainKey(event)) return;
    const at = focused();
    const tab = listTabs[Number(event.key) - 1];
    const key = event.key.toLowerCase();
    if (key === "j" || (event.key === "ArrowDown" && at >= 0)) focusRow(Math.min(at + 1, rows.length - 1));
    else if (key === "k" || (event.key === "ArrowUp" && at >= 0)) focusRow(Math.max(at - 1, 0));
    else if (key === "a" && rows[at]?.status === "pending") onAccept(rows[at]);
    else if (key === "n") onNew();
    else if (event.key === "/") onTab("search");
    else if (tab) onTab(tab);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

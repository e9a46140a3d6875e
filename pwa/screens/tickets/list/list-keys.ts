import { type RefObject, useEffect, useEffectEvent } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { isPlainKey, isPressed, isTwinKey } from "../../../shell/keyboard/pressed.ts";
import type { VirtualListHandle } from "../../../ui/lists/virtual-list.tsx";
import { type ListTab, listTabs } from "./list-view.ts";

/** A row of the list; `key` null: a heading, which cannot be focused. */
export type KeyedRow = { key: string | null; ticket: TicketView | null };

type ListKeys = {
  list: RefObject<VirtualListHandle | null>;
  rows: readonly KeyedRow[];
  onTab: (tab: ListTab) => void;
  onAccept: (ticket: TicketView) => void;
  onNew: () => void;
  onWaiting: () => void;
  /** Whether the key that accepts takes the first of the waiting rows when none is chosen. */
  acceptsFirst: boolean;
};

/** Registers the list's keys (move, accept, new ticket, change tab, search); the keys are defined in shortcuts.ts. */
export function useListKeys({ list, rows, onTab, onAccept, onNew, onWaiting, acceptsFirst }: ListKeys): void {
  const focused = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    return row ? rows.findIndex(({ key }) => key === row.dataset.row) : -1;
  };
  const step = (from: number, by: 1 | -1) => {
    let index = from + by;
    while (rows[index]?.key === null) index += by;
    const key = rows[index]?.key;
    if (!key) return;
    const focus = () => {
      const row = list.current?.element()?.querySelector<HTMLElement>(`[data-row="${key}"] [data-row-action]`);
      row?.focus();
      return row;
    };
    list.current?.scrollToIndex(index);
    // Focuses the row immediately if it is rendered, because the next key may follow at once; otherwise after the
    // next frame.
    if (!focus()) requestAnimationFrame(focus);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTwin = isTwinKey(event);
    if (!isPlainKey(event) && !isTwin) return;
    const at = focused();
    const isArrow = event.key.startsWith("Arrow");
    const ticket = rows[at]?.ticket;
    // Without a focused row the first one of who waits; the contacts in the bot's menu stand below a heading.
    const waits = ({ key, ticket: each }: KeyedRow) => key === null || each?.status === "pending";
    const first = acceptsFirst ? (rows.find(waits)?.ticket ?? null) : null;
    const toAccept = ticket ? (ticket.status === "pending" ? ticket : null) : first;
    const tab = listTabs[Number(event.key) - 1];
    // Arrow keys scroll the focused element, unless it is a row.
    if (isPressed(event, "next") && (!isArrow || at >= 0)) step(at, 1);
    else if (isPressed(event, "previous") && (!isArrow || at >= 0)) step(Math.max(at, 0), -1);
    else if (isPressed(event, "waiting")) onWaiting();
    else if (isPressed(event, "accept") && toAccept) onAccept(toAccept);
    else if (isPressed(event, "create")) onNew();
    else if (isPressed(event, "search")) onTab("search");
    else if (isPressed(event, "tabs") && tab) onTab(tab);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useMemo } from "react";
import { addLayer, connectHistory, nextLayerOrder } from "./system-back.ts";

/**
 * Makes a layer of what is drawn while `open` is true: the system's "back" and Escape call `onBack` of the topmost
 * layer, and the page stays. `onBack` closes the layer, asks nothing, and keeps what was typed, recorded or chosen.
 */
export function useSystemBack(open: boolean, onBack: () => void): void {
  const router = useRouter({ warn: false });
  const back = useEffectEvent(onBack);
  // Effects of inner layers run before those of the outer ones; the first rendering is in the right order.
  const order = useMemo(() => (open ? nextLayerOrder() : 0), [open]);
  useEffect(() => {
    if (!open) return;
    if (router) connectHistory(router.history);
    return addLayer(order, () => back());
  }, [open, order, router]);
}

/** A layer as an element, for parts that tell their state only to their children. */
export function SystemBack({ open, onBack }: { open: boolean; onBack: () => void }) {
  useSystemBack(open, onBack);
  return null;
}

/** Closes a list that can be closed by keys only. */
export function pressEscape(element: HTMLElement | null): void {
  element?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
}

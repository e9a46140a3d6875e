import { useEffect, useSyncExternalStore } from "react";
import { latePart } from "../late-part.ts";

export type ToastOptions = { action?: { label: string; onSelect: () => void }; id?: string; durationMs?: number };

export const toastPart = latePart(() => import("./toasts.tsx"));

/** Shows the newest toast that was requested before the code of toasts was loaded. */
let showNewest: (() => void) | null = null;

function show(kind: "success" | "error", text: string, options?: ToastOptions): void {
  const part = toastPart.get();
  if (part) return void part.toast[kind](text, options);
  showNewest = () => toastPart.get()?.toast[kind](text, options);
  toastPart.load().catch((error: unknown) => console.warn("could not load toasts", error));
}

/**
 * Shows one line of text in the top bar. Not for what the screen already shows, and never as the only report of a
 * failure.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  dismiss(id?: string | number) {
    showNewest = null;
    toastPart.get()?.toast.dismiss(id);
  },
};

/** Draws the toasts once their code is loaded: when the page is idle, or with the first toast. */
export function Toaster() {
  const part = useSyncExternalStore(toastPart.subscribe, toastPart.get);
  useEffect(() => {
    if (!part) return;
    showNewest?.();
    showNewest = null;
  }, [part]);
  return part && <part.Toaster />;
}

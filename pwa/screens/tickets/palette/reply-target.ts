import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";

/** The open composer, into which the palette inserts a quick reply. */
export type ReplyTarget = { contactName: string; use: (reply: QuickMessageDocument) => void };

let target: ReplyTarget | null = null;
const listeners = new Set<() => void>();

function change(next: ReplyTarget | null) {
  target = next;
  for (const listener of listeners) listener();
}

/** Registers the composer while it is mounted. */
export function useAsReplyTarget(contactName: string, use: ReplyTarget["use"]): void {
  const take = useEffectEvent(use);
  useEffect(() => {
    const own: ReplyTarget = { contactName, use: (reply) => take(reply) };
    change(own);
    return () => {
      if (target === own) change(null);
    };
  }, [contactName]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns null when no composer is open. */
export const useReplyTarget = (): ReplyTarget | null => useSyncExternalStore(subscribe, () => target);

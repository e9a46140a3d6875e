import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { QuickMessageDocument } from "../../../sync/contracts/quick-messages.ts";

/** The open composer: where a quick reply chosen in the palette goes. */
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

/** Null when no conversation can be written in. */
export const useReplyTarget = (): ReplyTarget | null => useSyncExternalStore(subscribe, () => target);

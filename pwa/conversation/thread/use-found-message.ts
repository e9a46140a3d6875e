import { useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { toast } from "../../ui/toasts/toast.tsx";

type FoundIn = { messages: readonly { id: string }[]; hasOlder: boolean; endsHere: boolean };

/**
 * Scrolls to the message named in the URL and marks it. Older pages are loaded until it is found; when the device's
 * copy ends without a network, a toast says so.
 */
export function useFoundMessage(thread: FoundIn, loadOlder: () => void, show: (messageId: string) => void) {
  const { message: wanted } = useSearch({ strict: false });
  const shown = useRef<string>(undefined);
  const { messages, hasOlder, endsHere } = thread;
  const isHere = wanted !== undefined && messages.some((message) => message.id === wanted);
  const oldest = messages[0]?.id;
  const showNow = useEffectEvent(show);
  useEffect(() => {
    if (!wanted || shown.current === wanted || oldest === undefined) return;
    if (isHere) {
      const frame = requestAnimationFrame(() => {
        shown.current = wanted;
        showNow(wanted);
      });
      return () => cancelAnimationFrame(frame);
    }
    if (hasOlder && !endsHere) return loadOlder();
    shown.current = wanted;
    toast.error(m.search_message_not_here());
  }, [wanted, isHere, oldest, hasOlder, endsHere, loadOlder]);
}

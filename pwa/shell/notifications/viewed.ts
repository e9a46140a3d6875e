import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

const lockOf = (conversationId: string) => `balcao-viewed ${conversationId}`;
/** A ticket or an internal chat; their ids never coincide. */
const PATH = /^\/(?:tickets|chats)\/([0-9a-f-]+)\/?$/;

/** Returns whether this tab shows the conversation and is visible. */
export const isViewed = (conversationId: string) =>
  document.visibilityState === "visible" && PATH.exec(location.pathname)?.[1] === conversationId;

/** Holds a lock while this tab shows a conversation, so that other tabs need not wait for the answer of a busy tab. */
export function useTellViewed(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const conversationId = PATH.exec(pathname)?.[1];
    if (!conversationId || !("locks" in navigator)) return;
    let leave = new AbortController();
    const hold = () => {
      leave.abort();
      if (document.visibilityState !== "visible") return;
      const here = new AbortController();
      leave = here;
      const left = new Promise<void>((resolve) => here.signal.addEventListener("abort", () => resolve()));
      void navigator.locks.request(lockOf(conversationId), { mode: "shared" }, () =>
        here.signal.aborted ? undefined : left,
      );
    };
    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      document.removeEventListener("visibilitychange", hold);
      leave.abort();
    };
  }, [pathname]);
}

/** Returns whether this or another tab of the browser shows the conversation. */
export async function isViewedAnywhere(conversationId: string): Promise<boolean> {
  if (isViewed(conversationId) || !("locks" in navigator)) return isViewed(conversationId);
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(conversationId));
}

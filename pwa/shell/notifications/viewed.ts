import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

const lockOf = (ticketId: string) => `balcao-viewed ${ticketId}`;
const PATH = /^\/tickets\/([0-9a-f-]+)\/?$/;

/** Returns whether this tab shows the ticket and is visible. */
export const isViewed = (ticketId: string) =>
  document.visibilityState === "visible" && PATH.exec(location.pathname)?.[1] === ticketId;

/** Holds a lock while this tab shows a ticket, so that other tabs need not wait for the answer of a busy tab. */
export function useTellViewed(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const ticketId = PATH.exec(pathname)?.[1];
    if (!ticketId || !("locks" in navigator)) return;
    let leave = new AbortController();
    const hold = () => {
      leave.abort();
      if (document.visibilityState !== "visible") return;
      const here = new AbortController();
      leave = here;
      const left = new Promise<void>((resolve) => here.signal.addEventListener("abort", () => resolve()));
      void navigator.locks.request(lockOf(ticketId), { mode: "shared" }, () =>
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

/** Returns whether this or another tab of the browser shows the ticket. */
export async function isViewedAnywhere(ticketId: string): Promise<boolean> {
  if (isViewed(ticketId) || !("locks" in navigator)) return isViewed(ticketId);
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(ticketId));
}

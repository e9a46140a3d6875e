import { useEffect } from "react";
import type { PresenceState } from "../../../../contracts/presence.ts";
import { PRESENCE_AGAIN_MS } from "../../../../contracts/presence-times.ts";
import { ApiError, NetworkError } from "../../../session/api-error.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import { useDesk } from "../../../session/desk.tsx";

/** Typing ends after this time without input. */
const TYPING_ENDS_MS = 5_000;

/**
 * Reports to other users that this device shows the ticket, and typing in any field inside `data-composer`. Without a
 * network nothing is reported; when it is back, the current state is.
 */
export function useReportPresence(ticketId: string): void {
  const { status } = useDesk();
  useEffect(() => {
    let reported: PresenceState = "gone";
    let reportedAt = 0;
    let ends: ReturnType<typeof setTimeout> | undefined;
    let isTyping = false;

    function report(state: PresenceState) {
      if (!status.get().linkUp) {
        reported = "gone";
        return;
      }
      reported = state;
      reportedAt = performance.now();
      const body = JSON.stringify({ ticketId, state });
      const headers = { "content-type": "application/json" };
      apiFetch("/presence", { method: "POST", headers, body, keepalive: true }).catch((error: unknown) => {
        if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error;
      });
    }
    const present = (): PresenceState => {
      if (document.visibilityState === "hidden") return "gone";
      return isTyping ? "typing" : "viewing";
    };
    const sayChange = () => {
      const state = present();
      if (state !== reported) report(state);
    };
    function onInput({ target }: Event) {
      if (!(target instanceof Element) || !target.closest("[data-composer]")) return;
      isTyping = true;
      clearTimeout(ends);
      ends = setTimeout(() => {
        isTyping = false;
        sayChange();
      }, TYPING_ENDS_MS);
      sayChange();
    }
    sayChange();
    const stopWatching = status.subscribe(sayChange);
    const again = setInterval(() => {
      const isDue = isTyping || performance.now() - reportedAt >= PRESENCE_AGAIN_MS.viewing;
      if (isDue && reported !== "gone") report(present());
      else sayChange();
    }, PRESENCE_AGAIN_MS.typing);
    document.addEventListener("visibilitychange", sayChange);
    document.addEventListener("input", onInput, { passive: true });
    return () => {
      stopWatching();
      clearInterval(again);
      clearTimeout(ends);
      document.removeEventListener("visibilitychange", sayChange);
      document.removeEventListener("input", onInput);
      if (reported !== "gone") report("gone");
    };
  }, [ticketId, status]);
}

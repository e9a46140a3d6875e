import { useEffect } from "react";
import { PRESENCE_AGAIN_MS, type PresenceState } from "../../../../sync/contracts/presence.ts";
import { ApiError, NetworkError } from "../../../session/api-error.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import { useDesk } from "../../../session/desk.tsx";

/** Without a key pressed for so long, nobody types. */
const TYPING_ENDS_MS = 5_000;

/**
 * Tells the others that this device shows the ticket, and that its person writes in whatever field of it is marked
 * `data-composer`. Without a network nothing is told; once it is back, what is so then.
 */
export function useReportPresence(ticketId: string): void {
  const { status } = useDesk();
  useEffect(() => {
    let said: PresenceState = "gone";
    let ends: ReturnType<typeof setTimeout> | undefined;
    let isTyping = false;

    function say(state: PresenceState) {
      if (!status.get().linkUp) {
        said = "gone";
        return;
      }
      said = state;
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
      if (state !== said) say(state);
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
      const state = present();
      if (state !== "gone" || said !== "gone") say(state);
    }, PRESENCE_AGAIN_MS);
    document.addEventListener("visibilitychange", sayChange);
    document.addEventListener("input", onInput, { passive: true });
    return () => {
      stopWatching();
      clearInterval(again);
      clearTimeout(ends);
      document.removeEventListener("visibilitychange", sayChange);
      document.removeEventListener("input", onInput);
      if (said !== "gone") say("gone");
    };
  }, [ticketId, status]);
}

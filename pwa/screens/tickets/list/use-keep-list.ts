import { useEffect } from "react";
import { can } from "../../../../sync/contracts/permissions.ts";
import { keepDrawnList } from "../../../first-paint/keep-drawn-list.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDeskUser } from "../../../session/desk.tsx";
import { whenIdle } from "../../../ui/load-when-idle.ts";

/** A list in which something changes all the time is kept again after this time. */
const KEEP_AGAIN_MS = 2_000;

/**
 * Keeps the list as it is drawn for the next start: a while after each change, when the browser is idle, and when the
 * page is hidden. `isFirstView`: the tab and filters are those with which the app starts.
 */
export function useKeepList(isFirstView: boolean): void {
  const user = useDeskUser();
  useEffect(() => {
    const root = document.getElementById("root");
    if (!root || !isFirstView) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      const startsHere = !can.viewDashboard(user.profile);
      keepDrawnList({ userId: user.id, companyId: user.companyId, startsHere, opening: m.ui_loading() });
    };
    const plan = () => {
      timer ??= setTimeout(() => whenIdle(() => timer !== undefined && keep()), KEEP_AGAIN_MS);
    };
    const keepNow = () => {
      if (document.visibilityState === "visible" || timer === undefined) return;
      clearTimeout(timer);
      keep();
    };
    const changes = new MutationObserver(plan);
    changes.observe(root, { subtree: true, childList: true, characterData: true });
    document.addEventListener("visibilitychange", keepNow);
    plan();
    return () => {
      clearTimeout(timer);
      timer = undefined;
      changes.disconnect();
      document.removeEventListener("visibilitychange", keepNow);
    };
  }, [isFirstView, user]);
}

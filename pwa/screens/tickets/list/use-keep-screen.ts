import { useEffect } from "react";
import { can } from "../../../../sync/contracts/permissions.ts";
import { keepDrawnScreen } from "../../../first-paint/keep-drawn-screen.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDeskUser } from "../../../session/desk.tsx";
import { whenIdle } from "../../../ui/load-when-idle.ts";

/** A screen in which something changes all the time is kept again after this time. */
const KEEP_AGAIN_MS = 2_000;

/**
 * Keeps the list and the open conversation as they are drawn for the next start: a while after each change, when the
 * browser is idle, and when the page is hidden. `view`: the tab and filters, null for a list that is not kept.
 */
export function useKeepScreen(view: string | null, isFirstView: boolean): void {
  const user = useDeskUser();
  useEffect(() => {
    const root = document.getElementById("root");
    if (!root) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      const startsHere = !can.viewDashboard(user.profile);
      const owner = { userId: user.id, companyId: user.companyId };
      keepDrawnScreen({ ...owner, startsHere, opening: m.ui_loading(), view, isFirstView });
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
    root.addEventListener("scroll", plan, { capture: true, passive: true });
    root.addEventListener("input", plan);
    document.addEventListener("visibilitychange", keepNow);
    plan();
    return () => {
      clearTimeout(timer);
      timer = undefined;
      changes.disconnect();
      root.removeEventListener("scroll", plan, { capture: true });
      root.removeEventListener("input", plan);
      document.removeEventListener("visibilitychange", keepNow);
    };
  }, [view, isFirstView, user]);
}

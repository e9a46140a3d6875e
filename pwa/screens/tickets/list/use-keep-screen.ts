import { useEffect } from "react";
import { can } from "../../../../contracts/account/permissions.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskIsOpen, useDeskUser } from "../../../session/desk.tsx";
import { latePart } from "../../../ui/late-part.ts";
import { whenIdle } from "../../../ui/load-when-idle.ts";

const keeping = latePart(() => import("../../../first-paint/keep-drawn-screen.ts"));

/** A screen in which something changes all the time is kept again after this time. */
const KEEP_AGAIN_MS = 2_000;

/**
 * Keeps the list and the open conversation as they are drawn for the next start: a while after each change, when the
 * browser is idle, and when the page is hidden. `view`: the tab and filters, null for a list that is not kept.
 */
export function useKeepScreen(view: string | null, isFirstView: boolean): void {
  const desk = useDesk();
  const user = useDeskUser();
  const isOpen = useDeskIsOpen();
  useEffect(() => {
    if (!isOpen) return;
    const root = document.getElementById("root");
    if (!root) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      const startsHere = !can.viewDashboard(user.profile);
      const owner = { userId: user.id, companyId: user.companyId };
      const values = desk.lastValues();
      keeping.get()?.keepDrawnScreen({ ...owner, startsHere, opening: m.ui_loading(), view, isFirstView, values });
    };
    const plan = () => {
      timer ??= setTimeout(async () => {
        const isLoaded = await keeping.load().catch(() => null); // without a network the screen is not kept
        if (isLoaded) whenIdle(() => timer !== undefined && keep());
      }, KEEP_AGAIN_MS);
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
  }, [desk, isOpen, view, isFirstView, user]);
}

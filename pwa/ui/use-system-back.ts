import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/** The open layers, the topmost last. */
const layers: symbol[] = [];

/** While `open` is true, the system's "back" calls `onBack` of the topmost layer, and the page stays. */
export function useSystemBack(open: boolean, onBack: () => void): void {
  const router = useRouter({ warn: false });
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!open || !router) return;
    const layer = Symbol();
    layers.push(layer);
    const unblock = router.history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (action !== "BACK" || layers.at(-1) !== layer) return false;
        back();
        return true;
      },
    });
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      unblock();
    };
  }, [open, router]);
}

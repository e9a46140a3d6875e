import { useEffect } from "react";
import type { DeviceDesk } from "../../../sync/client/index.ts";

/** Lets the browser ask before it closes a page that has what the device does not store. */
export function useAskBeforeClosing(desk: Pick<DeviceDesk, "hasUnstored">): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (desk.hasUnstored()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [desk]);
}

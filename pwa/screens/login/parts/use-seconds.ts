import { useEffect, useState } from "react";
import { serverNow } from "../../../../sync/client/server-clock.ts";

/** Returns the present time, renewed each second until `end`. */
export function useSeconds(end: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(serverNow());
    if (serverNow() >= end) return;
    const timer = setInterval(() => {
      setNow(serverNow());
      if (serverNow() >= end) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [end]);
  return now;
}

/** "13:42", rounded up to whole seconds. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

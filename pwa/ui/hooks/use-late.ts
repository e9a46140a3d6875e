import { useEffect, useState } from "react";

/** Returns true when `active` has been true for so long without a break. */
export function useLate(active: boolean, afterMs: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, afterMs]);
  return active && late;
}

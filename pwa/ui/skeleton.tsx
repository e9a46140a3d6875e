import { useEffect, useState } from "react";
import { classNames } from "./class-names.ts";

/** Draws a grey placeholder for content that loads. The class names give its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-skeleton rounded-sm bg-skeleton motion-reduce:animate-none", className)}
    />
  );
}

/** Returns true after `afterMs`: earlier, a skeleton would only flash. */
export function useIsSlow(afterMs = 120): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return slow;
}

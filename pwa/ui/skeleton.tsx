import { useEffect, useState } from "react";
import { classNames } from "./class-names.ts";

/** A grey shape where content will be. The size comes with the class names. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-skeleton rounded-sm bg-skeleton motion-reduce:animate-none", className)}
    />
  );
}

/** True once something has taken long enough that a skeleton calms instead of flashing. */
export function useIsSlow(afterMs = 120): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return slow;
}

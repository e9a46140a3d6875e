import { useEffect, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../class-names.ts";

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

const ROWS = ["a", "b", "c", "d", "e", "f"];

/** Draws placeholders for the rows of a list, or of a screen that is not known yet, when loading is slow. */
export function RowSkeleton() {
  if (!useIsSlow()) return null;
  return (
    <div role="status" aria-label={m.ui_loading()} className="sm:line-ring rounded-lg">
      {ROWS.map((row) => (
        <div key={row} className="flex h-(--row) items-center gap-4 border-line px-3 not-last:border-b">
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3.5 w-1/5" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}

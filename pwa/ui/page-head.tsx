import type { ReactNode } from "react";

type PageHeadProps = {
  title: string;
  /** The number of items; ends in "+" while the end is not known. */
  count?: string | null;
  /** Before the title: the way back. */
  back?: ReactNode;
  /** Filters, search, secondary actions and the primary one, in that order. */
  children?: ReactNode;
};

/** Draws a page's title, count and controls. On phones the top bar shows the title and the count. */
export function PageHead({ title, count, back, children }: PageHeadProps) {
  return (
    <div className="mb-4 flex min-h-9 shrink-0 flex-wrap items-center gap-2 max-sm:min-h-0 max-sm:not-has-[button,input]:mb-0">
      {back}
      <h1 className="text-2xl max-sm:sr-only [overflow-wrap:anywhere]">{title}</h1>
      <span className="ml-0.5 flex-1 text-ink-3 text-sm tabular-nums max-sm:hidden">{count}</span>
      {children}
    </div>
  );
}

/**
 * Wraps a page that scrolls as a whole, head included. The space at the top is no padding: sticky heads of tables would
 * stop below it.
 */
export const PageBody = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-6 pb-6 before:h-5 before:shrink-0 max-sm:px-4">
    {children}
  </div>
);

import type { ReactNode } from "react";

/** Shows a short text between two horizontal lines. */
export function Divider({ children }: { children: ReactNode }) {
  return (
    <div className="mt-3 mb-1 flex w-full items-center gap-2.5 font-medium text-2xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}

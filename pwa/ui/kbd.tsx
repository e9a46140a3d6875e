import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** Draws a key of the keyboard. */
export function Kbd({ children, onTooltip = false }: { children: ReactNode; onTooltip?: boolean }) {
  return (
    <kbd
      className={classNames(
        "inline-block h-4.5 min-w-4.5 whitespace-nowrap rounded-xs px-1 text-center font-sans text-2xs leading-4.5",
        onTooltip ? "border border-current leading-4" : "control-ring bg-sunken text-ink-2",
      )}
    >
      {children}
    </kbd>
  );
}

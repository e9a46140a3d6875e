import { Smartphone } from "lucide-react";
import type { ReactNode } from "react";

/** Opens the server's test area in place of the whole page, because it shows the desk itself. */
export const TestAreaLink = ({ children, framed = false }: { children: ReactNode; framed?: boolean }) => (
  <a
    href="/sandbox"
    target="_top"
    className={`inline-flex h-(--control) items-center justify-center gap-2 rounded-md px-3 font-medium text-sm hover:bg-hover touch:h-11 ${framed ? "control-ring" : "text-ink-2"}`}
  >
    <Smartphone aria-hidden="true" size={15} />
    {children}
  </a>
);

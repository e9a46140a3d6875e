import { type LucideIcon, MessageSquare, Plug } from "lucide-react";
import type { SessionUser } from "../../sync/contracts/session.ts";
import { m } from "../i18n/paraglide/messages.js";
import { isAdmin } from "../session/use-session.ts";
import type { MenuSignals } from "./menu-signals.ts";

export type MenuEntry = {
  to: "/tickets" | "/connections";
  label: () => string;
  icon: LucideIcon;
  /** At the right end: how many wait, or that something is down. */
  count?: (signals: MenuSignals) => number;
  warning?: (signals: MenuSignals) => string | null;
};
export type MenuSection = { title: () => string; isFor: (user: SessionUser) => boolean; entries: MenuEntry[] };

/** Only screens that exist: a new screen adds its line here. */
export const menuSections: MenuSection[] = [
  {
    title: m.shell_section_service,
    isFor: () => true,
    entries: [
      { to: "/tickets", label: m.shell_tickets, icon: MessageSquare, count: (signals) => signals.waitingTickets },
    ],
  },
  {
    title: m.shell_section_administration,
    isFor: isAdmin,
    entries: [
      {
        to: "/connections",
        label: m.shell_connections,
        icon: Plug,
        warning: (signals) => (signals.connectionDown ? m.shell_connection_down() : null),
      },
    ],
  },
];

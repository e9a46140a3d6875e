import { type LucideIcon, MessageSquare, Plug } from "lucide-react";
import type { SessionUser } from "../../sync/contracts/session.ts";
import { m } from "../i18n/paraglide/messages.js";
import { isAdmin } from "../session/use-session.ts";
import type { ShortcutId } from "./keyboard/shortcuts.ts";
import type { MenuSignals } from "./menu-signals.ts";

export type MenuEntry = {
  to: "/tickets" | "/connections";
  label: () => string;
  icon: LucideIcon;
  /** "G" and a letter. */
  shortcut?: ShortcutId;
  /** Entries of a section that not everybody has: by flag or role. */
  isFor?: (user: SessionUser) => boolean;
  /** At the right end: how many wait, or that something is down. */
  count?: (signals: MenuSignals) => number;
  warning?: (signals: MenuSignals) => string | null;
};
export type MenuSection = { title: () => string; isFor: (user: SessionUser) => boolean; entries: MenuEntry[] };

/** What this user finds in the menu, by role and flag. */
export function sectionsFor(user: SessionUser): MenuSection[] {
  return menuSections
    .filter((section) => section.isFor(user))
    .map((section) => ({ ...section, entries: section.entries.filter((entry) => entry.isFor?.(user) ?? true) }))
    .filter((section) => section.entries.length > 0);
}
export const entriesFor = (user: SessionUser): MenuEntry[] => sectionsFor(user).flatMap((section) => section.entries);

/** Only screens that exist: a new screen adds its line here. */
const menuSections: MenuSection[] = [
  {
    title: m.shell_section_service,
    isFor: () => true,
    entries: [
      {
        to: "/tickets",
        label: m.shell_tickets,
        icon: MessageSquare,
        shortcut: "goTickets",
        count: (signals) => signals.waitingTickets,
      },
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
        shortcut: "goConnections",
        warning: (signals) => (signals.connectionDown ? m.shell_connection_down() : null),
      },
    ],
  },
];

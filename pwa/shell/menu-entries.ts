import { BookUser, type LucideIcon, MessageSquare, Plug, SquareCheck } from "lucide-react";
import type { SessionUser } from "../../sync/contracts/session.ts";
import { m } from "../i18n/paraglide/messages.js";
import { isAdmin } from "../session/use-session.ts";
import type { ShortcutId } from "./keyboard/shortcuts.ts";
import type { MenuSignals } from "./menu-signals.ts";
import { sectionsFor } from "./sections-for.ts";

export type MenuEntry = {
  to: "/tickets" | "/contacts" | "/todolist" | "/connections";
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
      { to: "/contacts", label: m.contacts_title, icon: BookUser, shortcut: "goContacts" },
      { to: "/todolist", label: m.tasks_title, icon: SquareCheck },
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

export const menuFor = (user: SessionUser): MenuSection[] => sectionsFor(menuSections, user);
export const entriesFor = (user: SessionUser): MenuEntry[] => menuFor(user).flatMap((section) => section.entries);

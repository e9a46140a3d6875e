import {
  BookUser,
  CalendarDays,
  CircleQuestionMark,
  CodeXml,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  Plug,
  Settings,
  SquareCheck,
  Tag,
  Users,
  Zap,
} from "lucide-react";
import { can, type Permission } from "../../sync/contracts/permissions.ts";
import type { SessionUser } from "../../sync/contracts/session.ts";
import { m } from "../i18n/paraglide/messages.js";
import type { ShortcutId } from "./keyboard/shortcuts.ts";
import type { MenuSignals } from "./menu-signals.ts";
import { sectionsFor } from "./sections-for.ts";

export type MenuEntry = {
  to:
    | "/tickets"
    | "/contacts"
    | "/connections"
    | "/queues"
    | "/users"
    | "/settings"
    | "/"
    | "/schedules"
    | "/quick-messages"
    | "/tags"
    | "/helps"
    | "/messages-api"
    | "/todolist";
  label: () => string;
  icon: LucideIcon;
  /** "G" followed by a letter. */
  shortcut?: ShortcutId;
  /** Limits the entry to some users, by flag or profile. */
  isFor?: (user: SessionUser) => boolean;
  /** Number at the right end: waiting conversations, or a connection that is down. */
  count?: (signals: MenuSignals) => number;
  warning?: (signals: MenuSignals) => string | null;
};
export type MenuSection = { title: () => string; isFor: (user: SessionUser) => boolean; entries: MenuEntry[] };

const may = (permission: Permission) => (user: SessionUser) => can[permission](user.profile);

/** Contains only existing screens: a new screen adds its entry here. */
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
        count: (signals) => signals.unreadTickets,
      },
      { to: "/schedules", label: m.shell_schedules, icon: CalendarDays, shortcut: "goSchedules" },
      { to: "/quick-messages", label: m.shell_quick_messages, icon: Zap, shortcut: "goQuickMessages" },
      { to: "/contacts", label: m.contacts_title, icon: BookUser, shortcut: "goContacts" },
      { to: "/todolist", label: m.tasks_title, icon: SquareCheck },
      { to: "/tags", label: m.shell_tags, icon: Tag },
      { to: "/helps", label: m.shell_helps, icon: CircleQuestionMark },
    ],
  },
  {
    title: m.shell_section_management,
    isFor: () => true,
    entries: [
      {
        to: "/",
        label: m.shell_dashboard,
        icon: LayoutDashboard,
        shortcut: "goDashboard",
        isFor: may("viewDashboard"),
      },
    ],
  },
  {
    title: m.shell_section_administration,
    isFor: () => true,
    entries: [
      {
        to: "/connections",
        label: m.shell_connections,
        icon: Plug,
        shortcut: "goConnections",
        isFor: may("manageConnections"),
        warning: (signals) => (signals.connectionDown ? m.shell_connection_down() : null),
      },
      { to: "/queues", label: m.queues_title, icon: Layers, isFor: may("manageQueues") },
      { to: "/users", label: m.users_title, icon: Users, isFor: may("manageUsers") },
      { to: "/messages-api", label: m.messages_api_title, icon: CodeXml, isFor: may("manageConnections") },
      { to: "/settings", label: m.settings_title, icon: Settings, isFor: may("manageSettings") },
    ],
  },
];

export const menuFor = (user: SessionUser): MenuSection[] => sectionsFor(menuSections, user);
export const entriesFor = (user: SessionUser): MenuEntry[] => menuFor(user).flatMap((section) => section.entries);

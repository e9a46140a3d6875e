import {
  Bell,
  BookUser,
  CalendarDays,
  CircleQuestionMark,
  CodeXml,
  Gauge,
  Layers,
  LayoutDashboard,
  List,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageCircle,
  MessageSquare,
  Plug,
  Settings,
  Sparkles,
  SquareCheck,
  SquareKanban,
  Tag,
  Users,
  WalletCards,
  Zap,
} from "lucide-react";
import { can, type Permission } from "../../../contracts/account/permissions.ts";
import type { SessionUser } from "../../../contracts/account/session.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { ShortcutId } from "../keyboard/shortcuts.ts";
import type { MenuSignals } from "./menu-signals.ts";
import { hasCampaigns, sectionsFor } from "./sections-for.ts";

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
    | "/chats"
    | "/Kanban"
    | "/helps"
    | "/ChatGPT"
    | "/messages-api"
    | "/todolist"
    | "/campaigns"
    | "/contact-lists"
    | "/campaigns-config"
    | "/EmailLis"
    | "/financeiro"
    | "/announcements";
  /** Further addresses of the same screen. */
  also?: readonly string[];
  label: () => string;
  icon: LucideIcon;
  /** "G" followed by a letter. */
  shortcut?: ShortcutId;
  /** Limits the entry to some users, by flag or profile. */
  isFor?: (user: SessionUser) => boolean;
  /** Stays in the menu of a company past its due date. */
  isForPaying?: boolean;
  /** Number at the right end: waiting conversations, or a connection that is down. */
  count?: (signals: MenuSignals) => number;
  warning?: (signals: MenuSignals) => string | null;
  /** A dot, with the sentence that says why. */
  news?: (signals: MenuSignals) => string | null;
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
      { to: "/Kanban", label: m.kanban_title, icon: SquareKanban, shortcut: "goKanban" },
      { to: "/contacts", label: m.contacts_title, icon: BookUser, shortcut: "goContacts" },
      { to: "/EmailLis", also: ["/Email", "/EmailScheduler"], label: m.email_title, icon: Mail },
      { to: "/todolist", label: m.tasks_title, icon: SquareCheck },
      { to: "/tags", label: m.shell_tags, icon: Tag },
      {
        to: "/chats",
        label: m.chats_title,
        icon: MessageCircle,
        shortcut: "goChats",
        news: (signals) => (signals.unreadChats > 0 ? m.chats_menu_unread() : null),
      },
      { to: "/ChatGPT", label: m.ai_menu, icon: Sparkles },
      { to: "/helps", label: m.shell_helps, icon: CircleQuestionMark },
    ],
  },
  {
    title: m.campaigns_section,
    isFor: hasCampaigns,
    entries: [
      { to: "/campaigns", label: m.campaigns_title, icon: Megaphone, isFor: may("manageCampaigns") },
      { to: "/contact-lists", label: m.contact_lists_title, icon: List, isFor: may("manageCampaigns") },
      { to: "/campaigns-config", label: m.campaigns_settings_menu, icon: Gauge, isFor: may("manageCampaigns") },
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
      {
        to: "/financeiro",
        label: m.billing_menu,
        icon: WalletCards,
        isFor: may("viewSubscription"),
        isForPaying: true,
      },
      { to: "/announcements", label: m.announcements_title, icon: Bell, isFor: ({ super: isSuper }) => isSuper },
      { to: "/settings", label: m.settings_title, icon: Settings, isFor: may("manageSettings") },
    ],
  },
];

/** Past the due date the menu has only what leads to the payment. */
export const menuFor = (user: SessionUser): MenuSection[] =>
  sectionsFor(user.company.restricted ? payingSections : menuSections, user);

const payingSections = menuSections.map((section) => ({
  ...section,
  entries: section.entries.filter(({ isForPaying }) => isForPaying),
}));
export const entriesFor = (user: SessionUser): MenuEntry[] => menuFor(user).flatMap((section) => section.entries);

import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, Menu as MenuIcon, RefreshCw } from "lucide-react";
import { AnnouncementsButton } from "../announcements/announcements-button.tsx";
import { useAnnouncements } from "../announcements/announcements-store.ts";
import { m } from "../i18n/paraglide/messages.js";
import { useCan } from "../session/desk.tsx";
import { useShownSyncStatus } from "../session/sync-status.ts";
import { useUser } from "../session/use-session.ts";
import { classNames } from "../ui/class-names.ts";
import { StatusChip } from "../ui/fields/chips.tsx";
import { usePhone } from "../ui/hooks/use-phone.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { SyncChip } from "../ui/sync-chip.tsx";
import { capsOf } from "./keyboard/own-keys.ts";
import { openLayer } from "./layers.ts";
import { LanguageMenu } from "./menu/language-menu.tsx";
import { ProfileMenu } from "./menu/profile-menu.tsx";
import { ThemeToggle } from "./menu/theme-toggle.tsx";
import { NotificationBell } from "./notifications/bell.tsx";
import { ChatBell } from "./notifications/chat-bell.tsx";
import { useUnreadChats } from "./notifications/unread-chats.ts";
import { VolumeControl } from "./notifications/volume-control.tsx";
import { type Page, useShownPage } from "./page.ts";
import { PageActionsSlot } from "./page-actions.tsx";
import { paidUntil } from "./paid-until.ts";
import { PaletteButton } from "./palette/palette-button.tsx";

type TopBarProps = { menuOpen: boolean; onMenu: () => void; onSignOut: () => void };

export function TopBar({ menuOpen, onMenu, onSignOut }: TopBarProps) {
  const user = useUser();
  const canViewSubscription = useCan("viewSubscription");
  const page = useShownPage();
  const isPhone = usePhone();
  const hasUnreadChats = useUnreadChats().length > 0;
  const { unread } = useAnnouncements();
  return (
    <header
      className={classNames(
        "z-shell flex h-13 min-w-0 items-center gap-2 pl-1 max-sm:gap-0 max-sm:bg-surface max-sm:pr-1 sm:h-(--topbar) sm:pr-4",
        page.ownsTopOnPhones && "max-sm:hidden",
      )}
    >
      <IconButton
        label={menuOpen ? m.shell_collapse_menu() : m.shell_open_menu()}
        shortcut={capsOf("menu")}
        aria-expanded={menuOpen}
        icon={<MenuIcon size={18} />}
        // On phones the menu is closed, and the top bar has no room for chats and announcements.
        dot={isPhone && (hasUnreadChats || unread > 0) ? "news" : undefined}
        onClick={onMenu}
        className={classNames("max-sm:size-11", page.backTo && "max-sm:hidden")}
      />
      {page.backTo && <PhoneBack to={page.backTo} />}
      <PhoneTitle title={page.title} count={page.count} />
      <p className="hidden min-w-0 truncate text-ink-2 sm:block">
        {m.shell_hello()}, <bdi className="font-semibold text-ink">{user.name}</bdi>, {m.shell_welcome_to()}{" "}
        <bdi className="font-semibold text-ink">{user.company.name}</bdi>
      </p>
      {canViewSubscription && user.company.dueDate && (
        <span className="hidden md:block">
          <StatusChip>{paidUntil(user.company)}</StatusChip>
        </span>
      )}
      <span className="flex-1" />
      {!user.company.restricted && <DeskControls showsBellOnPhones={page.showsBellOnPhones} />}
      <PageActionsSlot />
      <span className="hidden items-center sm:flex">
        <LanguageMenu iconOnly />
        <ThemeToggle />
        {!user.company.restricted && <VolumeControl />}
        <IconButton
          label={m.shell_refresh()}
          icon={<RefreshCw size={17} />}
          onClick={() => location.reload()}
          className="max-[56.25rem]:hidden"
        />
      </span>
      <span className="hidden sm:block">
        <ProfileMenu onSignOut={onSignOut} />
      </span>
    </header>
  );
}

/** Draws what belongs to the open desk: a company past its due date has none. */
function DeskControls({ showsBellOnPhones }: { showsBellOnPhones: boolean }) {
  const sync = useShownSyncStatus();
  return (
    <>
      <PaletteButton />
      <SyncChip {...sync} onOpen={() => openLayer("outbox")} />
      <span className={showsBellOnPhones ? undefined : "max-sm:hidden"}>
        <NotificationBell />
      </span>
      <span className="max-sm:hidden">
        <AnnouncementsButton />
      </span>
      <span className="max-sm:hidden">
        <ChatBell />
      </span>
    </>
  );
}

function PhoneBack({ to }: { to: NonNullable<Page["backTo"]> }) {
  const navigate = useNavigate();
  return (
    <IconButton
      label={m.ui_back()}
      icon={<ChevronLeft size={22} />}
      size="large"
      onClick={() => void navigate({ to })}
      className="sm:hidden"
    />
  );
}

/** Hidden from screen readers, because the page's heading says the same. */
const PhoneTitle = ({ title, count }: { title: string; count: string | null }) => (
  <p aria-hidden="true" className="ml-1 min-w-0 truncate font-semibold text-xl tracking-tight sm:hidden">
    {title}
    {count && <span className="ml-2 font-normal text-base text-ink-3 tabular-nums tracking-normal">{count}</span>}
  </p>
);

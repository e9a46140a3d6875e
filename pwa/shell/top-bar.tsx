import { Menu as MenuIcon, RefreshCw } from "lucide-react";
import { calendarDate } from "../i18n/calendar-date.ts";
import { m } from "../i18n/paraglide/messages.js";
import { useCan } from "../session/desk.tsx";
import { useShownSyncStatus } from "../session/sync-status.ts";
import { useUser } from "../session/use-session.ts";
import { StatusChip } from "../ui/chips.tsx";
import { classNames } from "../ui/class-names.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { SyncChip } from "../ui/sync-chip.tsx";
import { capsOf } from "./keyboard/own-keys.ts";
import { LanguageMenu } from "./language-menu.tsx";
import { openLayer } from "./layers.ts";
import { NotificationBell } from "./notifications/bell.tsx";
import { VolumeControl } from "./notifications/volume-control.tsx";
import { useShownPage } from "./page.ts";
import { PageActionsSlot } from "./page-actions.tsx";
import { PaletteButton } from "./palette/palette-button.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

type TopBarProps = { menuOpen: boolean; onMenu: () => void; onSignOut: () => void };

export function TopBar({ menuOpen, onMenu, onSignOut }: TopBarProps) {
  const user = useUser();
  const canViewSubscription = useCan("viewSubscription");
  const page = useShownPage();
  const sync = useShownSyncStatus();
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
        onClick={onMenu}
        className="max-sm:size-11"
      />
      <PhoneTitle title={page.title} count={page.count} />
      <p className="hidden min-w-0 truncate text-ink-2 sm:block">
        {m.shell_hello()}, <b className="font-semibold text-ink">{user.name}</b>, {m.shell_welcome_to()}{" "}
        <b className="font-semibold text-ink">{user.company.name}</b>
      </p>
      {canViewSubscription && user.company.dueDate && (
        <span className="hidden md:block">
          <StatusChip>{m.shell_active_until({ date: calendarDate(user.company.dueDate) })}</StatusChip>
        </span>
      )}
      <span className="flex-1" />
      <PaletteButton />
      <SyncChip {...sync} onOpen={() => openLayer("outbox")} />
      <span className={page.showsBellOnPhones ? undefined : "max-sm:hidden"}>
        <NotificationBell />
      </span>
      <PageActionsSlot />
      <span className="hidden items-center sm:flex">
        <LanguageMenu iconOnly />
        <ThemeToggle />
        <VolumeControl />
        <IconButton label={m.shell_refresh()} icon={<RefreshCw size={17} />} onClick={() => location.reload()} />
      </span>
      <span className="hidden sm:block">
        <ProfileMenu onSignOut={onSignOut} />
      </span>
    </header>
  );
}

/** Hidden from screen readers, because the page's heading says the same. */
const PhoneTitle = ({ title, count }: { title: string; count: string | null }) => (
  <p aria-hidden="true" className="ml-1 whitespace-nowrap font-semibold text-xl tracking-tight sm:hidden">
    {title}
    {count && <span className="ml-2 font-normal text-base text-ink-3 tabular-nums tracking-normal">{count}</span>}
  </p>
);

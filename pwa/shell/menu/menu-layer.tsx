import { DialogBackdrop, DialogPanel } from "@headlessui/react";
import { Megaphone } from "lucide-react";
import { announcementsLabel } from "../../announcements/announcements-label.ts";
import { useAnnouncements } from "../../announcements/announcements-store.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan } from "../../session/desk.tsx";
import { useUser } from "../../session/use-session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Layer } from "../../ui/layers/layer.tsx";
import { openLayer } from "../layers.ts";
import { paidUntil } from "../paid-until.ts";
import { LanguageMenu } from "./language-menu.tsx";
import { SideMenu } from "./side-menu.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

type MenuLayerProps = { open: boolean; onClose: () => void; onSignOut: () => void };

/** Draws the menu below 736 px: above the page until the user chooses an entry. */
export function MenuLayer({ open, onClose, onSignOut }: MenuLayerProps) {
  const user = useUser();
  const canViewSubscription = useCan("viewSubscription");
  const { unread } = useAnnouncements();
  return (
    <Layer open={open} onClose={onClose} aria-label={m.shell_menu()} className="relative z-dialog min-[46rem]:hidden">
      <DialogBackdrop className="fixed inset-0 bg-scrim transition duration-slow ease-out starting:opacity-0" />
      <DialogPanel className="fixed inset-y-0 left-0 w-78 short:overflow-y-auto short:[&>nav]:h-auto max-w-[calc(100vw-2.5rem)] bg-canvas pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-float transition duration-slow ease-out starting:-translate-x-2 starting:opacity-0">
        <SideMenu
          form="layer"
          onNavigate={onClose}
          onSignOut={onSignOut}
          foot={<LanguageMenu inMenu side="top start" />}
          top={
            <div className="mb-2 flex items-center gap-3 rounded-lg bg-surface p-3 shadow-hair">
              <button
                type="button"
                aria-label={`${m.profile_edit()}: ${user.name}`}
                onClick={() => {
                  onClose();
                  openLayer("profile");
                }}
                className="rounded-full"
              >
                <Avatar id={user.id} name={user.name} size={48} />
              </button>
              <p className="min-w-0 flex-1">
                <span className="block truncate font-semibold text-base">
                  {m.shell_hello()}, {user.name}
                </span>
                <span dir="auto" className="block truncate text-ink-3 text-xs">
                  {user.company.name}
                </span>
                {canViewSubscription && user.company.dueDate && (
                  <span className="block truncate text-ink-3 text-xs">{paidUntil(user.company)}</span>
                )}
              </p>
              {!user.company.restricted && (
                <IconButton
                  label={announcementsLabel(unread)}
                  icon={<Megaphone size={20} />}
                  size="large"
                  dot={unread > 0 ? "news" : undefined}
                  onClick={() => {
                    onClose();
                    openLayer("announcements");
                  }}
                />
              )}
              <ThemeToggle size={20} />
            </div>
          }
        />
      </DialogPanel>
    </Layer>
  );
}

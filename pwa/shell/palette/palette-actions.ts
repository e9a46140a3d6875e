import { useNavigate } from "@tanstack/react-router";
import { Keyboard, LogOut, type LucideIcon, Moon, RefreshCw, Sun, UserRound } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { useUser } from "../../session/use-session.ts";
import type { ShortcutId } from "../keyboard/shortcuts.ts";
import { openLayer } from "../layers.ts";
import { entriesFor } from "../menu/menu-entries.ts";
import { changeTheme, useTheme } from "../theme.ts";
import { useAllOfferedActions } from "./offered-actions.ts";

export type PaletteAction = { id: string; label: string; icon: LucideIcon; shortcut?: ShortcutId; run: () => void };

/** Returns the actions of the open screen, then the screens of the menu, then the actions of the shell. */
export function usePaletteActions({ onSignOut }: { onSignOut: () => void }): PaletteAction[] {
  const navigate = useNavigate();
  const user = useUser();
  const theme = useTheme();
  const offered = useAllOfferedActions();
  const nextTheme = theme === "dark" ? "light" : "dark";
  return [
    ...offered.map((action) => ({ ...action, label: action.label() })),
    ...entriesFor(user).map(({ to, label, icon, shortcut }) => ({
      id: to,
      label: m.keys_go({ screen: label() }),
      icon,
      shortcut,
      run: () => void navigate({ to }),
    })),
    { id: "profile", label: m.palette_profile(), icon: UserRound, run: () => openLayer("profile") },
    {
      id: "theme",
      label: nextTheme === "dark" ? m.palette_theme_dark() : m.palette_theme_light(),
      icon: nextTheme === "dark" ? Moon : Sun,
      run: () => changeTheme(nextTheme),
    },
    {
      id: "shortcuts",
      label: m.keys_help(),
      icon: Keyboard,
      shortcut: "help",
      run: () => openLayer("shortcuts"),
    },
    { id: "refresh", label: m.shell_refresh(), icon: RefreshCw, run: () => location.reload() },
    { id: "sign-out", label: m.shell_sign_out(), icon: LogOut, run: onSignOut },
  ];
}

import { Moon, Sun } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { changeTheme, useTheme } from "../theme.ts";

export function ThemeToggle({ size = 17 }: { size?: number }) {
  const theme = useTheme();
  return theme === "dark" ? (
    <IconButton label={m.shell_theme_light()} icon={<Sun size={size} />} onClick={() => changeTheme("light")} />
  ) : (
    <IconButton label={m.shell_theme_dark()} icon={<Moon size={size} />} onClick={() => changeTheme("dark")} />
  );
}

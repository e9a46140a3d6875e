import { useSyncExternalStore } from "react";
import { deviceStorage } from "../ui/device-storage.ts";

export type Theme = "light" | "dark";
const listeners = new Set<() => void>();
const canvases: Record<Theme, string> = { light: "#eff3f0", dark: "#0b100d" };

/** `first-paint.js` sets it before anything is drawn. */
const currentTheme = (): Theme => (document.documentElement.dataset.theme === "dark" ? "dark" : "light");

export function changeTheme(theme: Theme): void {
  deviceStorage.setItem("theme", theme);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", canvases[theme]);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, currentTheme);
}

import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { useUser } from "../../session/use-session.ts";
import { openLayer } from "../layers.ts";
import { entriesFor } from "../menu/menu-entries.ts";
import { isLayerOpen, isPlainKey, isPressed } from "./pressed.ts";

const GO_MS = 1_500;

/** Handles the shortcuts that work anywhere. "G" followed by a letter opens a screen of the menu. */
export function useShellKeys({ onMenu }: { onMenu: () => void }): void {
  const navigate = useNavigate();
  const user = useUser();
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isGoing = event.timeStamp - wentAt.current < GO_MS;
    wentAt.current = Number.NEGATIVE_INFINITY;
    if (isPressed(event, "palette") && !isLayerOpen()) openLayer("palette");
    else if (isPressed(event, "menu")) onMenu();
    else if (!isPlainKey(event)) return;
    else if (isPressed(event, "help")) openLayer("shortcuts");
    else if (isGoing) {
      const meant = entriesFor(user).find(({ shortcut }) => shortcut && isPressed(event, shortcut));
      if (!meant) return;
      void navigate({ to: meant.to });
      event.stopImmediatePropagation();
    } else if (event.key.toLowerCase() === "g") wentAt.current = event.timeStamp;
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    // Captured before the screens' handlers, because letters after a G open a screen.
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, []);
}

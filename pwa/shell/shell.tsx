import { type ReactNode, useState } from "react";
import { m } from "../i18n/paraglide/messages.js";
import { classNames } from "../ui/class-names.ts";
import { useMedia } from "../ui/hooks/use-media.ts";
import { lazyPart, OnDemand } from "../ui/on-demand.tsx";
import { DueWarning } from "./due-warning.tsx";
import { useShellKeys } from "./keyboard/shell-keys.ts";
import { SideMenu } from "./menu/side-menu.tsx";
import { useSignOut } from "./menu/sign-out.tsx";
import { useMenuWidth } from "./menu/use-menu-width.ts";
import { useShownPage } from "./page.ts";
import { TopBar } from "./top-bar.tsx";

const MenuLayer = lazyPart(async () => (await import("./menu/menu-layer.tsx")).MenuLayer);

/** Draws the menu and the top bar; the screen is drawn on the white sheet. */
export function Shell({ children }: { children: ReactNode }) {
  const { isRail: isRailWanted, toggle } = useMenuWidth();
  const [layerOpen, setLayerOpen] = useState(false);
  // Beside an open menu the top bar has no room: the menu opens above the page, as on phones.
  const isNarrow = useMedia("(width < 46rem)");
  const isRail = isRailWanted || isNarrow;
  const { ownsTopOnPhones } = useShownPage();
  const signOut = useSignOut();

  function toggleMenu() {
    if (isNarrow) return setLayerOpen((open) => !open);
    toggle();
  }
  useShellKeys({ onMenu: toggleMenu });

  const askSignOut = () => {
    setLayerOpen(false);
    signOut.ask();
  };
  return (
    <div
      data-menu={isRail ? "rail" : "open"}
      className={classNames(
        "grid h-dvh min-h-96 grid-cols-1 grid-rows-[auto_minmax(0,1fr)]",
        isRail ? "sm:grid-cols-[var(--menu-rail)_minmax(0,1fr)]" : "sm:grid-cols-[var(--menu-open)_minmax(0,1fr)]",
      )}
    >
      <a
        href="#main"
        className="sr-only z-tooltip rounded-sm bg-tooltip px-3 py-2 text-tooltip-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {m.shell_skip()}
      </a>
      <div className="hidden min-h-0 sm:row-span-2 sm:block">
        <SideMenu form={isRail ? "rail" : "open"} onSignOut={askSignOut} />
      </div>
      <div
        className={classNames(
          "min-w-0 pt-[env(safe-area-inset-top)] max-sm:bg-surface",
          ownsTopOnPhones && "max-sm:pt-0",
        )}
      >
        <TopBar menuOpen={isNarrow ? layerOpen : !isRail} onMenu={toggleMenu} onSignOut={askSignOut} />
      </div>
      <div className="flex min-h-0 min-w-0 flex-col">
        <DueWarning />
        <main
          id="main"
          tabIndex={-1}
          className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-surface outline-none sm:mr-2 sm:mb-2 sm:rounded-lg sm:shadow-hair"
        >
          {children}
        </main>
      </div>
      <OnDemand open={layerOpen}>
        <MenuLayer open={layerOpen} onClose={() => setLayerOpen(false)} onSignOut={askSignOut} />
      </OnDemand>
      {signOut.question}
    </div>
  );
}

import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { SessionUser } from "../../contracts/account/session.ts";
import { DeskProvider, useDesk, useDeskIsOpen, useDeskUser } from "../session/desk.tsx";
import { setSyncStatusSource } from "../session/sync-status.ts";
import { endStart } from "../ui/load-when-idle.ts";
import { watchingPart } from "../ui/on-demand.tsx";
import { notifyFrame } from "./notify-frame.ts";
import { OpeningScreen } from "./opening-screen.tsx";
import { type ScreenLayers, ShellLayers } from "./shell-layers.tsx";
import { useAskBeforeClosing } from "./updates/ask-before-closing.ts";

const Watchers = watchingPart(async () => (await import("./watchers.tsx")).Watchers);

type OpenDeskProps = { user: SessionUser; layers: ScreenLayers; children: ReactNode };

/** Opens the signed-in user's desk and shows its status in the shell. */
export function OpenDesk({ user, layers, children }: OpenDeskProps) {
  return (
    <DeskProvider user={user} drawsEarly={useDrawsEarly()} opening={<OpeningScreen />}>
      <OnceOpen />
      <ShellLayers layers={layers} />
      {children}
    </DeskProvider>
  );
}

/** Returns whether the screen at this address can be drawn without the desk's data: it says what is not there yet. */
function useDrawsEarly(): boolean {
  const { pathname } = useLocation();
  return pathname === "/tickets" || pathname.startsWith("/tickets/");
}

/** Tells the shell of the open desk. */
function OnceOpen() {
  const desk = useDesk();
  const isOpen = useDeskIsOpen();
  const { companyId } = useDeskUser();
  const drawsEarly = useDrawsEarly();
  useEffect(() => {
    // The list of tickets says itself when it has its rows.
    if (isOpen && !drawsEarly) endStart();
  }, [isOpen, drawsEarly]);
  useEffect(() => {
    if (!isOpen) return;
    setSyncStatusSource(desk.status);
    const leave = notifyFrame(desk.status, companyId);
    return () => {
      leave();
      setSyncStatusSource(null);
    };
  }, [desk, isOpen, companyId]);
  useAskBeforeClosing(desk);
  return isOpen && <Watchers />;
}

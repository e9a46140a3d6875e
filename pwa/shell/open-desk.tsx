import { type ReactNode, Suspense, useEffect } from "react";
import type { SessionUser } from "../../contracts/account/session.ts";
import { DeskProvider, useDesk, useDeskUser } from "../session/desk.tsx";
import { setSyncStatusSource } from "../session/sync-status.ts";
import { useFollowCampaigns } from "../session/use-follow-campaigns.ts";
import { lazyPart } from "../ui/on-demand.tsx";
import { setMenuSignals } from "./menu/menu-signals.ts";
import { notifyFrame } from "./notify-frame.ts";
import { OpeningScreen } from "./opening-screen.tsx";
import { type ScreenLayers, ShellLayers } from "./shell-layers.tsx";
import { useAskBeforeClosing } from "./updates/ask-before-closing.ts";

const Watchers = lazyPart(async () => (await import("./watchers.tsx")).Watchers);

const CONNECTION_SETTLES_MS = 2000;

type OpenDeskProps = { user: SessionUser; layers: ScreenLayers; children: ReactNode };

/** Opens the signed-in user's desk and shows its status in the shell. */
export function OpenDesk({ user, layers, children }: OpenDeskProps) {
  return (
    <DeskProvider user={user} opening={<OpeningScreen />}>
      <TellShell />
      <Suspense>
        <Watchers />
      </Suspense>
      <ShellLayers layers={layers} />
      {children}
    </DeskProvider>
  );
}

function TellShell() {
  const desk = useDesk();
  const { companyId } = useDeskUser();
  useFollowCampaigns();
  useEffect(() => {
    setSyncStatusSource(desk.status);
    return () => setSyncStatusSource(null);
  }, [desk]);

  useEffect(() => notifyFrame(desk.status, companyId), [desk, companyId]);

  useAskBeforeClosing(desk);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connections = desk.refs$("connection").subscribe((list) => {
      clearTimeout(timer);
      const connectionDown = list.some((connection) => connection.status !== "CONNECTED");
      timer = setTimeout(() => setMenuSignals({ connectionDown }), CONNECTION_SETTLES_MS);
    });
    return () => {
      clearTimeout(timer);
      connections.unsubscribe();
      setMenuSignals({ connectionDown: false });
    };
  }, [desk]);
  return null;
}

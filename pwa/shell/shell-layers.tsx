import type { ComponentType } from "react";
import { lazyPart, OnDemand } from "../ui/on-demand.tsx";
import { openLayer, useOpenLayer } from "./layers.ts";
import { useSignOut } from "./menu/sign-out.tsx";

const ShortcutsDialog = lazyPart(async () => (await import("./keyboard/shortcuts-dialog.tsx")).ShortcutsDialog);

const AnnouncementsPage = lazyPart(
  async () => (await import("../announcements/announcements-page.tsx")).AnnouncementsPage,
);

type LayerProps = { open: boolean; onClose: () => void };

/** The layers that belong to screens; the routes register them, because the shell imports no screen. */
export type ScreenLayers = {
  Palette: ComponentType<LayerProps & { onSignOut: () => void }>;
  ProfileDialog: ComponentType<LayerProps>;
  OutboxPanel: ComponentType<LayerProps>;
};

const close = () => openLayer(null);

/** Draws the layers above every screen; inside the open desk, because the palette searches it. */
export function ShellLayers({ layers: { Palette, ProfileDialog, OutboxPanel } }: { layers: ScreenLayers }) {
  const layer = useOpenLayer();
  const signOut = useSignOut();
  return (
    <>
      <OnDemand open={layer === "palette"}>
        <Palette open={layer === "palette"} onClose={close} onSignOut={signOut.ask} />
      </OnDemand>
      <OnDemand open={layer === "shortcuts"}>
        <ShortcutsDialog open={layer === "shortcuts"} onClose={close} />
      </OnDemand>
      <OnDemand open={layer === "profile"}>
        <ProfileDialog open={layer === "profile"} onClose={close} />
      </OnDemand>
      <OnDemand open={layer === "outbox"}>
        <OutboxPanel open={layer === "outbox"} onClose={close} />
      </OnDemand>
      <OnDemand open={layer === "announcements"}>
        <AnnouncementsPage open={layer === "announcements"} onClose={close} />
      </OnDemand>
      {signOut.question}
    </>
  );
}

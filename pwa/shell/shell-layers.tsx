import { lazyPart, OnDemand } from "../ui/on-demand.tsx";
import { openLayer, useOpenLayer } from "./layers.ts";
import { useSignOut } from "./sign-out.tsx";

const Palette = lazyPart(async () => (await import("./palette/palette.tsx")).Palette);
const ShortcutsDialog = lazyPart(async () => (await import("./keyboard/shortcuts-dialog.tsx")).ShortcutsDialog);
const ProfileDialog = lazyPart(async () => (await import("../screens/users/profile/profile-dialog.tsx")).ProfileDialog);
const OutboxPanel = lazyPart(async () => (await import("../screens/outbox/outbox-panel.tsx")).OutboxPanel);

const close = () => openLayer(null);

/** Draws the layers above every screen; inside the open desk, because the palette searches it. */
export function ShellLayers() {
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
      {signOut.question}
    </>
  );
}

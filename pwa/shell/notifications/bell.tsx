import { Bell, Settings2 } from "lucide-react";
import { Suspense, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Popover } from "../../ui/layers/popover.tsx";
import { lazyPart, OnDemand } from "../../ui/on-demand.tsx";
import { useWaiting } from "./waiting-store.ts";

const SettingsDialog = lazyPart(async () => (await import("./settings-dialog.tsx")).NotificationSettings);
const WaitingList = lazyPart(async () => (await import("./waiting-list.tsx")).WaitingList);

/** Lists the conversations that wait for this user, on every screen. */
export function NotificationBell() {
  const [isSetting, setSetting] = useState(false);
  const count = useWaiting().length;
  const label = count > 0 ? m.notify_bell_count({ count: String(count) }) : m.notify_bell();
  return (
    <>
      <Popover
        label={m.notify_bell()}
        className="w-80 p-0!"
        button={<IconButton label={label} icon={<Bell size={17} />} dot={count > 0 ? "news" : undefined} />}
      >
        {(close) => (
          <>
            <Suspense fallback={<div className="h-15" />}>
              <WaitingList onOpen={close} />
            </Suspense>
            <div className="border-line border-t p-2">
              <Button
                kind="ghost"
                className="w-full"
                onClick={() => {
                  close();
                  setSetting(true);
                }}
              >
                <Settings2 aria-hidden="true" size={16} />
                {m.notify_open_settings()}
              </Button>
            </div>
          </>
        )}
      </Popover>
      <OnDemand open={isSetting}>
        <SettingsDialog open={isSetting} onClose={() => setSetting(false)} />
      </OnDemand>
    </>
  );
}

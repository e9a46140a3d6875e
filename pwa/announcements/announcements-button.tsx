import { Megaphone } from "lucide-react";
import { Suspense } from "react";
import { m } from "../i18n/paraglide/messages.js";
import { OpenDesk } from "../session/desk.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Popover } from "../ui/layers/popover.tsx";
import { lazyPart } from "../ui/on-demand.tsx";
import { announcementsLabel } from "./announcements-label.ts";
import { useAnnouncements } from "./announcements-store.ts";

const Panel = lazyPart(async () => (await import("./announcements-panel.tsx")).AnnouncementsPanel);

/** Shows the announcements of the platform, on every screen. On phones the menu has their button. */
export function AnnouncementsButton() {
  const { desk, unread } = useAnnouncements();
  return (
    <Popover
      label={m.announcements_title()}
      className="w-100 overflow-hidden p-0!"
      button={
        <IconButton
          label={announcementsLabel(unread)}
          icon={<Megaphone size={17} />}
          dot={unread > 0 ? "news" : undefined}
        />
      }
    >
      {(close) =>
        desk && (
          <OpenDesk desk={desk.device} user={desk.user}>
            <Suspense fallback={null}>
              <Panel onClose={close} />
            </Suspense>
          </OpenDesk>
        )
      }
    </Popover>
  );
}

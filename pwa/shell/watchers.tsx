import { WatchAnnouncements } from "../announcements/watch-announcements.tsx";
import { useDesk } from "../session/desk.tsx";
import { useFollowCampaigns } from "../session/use-follow-campaigns.ts";
import { ClockNotice } from "./clock-notice.tsx";
import { WatchChats } from "./notifications/watch-chats.tsx";
import { WatchMessages } from "./notifications/watch-messages.tsx";
import { useAskBeforeClosing } from "./updates/ask-before-closing.ts";
import { useWatchConnections } from "./watch-connections.ts";

/**
 * Tells the user and the shell of new messages, chats, announcements, changed campaigns and connections that are down.
 * Asks before a page is closed that has what the device does not store. Draws only the line that says that the device's
 * clock is wrong.
 */
export function Watchers() {
  useFollowCampaigns();
  useWatchConnections();
  useAskBeforeClosing(useDesk());
  return (
    <>
      <WatchMessages />
      <WatchChats />
      <WatchAnnouncements />
      <ClockNotice />
    </>
  );
}

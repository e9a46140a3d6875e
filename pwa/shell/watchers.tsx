import { WatchAnnouncements } from "../announcements/watch-announcements.tsx";
import { useFollowCampaigns } from "../session/use-follow-campaigns.ts";
import { ClockNotice } from "./clock-notice.tsx";
import { WatchChats } from "./notifications/watch-chats.tsx";
import { WatchMessages } from "./notifications/watch-messages.tsx";
import { useWatchConnections } from "./watch-connections.ts";

/**
 * Tells the user and the shell of new messages, chats, announcements, changed campaigns and connections that are down.
 * Draws only the line that says that the device's clock is wrong.
 */
export function Watchers() {
  useFollowCampaigns();
  useWatchConnections();
  return (
    <>
      <WatchMessages />
      <WatchChats />
      <WatchAnnouncements />
      <ClockNotice />
    </>
  );
}

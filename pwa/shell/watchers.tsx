import { WatchAnnouncements } from "../announcements/watch-announcements.tsx";
import { ClockNotice } from "./clock-notice.tsx";
import { WatchChats } from "./notifications/watch-chats.tsx";
import { WatchMessages } from "./notifications/watch-messages.tsx";

/**
 * Tells the user and the shell of new messages, chats and announcements. Draws only the line that says that the device's
 * clock is wrong.
 */
export const Watchers = () => (
  <>
    <WatchMessages />
    <WatchChats />
    <WatchAnnouncements />
    <ClockNotice />
  </>
);

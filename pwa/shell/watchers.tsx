import { WatchAnnouncements } from "./announcements/watch-announcements.tsx";
import { WatchChats } from "./notifications/watch-chats.tsx";
import { WatchMessages } from "./notifications/watch-messages.tsx";

/** Tells the user and the shell of new messages, chats and announcements. Draws nothing. */
export const Watchers = () => (
  <>
    <WatchMessages />
    <WatchChats />
    <WatchAnnouncements />
  </>
);

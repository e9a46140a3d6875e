import { m } from "../i18n/paraglide/messages.js";

/** Names the button that opens the announcements, with the number of unread ones. */
export const announcementsLabel = (unread: number): string =>
  unread > 0 ? m.announcements_button_count({ count: unread }) : m.announcements_title();

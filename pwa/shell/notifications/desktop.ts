import { m } from "../../i18n/paraglide/messages.js";
import { deviceStorage } from "../../ui/device-storage.ts";

const PREVIEW = "notifyPreview";
/** Same length as in the server's pushes, so that a message shown by both is recognised. */
const MAX_TEXT = 160;

export const canNotify = () => "Notification" in window && Notification.permission === "granted";

/** Also stored on this device, for when the server cannot be reached. */
export const showsMessageText = () => deviceStorage.getItem(PREVIEW) !== "false";
export const setShowsMessageText = (shows: boolean) => deviceStorage.setItem(PREVIEW, String(shows));

/** `tag`: one per conversation, so that a newer notification replaces the older one. */
type DesktopNotification = {
  tag: string;
  title: string;
  text: string;
  data: { ticketId: string } | { chatId: string };
};

export const tagOfTicket = (ticketId: string) => `ticket-${ticketId}`;
export const tagOfChat = (chatId: string) => `chat-${chatId}`;

/** Shows the notification through the service worker, which receives the click even when this tab is closed by then. */
export async function showOnDesktop({ tag, title, text, data }: DesktopNotification): Promise<void> {
  if (!canNotify()) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const body = (showsMessageText() && shorten(text)) || m.notify_new_message();
  const [shown] = await registration.getNotifications({ tag });
  if (shown?.body === body) return;
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    renotify: true,
    silent: true, // the app plays its own sound
    icon: "/icons/balcao-192.png",
    data,
  };
  await registration.showNotification(title, options);
}

/** Closes the notifications of conversations that were read. */
export async function closeShown(tags: readonly string[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const tag of tags) {
    for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close();
  }
}

function shorten(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, " ").trim()];
  return letters.length > MAX_TEXT ? `${letters.slice(0, MAX_TEXT - 1).join("")}…` : letters.join("");
}

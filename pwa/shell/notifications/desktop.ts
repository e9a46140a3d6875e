import { wordsOf } from "../../../sync/contracts/messages.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { withoutMarks } from "../../messages/text/message-words.ts";
import type { Waiting } from "./new-messages.ts";

const PREVIEW = "notifyPreview";
/** Same length as in the server's pushes, so that a message shown by both is recognised. */
const MOST_TEXT = 160;

export const canNotify = () => "Notification" in window && Notification.permission === "granted";

/** Also stored on this device, for when the server cannot be reached. */
export const showsWords = () => localStorage.getItem(PREVIEW) !== "false";
export const setShowsWords = (shows: boolean) => localStorage.setItem(PREVIEW, String(shows));

export const tagOf = (ticketId: string) => `ticket-${ticketId}`;

/** Shows the notification through the service worker, which receives the click even when this tab is closed by then. */
export async function showOnDesktop({ id, contactName, lastMessage }: Waiting): Promise<void> {
  if (!canNotify()) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const body =
    (showsWords() && shorten(lastMessage ? withoutMarks(wordsOf(lastMessage.body, lastMessage.mediaType)) : "")) ||
    m.notify_new_message();
  const [shown] = await registration.getNotifications({ tag: tagOf(id) });
  if (shown?.body === body) return;
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag: tagOf(id),
    renotify: true,
    silent: true, // the app plays its own sound
    icon: "/icons/balcao-192.png",
    data: { ticketId: id },
  };
  await registration.showNotification(contactName, options);
}

/** Closes the notifications of tickets that were read. */
export async function closeShown(ticketIds: readonly string[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const ticketId of ticketIds) {
    for (const notification of (await registration?.getNotifications({ tag: tagOf(ticketId) })) ?? [])
      notification.close();
  }
}

function shorten(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, " ").trim()];
  return letters.length > MOST_TEXT ? `${letters.slice(0, MOST_TEXT - 1).join("")}…` : letters.join("");
}

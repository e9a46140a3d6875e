import { wordsOf } from "../../../sync/contracts/messages.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { withoutMarks } from "../../screens/tickets/message/message-words.ts";
import type { Waiting } from "./new-messages.ts";

const PREVIEW = "notifyPreview";
/** As the server shortens what it pushes, so that one message shown by both is known again. */
const MOST_TEXT = 160;

export const canNotify = () => "Notification" in window && Notification.permission === "granted";

/** Kept here too, for when there is no network to ask. */
export const showsWords = () => localStorage.getItem(PREVIEW) !== "false";
export const setShowsWords = (shows: boolean) => localStorage.setItem(PREVIEW, String(shows));

export const tagOf = (ticketId: string) => `ticket-${ticketId}`;

/** Through the service worker, which also hears the click when this tab is gone by then. */
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
    silent: true, // our own sound is enough
    icon: "/icons/balcao-192.png",
    data: { ticketId: id },
  };
  await registration.showNotification(contactName, options);
}

/** What was read need not stand there any more. */
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

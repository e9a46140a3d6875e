import * as v from "valibot";
import { PushPayload } from "../../../contracts/desk/notifications.ts";
import { withoutMarks } from "../../conversation/text/message-summary.ts";
import { m } from "../../i18n/paraglide/messages.js";

type Worker = ServiceWorkerGlobalScope;

/** A page that is still loading does not answer. */
const ANSWER_WITHIN_MS = 500;

/** The ticket or chat of a notification; a test notification has neither. */
type Target = { ticketId?: string | null; chatId?: string | null };

/** Handles push events in the service worker: shows notifications, and opens the conversation of a clicked one. */
export function answerNotifications(worker: Worker): void {
  worker.addEventListener("push", (event) => event.waitUntil(show(worker, event.data?.text() ?? "")));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(worker, (event.notification.data ?? {}) as Target));
  });
}

/** The service worker does not know the language chosen in the page, so it uses the browser's. */
function locale(): "pt" | "en" | "es" {
  const [language] = navigator.language.split("-");
  return language === "en" || language === "es" ? language : "pt";
}

async function show(worker: Worker, data: string): Promise<void> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PushPayload), data);
  // Every push must show a notification, or the browser revokes the permission.
  const payload = parsed.success ? parsed.output : { name: "Balcão", text: "", ticketId: "" };
  const { name, text, ticketId, chatId = null } = payload;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const id = ticketId || chatId;
  if (id && (await isViewed(pages, id))) return;
  const isTest = ticketId === null && chatId === null;
  const words = isTest ? m.notify_test_text : m.notify_new_message;
  const body = withoutMarks(text) || words({}, { locale: locale() });
  const tag = ticketId ? `ticket-${ticketId}` : chatId ? `chat-${chatId}` : "balcao";
  const [shown] = await worker.registration.getNotifications({ tag });
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    // An open tab may have shown the same message already.
    renotify: shown?.body !== body,
    icon: "/icons/balcao-192.png",
    badge: "/icons/balcao-192.png",
    data: { ticketId, chatId },
  };
  await worker.registration.showNotification(name, options);
  if (isTest) for (const page of pages) page.postMessage({ type: "TEST_SHOWN" });
}

/** Asks the pages themselves, because a client's URL is the one it was opened at, not the present one. */
async function isViewed(pages: readonly WindowClient[], id: string): Promise<boolean> {
  const asked = pages
    .filter(({ visibilityState }) => visibilityState === "visible")
    .map((page) => ask(page, { type: "IS_VIEWED", id }));
  return (await Promise.all(asked)).includes(true);
}

/** Sends a message to a page. Resolves with its answer; false when it does not answer in time. */
function ask(page: WindowClient, message: object): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(resolve, ANSWER_WITHIN_MS, false);
    page.postMessage(message, [port2]);
  });
}

/** Opens the conversation in a page of the application. One that is still loading is sent to its address instead. */
async function open(worker: Worker, { ticketId, chatId }: Target): Promise<void> {
  const address = chatId ? `/chats/${chatId}` : ticketId ? `/tickets/${ticketId}` : "/tickets";
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (!page) {
    await worker.clients.openWindow(address);
    return;
  }
  const message = chatId ? { type: "OPEN_CHAT", chatId } : ticketId ? { type: "OPEN_TICKET", ticketId } : null;
  // A browser may refuse the focus; the conversation opens all the same.
  const [opened] = await Promise.all([message ? ask(page, message) : true, page.focus().catch(() => null)]);
  if (opened) return;
  // A page that this worker does not control yet cannot be sent anywhere.
  await page.navigate(address).catch(() => worker.clients.openWindow(address));
}

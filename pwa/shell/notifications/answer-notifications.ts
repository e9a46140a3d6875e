import * as v from "valibot";
import { PushPayload } from "../../../sync/contracts/notifications.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { withoutMarks } from "../../messages/text/message-words.ts";

type Worker = ServiceWorkerGlobalScope;

/** A page that is still loading does not answer. */
const ANSWER_WITHIN_MS = 500;

/** Handles push events in the service worker: shows notifications, and opens the ticket of a clicked one. */
export function answerNotifications(worker: Worker): void {
  worker.addEventListener("push", (event) => event.waitUntil(show(worker, event.data?.text() ?? "")));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { ticketId } = (event.notification.data ?? {}) as { ticketId?: string | null };
    event.waitUntil(open(worker, ticketId ?? null));
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
  const { name, text, ticketId } = payload;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (ticketId && (await isViewed(pages, ticketId))) return;
  const words = ticketId === null ? m.notify_test_text : m.notify_new_message;
  const body = withoutMarks(text) || words({}, { locale: locale() });
  const tag = ticketId ? `ticket-${ticketId}` : "balcao";
  const [shown] = await worker.registration.getNotifications({ tag });
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    // An open tab may have shown the same message already.
    renotify: shown?.body !== body,
    icon: "/icons/balcao-192.png",
    badge: "/icons/balcao-192.png",
    data: { ticketId },
  };
  await worker.registration.showNotification(name, options);
  if (ticketId === null) for (const page of pages) page.postMessage({ type: "TEST_SHOWN" });
}

/** Asks the pages themselves, because a client's URL is the one it was opened at, not the present one. */
async function isViewed(pages: readonly WindowClient[], ticketId: string): Promise<boolean> {
  const asked = pages
    .filter(({ visibilityState }) => visibilityState === "visible")
    .map(
      (page) =>
        new Promise<boolean>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data === true);
          setTimeout(resolve, ANSWER_WITHIN_MS, false);
          page.postMessage({ type: "IS_VIEWED", ticketId }, [port2]);
        }),
    );
  return (await Promise.all(asked)).includes(true);
}

async function open(worker: Worker, ticketId: string | null): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (!page) {
    await worker.clients.openWindow(ticketId ? `/tickets/${ticketId}` : "/tickets");
    return;
  }
  if (ticketId) page.postMessage({ type: "OPEN_TICKET", ticketId });
  await page.focus();
}

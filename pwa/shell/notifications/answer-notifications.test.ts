import { expect, test, vi } from "vitest";
import { answerNotifications } from "./answer-notifications.ts";

type Click = { notification: { close(): void; data: object }; waitUntil(work: Promise<unknown>): void };

/** A page of the application. `answers`: its message listener is there; `isControlled`: the worker may send it elsewhere. */
function givenPage({ answers, isControlled = true }: { answers: boolean; isControlled?: boolean }) {
  const heard: object[] = [];
  const postMessage = (message: object, [port]: MessagePort[] = []) => {
    if (!answers) return;
    heard.push(message);
    port?.postMessage(true);
  };
  const navigate = vi.fn(() =>
    isControlled ? Promise.resolve(null) : Promise.reject(new TypeError("not controlled")),
  );
  const focus = () => Promise.reject(new DOMException("no click", "InvalidAccessError"));
  return { visibilityState: "visible", heard, navigate, focus, postMessage };
}

/** Clicks a notification about a ticket. Returns the windows that the worker opened. */
async function clicked(pages: object[]): Promise<string[]> {
  const opened: string[] = [];
  let work: Promise<unknown> = Promise.resolve();
  const listeners = new Map<string, (event: Click) => void>();
  const worker = {
    addEventListener: (type: string, listener: (event: Click) => void) => listeners.set(type, listener),
    clients: { matchAll: async () => pages, openWindow: async (address: string) => void opened.push(address) },
  };
  answerNotifications(worker as unknown as ServiceWorkerGlobalScope);
  const notification = { close: () => {}, data: { ticketId: "t1", chatId: null } };
  listeners.get("notificationclick")?.({ notification, waitUntil: (given) => (work = given) });
  await work;
  return opened;
}

test("a clicked notification opens its ticket in the page, also when the browser refuses the focus", async () => {
  const page = givenPage({ answers: true });
  expect(await clicked([page])).toEqual([]);
  expect(page.heard).toEqual([{ type: "OPEN_TICKET", ticketId: "t1" }]);
  expect(page.navigate).not.toHaveBeenCalled();
});

test("a page that is still loading is sent to the ticket's address", async () => {
  const page = givenPage({ answers: false });
  expect(await clicked([page])).toEqual([]);
  expect(page.navigate).toHaveBeenCalledWith("/tickets/t1");
});

test("without a page, and with one that the worker does not control, a window is opened", async () => {
  expect(await clicked([])).toEqual(["/tickets/t1"]);
  expect(await clicked([givenPage({ answers: false, isControlled: false })])).toEqual(["/tickets/t1"]);
});

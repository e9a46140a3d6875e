import type { PushState, PushSwitches, PushTestAnswer } from "../../../contracts/desk/notifications.ts";
import { ApiError, NetworkError } from "../../session/api-error.ts";
import { apiFetch } from "../../session/api-fetch.ts";

const json = (method: string, body?: unknown): RequestInit => ({
  method,
  ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
});

export const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export async function readSwitches(): Promise<PushState> {
  return (await apiFetch("/push/settings")).json();
}

export async function turnSwitches(switches: PushSwitches): Promise<PushState> {
  return (await apiFetch("/push/settings", json("PUT", switches))).json();
}

export async function findSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks for permission if it was not asked before. Returns false when the user or the browser refuses. */
export async function allowNotifications(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  if (Notification.permission === "default") await Notification.requestPermission();
  return Notification.permission === "granted";
}

/** Subscribes this browser to pushes. Returns false when it can reach no push service. */
export async function subscribe(): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready;
  const { key } = (await (await apiFetch("/push/key")).json()) as { key: string };
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && keyOf(subscription) !== key) {
    // The server's key has changed: pushes to the old subscription would fail.
    await subscription.unsubscribe();
    subscription = null;
  }
  try {
    subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
  await apiFetch("/push/subscriptions", json("POST", subscription.toJSON()));
  return true;
}

export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
  await apiFetch("/push/subscriptions", json("DELETE"));
}

/** Registers the existing subscription for the present session, because a subscription belongs to a session. */
export async function keepSubscribed(): Promise<void> {
  if (!canPush() || Notification.permission !== "granted" || !(await findSubscription())) return;
  try {
    await subscribe();
  } catch (error) {
    // Tried again when the desk opens the next time.
    if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error;
  }
}

export async function askTest(): Promise<PushTestAnswer> {
  return (await apiFetch("/push/test", json("POST"))).json();
}

/** Resolves with true when the service worker shows the test within `withinMs`, else with false. */
export function whenShown(withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isShown: boolean) => {
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener("message", onMessage);
      resolve(isShown);
    };
    const onMessage = ({ data }: MessageEvent) => data?.type === "TEST_SHOWN" && finish(true);
    const timer = setTimeout(() => finish(false), withinMs);
    navigator.serviceWorker.addEventListener("message", onMessage);
  });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

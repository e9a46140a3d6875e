import webPush from "web-push";
import type { PushPayload } from "../../contracts/desk/notifications.ts";
import { fetchUntrusted, UntrustedFetchError } from "../untrusted-fetch/index.ts";
import { isPushEndpoint } from "./push-hosts.ts";

/** A notification older than this is useless. */
const KEPT_SECONDS = 4 * 60 * 60;
const ANSWER_WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** The encrypted payload must fit every push service's limit. */
const MAX_TEXT = 160;

/** The contact address for push services, unless another is configured. */
export const PUSH_CONTACT = "mailto:balcao@localhost";

export type VapidKeys = { publicKey: string; privateKey: string };

/** Returns new keys; browsers are subscribed to the public one. */
export const generateVapidKeys = (): VapidKeys => webPush.generateVAPIDKeys();

export type PushTarget = { endpoint: string; p256dh: string; auth: string };
export type PushOptions = { keys: VapidKeys; contact: string; allowed: readonly string[] };
/** `gone`: the browser has unsubscribed. `refused`: retrying would not help. */
export type PushOutcome = "sent" | "gone" | "refused" | "later";

/**
 * Sends one message to a browser's push service, encrypted for that browser. `topic`: the service replaces a waiting
 * message with the same topic, so sending twice shows it once.
 */
export async function deliverPush(
  target: PushTarget,
  payload: PushPayload,
  { keys, contact, allowed }: PushOptions,
  topic?: string,
): Promise<PushOutcome> {
  if (!isPushEndpoint(target.endpoint, allowed)) return "refused";
  const { headers, body, endpoint } = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    JSON.stringify({ ...payload, text: shorten(payload.text), name: shorten(payload.name) }),
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: KEPT_SECONDS,
      urgency: "high",
      contentEncoding: "aes128gcm",
      ...(topic && { topic }),
    },
  );
  try {
    const { status } = await fetchUntrusted(endpoint, {
      isAllowed: (url) => isPushEndpoint(url.href, allowed),
      isPrivateAllowed: (url) => allowed.includes(url.origin),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body ?? "",
      timeoutMs: ANSWER_WITHIN_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (status >= 200 && status < 300) return "sent";
    if (status === 404 || status === 410) return "gone";
    return status === 429 || status >= 500 ? "later" : "refused";
  } catch (error) {
    return error instanceof UntrustedFetchError ? "refused" : "later";
  }
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const letters = [...line];
  return letters.length > MAX_TEXT ? `${letters.slice(0, MAX_TEXT - 1).join("")}…` : line;
}

import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { MebiByte } from "../../../contracts/desk/messages.ts";
import { type AddressPolicy, fetchUntrustedStream } from "../../../outside/untrusted-fetch/index.ts";
import { MediaExpired } from "../../media/media-expired.ts";

/** Meta's limit is 25 MB, for some kinds more. */
const MAX_BYTES = 64 * MebiByte;
const TIMEOUT_MS = 60_000;
/** Meta's media hosts redirect to each other. */
const MAX_REDIRECTS = 3;
const GONE = new Set([403, 404, 410]);

const Raw = v.object({
  attachment: v.object({ mid: v.string(), place: v.number(), url: v.optional(v.string()) }),
});
export type PageAttachment = v.InferOutput<typeof Raw>["attachment"];

export const attachmentIn = (raw: Record<string, unknown>): PageAttachment => v.parse(Raw, raw).attachment;

export type AttachmentFetcher = ReturnType<typeof openAttachmentFetcher>;

/** Meta's media hosts. */
const storeHosts = ["fbcdn.net", "fbsbx.com", "cdninstagram.com"];

/**
 * Downloads from Meta's own media hosts only, whatever address an event names; `graphUrl` is allowed too when it is
 * the sandbox.
 */
export function openAttachmentFetcher(graphUrl: string) {
  const graph = new URL(graphUrl);
  const isStandIn = (url: URL) => !graph.hostname.endsWith("facebook.com") && url.origin === graph.origin;
  const stores: AddressPolicy = {
    isAllowed: (url) =>
      isStandIn(url) ||
      (url.protocol === "https:" &&
        storeHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))),
    isPrivateAllowed: isStandIn,
  };
  return {
    isOfPage: (raw: Record<string, unknown>): boolean => v.is(Raw, raw),
    async download(raw: Record<string, unknown>, toPath: string, address = attachmentIn(raw).url): Promise<void> {
      const url = URL.parse(address ?? "");
      if (!url) throw new Error("the event has no address for the attachment");
      const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: MAX_REDIRECTS };
      const { status, body } = await fetchUntrustedStream(url, { ...stores, ...limits });
      if (GONE.has(status)) throw new MediaExpired("the link has expired");
      if (status !== 200) throw new Error(`the attachment request failed with status ${status}`);
      await pipeline(body, createWriteStream(toPath));
    },
  };
}

import { writeFile } from "node:fs/promises";
import * as v from "valibot";
import { MebiByte } from "../../sync/contracts/messages.ts";
import { askOutside } from "../outside.ts";
import { MediaExpired } from "../whatsapp/fetch-media.ts";

/** Meta takes and gives files up to 25 MB, some kinds more. */
const MOST_BYTES = 64 * MebiByte;
const TIMEOUT_MS = 60_000;
const GONE = new Set([403, 404, 410]);

const Raw = v.object({
  attachment: v.object({ mid: v.string(), place: v.number(), url: v.optional(v.string()) }),
});
export type PageAttachment = v.InferOutput<typeof Raw>["attachment"];

export const attachmentIn = (raw: Record<string, unknown>): PageAttachment => v.parse(Raw, raw).attachment;

export type AttachmentFetcher = ReturnType<typeof openAttachmentFetcher>;

/** Where Meta keeps what people send. */
const storeHosts = ["fbcdn.net", "fbsbx.com", "cdninstagram.com"];

/** Fetches from Meta's own stores alone, whatever address an event names; `graphUrl` is one where it is a stand-in. */
export function openAttachmentFetcher(graphUrl: string) {
  const graph = new URL(graphUrl);
  const standIn = graph.hostname.endsWith("facebook.com") ? [] : [graph.origin];
  const isStore = (url: URL) =>
    standIn.includes(url.origin) ||
    (url.protocol === "https:" &&
      storeHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`)));
  return {
    isOfPage: (raw: Record<string, unknown>): boolean => v.is(Raw, raw),
    async download(raw: Record<string, unknown>, toPath: string, address = attachmentIn(raw).url): Promise<void> {
      const url = URL.parse(address ?? "");
      if (!url || !isStore(url)) throw new Error("the attachment lies in none of Meta's stores");
      const request = { timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES, allowed: standIn, isAllowed: isStore };
      const { status, body } = await askOutside(url.href, request);
      if (GONE.has(status)) throw new MediaExpired("the link has expired");
      if (status !== 200) throw new Error(`the attachment was answered ${status}`);
      await writeFile(toPath, body);
    },
  };
}

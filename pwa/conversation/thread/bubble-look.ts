import { readPlace } from "../../../contracts/desk/bodies/places.ts";
import { readPoll } from "../../../contracts/desk/bodies/poll-text.ts";
import type { ShownMessage } from "../shown-message.ts";

type Shown = Pick<ShownMessage, "mediaType" | "isDeleted" | "body" | "media">;

/** Returns whether a picture or a video fills the bubble. */
export const isPicture = ({ mediaType, isDeleted }: Shown) =>
  !isDeleted && (mediaType === "image" || mediaType === "video");

/** Returns whether the message is a sticker, which is shown without a bubble. */
export const isSticker = ({ mediaType, isDeleted, media }: Shown) =>
  !isDeleted && mediaType === "sticker" && media?.state === "ready";

/** Returns whether the content ends with a row (of a poll, location or file) that has room for the time. */
export function endsWithFreeRow({ mediaType, isDeleted, body, media }: Shown): boolean {
  if (isDeleted) return false;
  if (mediaType === "chat") return readPoll(body) !== null;
  if (mediaType === "locationMessage") return readPlace(body) !== null;
  return mediaType === "document" && media?.state === "ready" && (body === "" || body === media.name);
}

export function bubblePadding(message: Shown): string {
  if (isSticker(message)) return "";
  return isPicture(message) ? "w-73 p-1" : "px-2.75 pt-1.75 pb-1.5";
}

/** `queued`: only on this device. `bare`: without a bubble. */
export type BubbleLook = "in" | "out" | "queued" | "failed" | "bare";

export const bubbleLooks: Record<BubbleLook, string> = {
  in: "bg-bubble-in text-bubble-in-ink ring-1 ring-bubble-in-line",
  out: "bg-bubble-out text-bubble-out-ink",
  queued: "is-queued border-[1.5px] border-queued-line border-dashed bg-bubble-queued text-bubble-queued-ink",
  failed: "border-[1.5px] border-danger-mark bg-bubble-failed text-ink",
  bare: "text-bubble-in-ink",
};

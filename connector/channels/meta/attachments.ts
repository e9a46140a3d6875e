import type { MediaType } from "../../../contracts/desk/messages.ts";
import type { IncomingMessage } from "../../../domain/desk/messages/index.ts";
import type { Attachment } from "./page-event.ts";

type Described = Pick<IncomingMessage, "kind" | "body" | "media"> & { raw: Record<string, unknown> };

const files: Record<string, { kind: MediaType; name: string; mimetype: string }> = {
  image: { kind: "image", name: "image.jpg", mimetype: "image/jpeg" },
  video: { kind: "video", name: "video.mp4", mimetype: "video/mp4" },
  ig_reel: { kind: "video", name: "reel.mp4", mimetype: "video/mp4" },
  reel: { kind: "video", name: "reel.mp4", mimetype: "video/mp4" },
  audio: { kind: "audio", name: "audio.mp4", mimetype: "audio/mp4" },
  file: { kind: "document", name: "file", mimetype: "application/octet-stream" },
  sticker: { kind: "sticker", name: "sticker.png", mimetype: "image/png" },
  animated_image: { kind: "image", name: "image.gif", mimetype: "image/gif" },
  like_heart: { kind: "sticker", name: "like.png", mimetype: "image/png" },
  story_mention: { kind: "image", name: "story.jpg", mimetype: "image/jpeg" },
};

/** Describes an attachment as a message. A shared link becomes a text message, so that the bot reads it too. */
export function describeAttachment(
  { type, payload, title, url }: Attachment,
  { mid, place }: { mid: string; place: number },
): Described {
  const raw = { attachment: { mid, place, type, ...(payload?.url && { url: payload.url }) } };
  const { lat, long } = payload?.coordinates ?? {};
  if (lat !== undefined && long !== undefined) return { kind: "locationMessage", body: `${lat},${long}`, raw };
  const known = files[type];
  const words = title ?? payload?.title ?? "";
  if (known && payload?.url) {
    const { name, mimetype } = known;
    const kind = payload.sticker_id ? "sticker" : known.kind;
    const isFile = kind === "document";
    const media = { name: isFile ? nameIn(payload.url, name) : name, mimetype, size: 0, seconds: null, waveform: null };
    return { kind, body: "", media, raw };
  }
  // A shared post, link or product: its title and address.
  const body = [words, payload?.url ?? url ?? ""].filter(Boolean).join("\n");
  return body ? { kind: "chat", body, raw } : { kind: "unsupported", body: "", raw };
}

/** Returns the file name from the address, because Meta sends it nowhere else. */
function nameIn(address: string, otherwise: string): string {
  const path = URL.parse(address)?.pathname ?? "";
  const last = path.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last).slice(0, 200) || otherwise;
  } catch {
    return otherwise;
  }
}

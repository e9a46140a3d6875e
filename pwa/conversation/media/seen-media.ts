import type { ShownMessage } from "../shown-message.ts";
import type { ViewedMedia } from "./media-viewer.tsx";
import { pictureTitle } from "./picture.tsx";
import { videoTitle } from "./video-clip.tsx";

/** Returns the loaded pictures, stickers and videos of a thread in its order, without deleted messages. */
export function seenMedia(messages: readonly ShownMessage[]): ViewedMedia[] {
  return messages.flatMap((message) => {
    const { id, media, mediaType, createdAt } = message;
    const fileId = message.localFileId ?? media?.fileId ?? null;
    const isSeen = mediaType === "image" || mediaType === "sticker" || mediaType === "video";
    if (!media || !isSeen || media.state !== "ready" || message.isDeleted) return [];
    const title = mediaType === "video" ? videoTitle(message, media) : pictureTitle(message, media);
    return [{ id, fileId, mediaType, name: media.name, title, createdAt }];
  });
}

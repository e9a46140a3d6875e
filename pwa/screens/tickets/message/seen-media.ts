import type { ThreadView } from "../../../../sync/client/index.ts";
import type { ViewedMedia } from "../../../messages/media/media-viewer.tsx";
import { videoTitle } from "../../../messages/media/video-clip.tsx";
import { pictureTitle } from "./picture.tsx";

/** Returns the loaded pictures, stickers and videos of a thread in its order, without deleted messages. */
export function seenMedia(thread: ThreadView | null): ViewedMedia[] {
  return (thread?.messages ?? []).flatMap((message) => {
    const { id, media, mediaType, createdAt } = message;
    const fileId = message.localFileId ?? media?.fileId ?? null;
    const isSeen = mediaType === "image" || mediaType === "sticker" || mediaType === "video";
    if (!media || !isSeen || media.state !== "ready" || message.isDeleted) return [];
    const title = mediaType === "video" ? videoTitle(message, media) : pictureTitle(message, media);
    return [{ id, fileId, mediaType, name: media.name, title, createdAt }];
  });
}

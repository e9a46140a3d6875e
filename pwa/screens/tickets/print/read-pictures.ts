import { MebiByte } from "../../../../contracts/desk/messages.ts";
import type { DeviceDesk, MessageView } from "../../../../sync/client/index.ts";

/** The bytes of the pictures of one print; later pictures are printed by their name. */
export const MAX_PICTURE_BYTES = 50 * MebiByte;

type Reading = { desk: Pick<DeviceDesk, "fileUrl">; messages: readonly MessageView[]; signal: AbortSignal };

/**
 * Returns the `blob:` address of each picture by its message's id: of those on this device, and of others while there is
 * a network. Reads the newest first, until `MAX_PICTURE_BYTES`.
 */
export async function readPictures({ desk, messages, signal }: Reading): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>();
  let bytes = 0;
  for (const message of messages.toReversed()) {
    signal.throwIfAborted();
    const fileId = pictureOf(message);
    if (fileId === null) continue;
    bytes += message.media?.size ?? 0;
    if (bytes > MAX_PICTURE_BYTES) break;
    // A picture that is neither here nor can be fetched is printed by its name.
    const url = await desk.fileUrl(fileId).catch(() => null);
    if (url) urls.set(message.id, url);
  }
  return urls;
}

function pictureOf({ mediaType, media, hidden, isDeleted, localFileId }: MessageView): string | null {
  const isPicture = mediaType === "image" || mediaType === "sticker";
  return isPicture && !hidden && !isDeleted ? (localFileId ?? media?.fileId ?? null) : null;
}

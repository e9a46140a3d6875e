import { uuidv7 } from "uuidv7";
import { DomainError } from "../../../contracts/domain-error.ts";
import { MAX_PICTURE_BYTES } from "../../../contracts/office/announcements.ts";
import { pictureTypes } from "../../../contracts/pictures.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { acceptType, detectMimetype } from "../../desk/files/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { changeAnnouncement } from "./change-announcement.ts";
import { PLATFORM_FILES } from "./platform-files.ts";
import { type AnnouncementRow, requireAnnouncement } from "./require-announcement.ts";

/**
 * Sets an announcement's picture: png or jpeg by its content, at most 5 MiB. Each picture is a file of its own, so
 * that a transaction that is undone leaves the present picture as it is.
 */
export async function setPicture(
  ctx: PlatformContext,
  store: FileStore,
  id: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<AnnouncementRow> {
  await requireAnnouncement(ctx, id);
  if (bytes.length > MAX_PICTURE_BYTES) throw new DomainError("ERR_FILE_TOO_LARGE", { limit: MAX_PICTURE_BYTES });
  const mimetype = await detectMimetype(bytes);
  if (!pictureTypes.includes(mimetype) || !acceptType(mimetype, name)) throw new DomainError("ERR_FILE_TYPE", { name });
  const picture = { fileId: uuidv7(), name, mimetype, size: bytes.length };
  await store.requireSpace(bytes.length);
  await store.write(PLATFORM_FILES, picture.fileId, 0, bytes);
  return changeAnnouncement(ctx, id, { picture });
}

export function removePicture(ctx: PlatformContext, id: string): Promise<AnnouncementRow> {
  return changeAnnouncement(ctx, id, { picture: null });
}

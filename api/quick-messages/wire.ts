import type { QuickMessageContent } from "../../domain/quick-messages/index.ts";
import type { AddressOf } from "../media/media-address.ts";

export function quickMessageToWire(content: QuickMessageContent, addressOf: AddressOf) {
  return {
    id: content.id,
    shortcode: content.shortcode,
    message: content.message,
    geral: content.isGeneral,
    userId: content.userId,
    mediaName: content.fileName,
    mediaPath: content.fileId && addressOf(content.fileId),
  };
}

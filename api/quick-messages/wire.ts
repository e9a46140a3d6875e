import * as v from "valibot";
import type { QuickMessageContent } from "../../domain/quick-messages/index.ts";
import { NewQuickMessage, QuickMessageChange } from "../../sync/contracts/quick-messages.ts";
import type { AddressOf } from "../media/media-address.ts";

/** Renames the interface's `geral`. A picture is set by its own call; `mediaPath` is read-only. */
const renamed = v.pipe(
  v.looseObject({ geral: v.nullish(v.boolean()), fileId: v.optional(v.unknown()) }),
  v.transform(
    ({ geral, fileId: _fileId, ...message }): Record<string, unknown> => ({
      ...message,
      ...(geral === null || geral === undefined ? {} : { isGeneral: geral }),
    }),
  ),
);

export const NewQuickMessageWire = v.pipe(renamed, NewQuickMessage);
export const QuickMessageChangeWire = v.pipe(renamed, QuickMessageChange);

export function quickMessageToWire(content: QuickMessageContent, addressOf: AddressOf) {
  return {
    id: content.id,
    shortcode: content.shortcode,
    message: content.message,
    geral: content.isGeneral,
    userId: content.userId,
    isMedia: content.fileId !== null,
    mediaName: content.fileName,
    mediaPath: content.fileId && addressOf(content.fileId),
  };
}

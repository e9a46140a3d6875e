import * as v from "valibot";
import { NewQuickMessage, QuickMessageChange } from "../../contracts/desk/quick-messages.ts";
import { inBrackets, type QuickMessageContent } from "../../domain/desk/quick-messages/index.ts";
import { shownAs, withNames } from "../http/reference/shown-input.ts";
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

const shownFields = (entries: v.ObjectEntries) => {
  const { fileId: _fileId, ...others } = entries;
  return withNames(others, { isGeneral: "geral" });
};
export const NewQuickMessageWire = shownAs(shownFields(NewQuickMessage.entries), v.pipe(renamed, NewQuickMessage));
export const QuickMessageChangeWire = shownAs(
  shownFields(QuickMessageChange.entries),
  v.pipe(renamed, QuickMessageChange),
);

export function quickMessageToWire(content: QuickMessageContent, addressOf: AddressOf) {
  return {
    id: content.id,
    shortcode: content.shortcode,
    message: content.message,
    geral: content.isGeneral,
    userId: content.userId,
    /** Every quick message is in use. */
    status: true,
    isMedia: content.fileId !== null,
    mediaName: content.fileName,
    mediaPath: content.fileId && addressOf(content.fileId),
  };
}

/**
 * The same in the list from which clients of this family pick: they send `message` as it is, and a file goes along only
 * when it is the shortcode in brackets, which stands for its text, too.
 */
export function pickedToWire(content: QuickMessageContent, addressOf: AddressOf) {
  const wire = quickMessageToWire(content, addressOf);
  return content.fileId ? { ...wire, message: inBrackets(content.shortcode) } : wire;
}

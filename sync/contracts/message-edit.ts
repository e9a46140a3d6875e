import * as v from "valibot";
import { channelAbilities } from "./channel-abilities.ts";
import type { ErrorCode } from "./errors.ts";
import { Id } from "./id.ts";
import { Body, type MediaType } from "./messages.ts";
import type { Profile } from "./refs.ts";
import type { TicketDocument } from "./tickets.ts";

/** So long after it took a message the channel lets its words be changed. */
export const EDIT_WITHIN_MS = 15 * 60_000;

export const MessageEdit = v.object({ messageId: Id, body: Body });
export type MessageEdit = v.InferOutput<typeof MessageEdit>;

/** Those with words of their own: a text, or what stands below a file. */
const editable: ReadonlySet<MediaType> = new Set(["chat", "image", "video", "document"]);

type Written = {
  fromMe: boolean;
  userId: string | null;
  mediaType: MediaType;
  isDeleted: boolean;
  errorCode: string | null;
  /** When the channel took it; null while it has not. */
  acceptedAt: Date | null;
};
type Circumstances = {
  editor: { id: string; profile: Profile };
  /** Null where nobody knows any more. */
  channel: TicketDocument["channel"] | null;
  now: number;
};

/**
 * Why somebody may not change the words of a message that this company sent; null: they may. Its writer may, and
 * admins and supervisors; what the phone or the desk itself wrote nobody changes.
 */
export function editRefusal(message: Written, { editor, channel, now }: Circumstances): ErrorCode | null {
  const { fromMe, userId, mediaType, isDeleted, errorCode, acceptedAt } = message;
  const isOurs = fromMe && userId !== null && !isDeleted && errorCode === null;
  const canEdit = channel !== null && channelAbilities[channel].edits;
  if (!isOurs || !editable.has(mediaType) || !canEdit) return "ERR_MESSAGE_NOT_EDITABLE";
  if (userId !== editor.id && editor.profile === "user") return "ERR_NO_PERMISSION";
  return acceptedAt && now - acceptedAt.getTime() > EDIT_WITHIN_MS ? "ERR_EDIT_TOO_LATE" : null;
}

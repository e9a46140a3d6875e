import * as v from "valibot";
import type { Profile } from "../../account/permissions.ts";
import { can } from "../../account/permissions.ts";
import type { ErrorCode } from "../../errors.ts";
import { Id } from "../../id.ts";
import { channelAbilities } from "../channel-abilities.ts";
import { Body, type MediaType } from "../messages.ts";
import type { TicketDocument } from "../tickets.ts";

/** How long after accepting a message the channel allows edits. */
export const EDIT_WITHIN_MS = 15 * 60_000;

export const MessageEdit = v.object({ messageId: Id, body: Body });
export type MessageEdit = v.InferOutput<typeof MessageEdit>;

/** Kinds with editable text: a text, or a file's caption. */
const editable: ReadonlySet<MediaType> = new Set(["chat", "image", "video", "document"]);

type Written = {
  fromMe: boolean;
  userId: string | null;
  mediaType: MediaType;
  isDeleted: boolean;
  errorCode: string | null;
  /** When the channel accepted it; null: not yet. */
  acceptedAt: Date | null;
};
type Circumstances = {
  editor: { id: string; profile: Profile };
  /** Null when the connection is unknown. */
  channel: TicketDocument["channel"] | null;
  now: number;
};

/**
 * Returns why a user may not edit an outgoing message; null: they may. The author, admins and supervisors may; nobody
 * may edit messages of the phone or automatic messages.
 */
export function editRefusal(message: Written, { editor, channel, now }: Circumstances): ErrorCode | null {
  const { fromMe, userId, mediaType, isDeleted, errorCode, acceptedAt } = message;
  const isOurs = fromMe && userId !== null && !isDeleted && errorCode === null;
  const canEdit = channel !== null && channelAbilities[channel].edits;
  if (!isOurs || !editable.has(mediaType) || !canEdit) return "ERR_MESSAGE_NOT_EDITABLE";
  if (userId !== editor.id && !can.editOthersMessages(editor.profile)) return "ERR_NO_PERMISSION";
  return acceptedAt && now - acceptedAt.getTime() > EDIT_WITHIN_MS ? "ERR_EDIT_TOO_LATE" : null;
}

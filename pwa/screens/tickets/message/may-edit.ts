import type { SessionUser } from "../../../../contracts/account/session.ts";
import { editRefusal } from "../../../../contracts/desk/bodies/message-edit.ts";
import type { MessageView, TicketView } from "../../../../sync/client/index.ts";
import { serverNow } from "../../../../sync/client/server-clock.ts";

export type Editable = Pick<
  MessageView,
  | "id"
  | "fromMe"
  | "userId"
  | "mediaType"
  | "isDeleted"
  | "errorCode"
  | "life"
  | "ack"
  | "createdAt"
  | "hidden"
  | "local"
  | "commandId"
>;
type Editor = Pick<SessionUser, "id" | "profile">;

/** Returns whether the text of a message may be edited now, including a message that has not left this device. */
export function mayEdit(message: Editable, editor: Editor, channel: TicketView["channel"], now = serverNow()): boolean {
  const { local, life, ack, createdAt, hidden } = message;
  const isOnItsWay = (local === "queued" || local === "sending") && message.commandId === message.id;
  if (hidden || !(local === null || isOnItsWay)) return false;
  // Without a recorded acceptance time, the creation time is used.
  const accepted = life.accepted ?? (ack > 0 ? createdAt : null);
  const acceptedAt = accepted === null ? null : new Date(accepted);
  return editRefusal({ ...message, acceptedAt }, { editor, channel, now }) === null;
}

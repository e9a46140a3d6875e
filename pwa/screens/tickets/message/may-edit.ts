import type { MessageView, TicketView } from "../../../../sync/client/index.ts";
import { editRefusal } from "../../../../sync/contracts/message-edit.ts";
import type { SessionUser } from "../../../../sync/contracts/session.ts";

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

/** Whether the words of a message can be changed now: those of one that has not left this device too. */
export function mayEdit(message: Editable, editor: Editor, channel: TicketView["channel"], now = Date.now()): boolean {
  const { local, life, ack, createdAt, hidden } = message;
  const isOnItsWay = (local === "queued" || local === "sending") && message.commandId === message.id;
  if (hidden || !(local === null || isOnItsWay)) return false;
  // One that came without its path is as old as it says.
  const accepted = life.accepted ?? (ack > 0 ? createdAt : null);
  const acceptedAt = accepted === null ? null : new Date(accepted);
  return editRefusal({ ...message, acceptedAt }, { editor, channel, now }) === null;
}

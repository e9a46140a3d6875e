import { derivedId, type MessageRow } from "../../../contracts/desk/messages.ts";
import type { MessageView } from "../desk-types.ts";
import { isStopped, isUnsent, type OutboxRecord } from "../outbox/entry.ts";

export type ForwardCommand = Extract<OutboxRecord, { type: "message.forward" }>;

/**
 * Returns the messages that a forward will create in one contact's ticket, as far as this device knows the originals.
 */
export function forwardedMessages(
  command: ForwardCommand,
  ticket: { id: string; contactId: string; queueId: string | null },
  known: ReadonlyMap<string, MessageRow>,
  userId: string,
): MessageView[] {
  if (isStopped(command) || !command.payload.contactIds.includes(ticket.contactId)) return [];
  return command.payload.messageIds.flatMap((messageId, place): MessageView[] => {
    const source = known.get(messageId);
    if (!source) return [];
    return [
      {
        ...source,
        id: derivedId(command.id, ticket.contactId, messageId),
        ticketId: ticket.id,
        queueId: ticket.queueId,
        fromMe: true,
        userId,
        author: null,
        quoted: null,
        ack: 0,
        errorCode: null,
        life: { server: null, accepted: null, delivered: null, read: null, played: null },
        reactions: [],
        editedAt: null,
        isLate: false,
        createdAt: command.createdAt,
        receivedAt: command.createdAt,
        seq: command.order + place,
        local: isUnsent(command) ? (command.state === "sending" ? "sending" : "queued") : null,
        commandId: command.id,
      },
    ];
  });
}

import type * as v from "valibot";
import { createContact, updateContact } from "../../domain/contacts/index.ts";
import type { Context } from "../../domain/context.ts";
import { deleteMessage, discardMessage, retryMessage, sendMessage } from "../../domain/messages/index.ts";
import {
  acceptTicket,
  closeTicket,
  createTicket,
  deleteTicket,
  markTicketRead,
  reopenTicket,
  returnTicket,
  transferTicket,
} from "../../domain/tickets/index.ts";
import type { CommandType, commandPayloads } from "../contracts/commands.ts";

type Payload<T extends CommandType> = v.InferOutput<(typeof commandPayloads)[T]>;
/** Does what the command asks and answers the id of the document in which it will be seen. */
type Verb<T extends CommandType> = (ctx: Context, payload: Payload<T>, commandId: string) => Promise<string>;

const onTicket =
  (verb: (ctx: Context, id: string) => Promise<unknown>) =>
  async (ctx: Context, { ticketId }: { ticketId: string }) => {
    await verb(ctx, ticketId);
    return ticketId;
  };

/** Which verb of the domain each command means. */
export const commandVerbs: { [T in CommandType]: Verb<T> } = {
  "ticket.accept": onTicket(acceptTicket),
  "ticket.return": onTicket(returnTicket),
  "ticket.close": onTicket(closeTicket),
  "ticket.reopen": onTicket(reopenTicket),
  "ticket.read": onTicket(markTicketRead),
  "ticket.transfer": async (ctx, { ticketId, queueId, userId }) => {
    await transferTicket(ctx, ticketId, { queueId, userId });
    return ticketId;
  },
  "ticket.delete": onTicket(deleteTicket),
  "ticket.create": async (ctx, payload, id) => (await createTicket(ctx, { ...payload, id })).id,
  "message.send": async (ctx, payload, id) => (await sendMessage(ctx, { ...payload, id })).ticketId,
  "message.retry": async (ctx, payload) => {
    await retryMessage(ctx, payload);
    return payload.ticketId;
  },
  "message.discard": async (ctx, payload) => {
    await discardMessage(ctx, payload);
    return payload.ticketId;
  },
  "message.delete": async (ctx, { messageId, ticketId }) => {
    await deleteMessage(ctx, messageId);
    return ticketId;
  },
  "contact.create": async (ctx, payload, id) => (await createContact(ctx, { ...payload, id })).id,
  "contact.update": async (ctx, { contactId, change, baseRev }) => {
    await updateContact(ctx, contactId, change, { baseRev });
    return contactId;
  },
};

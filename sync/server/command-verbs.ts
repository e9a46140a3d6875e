import type * as v from "valibot";
import type { CommandType, commandPayloads } from "../../contracts/commands/index.ts";
import { createContact, updateContact } from "../../domain/desk/contacts/index.ts";
import { markDraftSent, saveDraft } from "../../domain/desk/drafts/index.ts";
import {
  deleteMessage,
  discardMessage,
  editMessage,
  fetchMediaAgain,
  forwardMessages,
  reactToMessage,
  retryMessage,
  sendMessage,
} from "../../domain/desk/messages/index.ts";
import { addNote, deleteNote } from "../../domain/desk/notes/index.ts";
import { createQuickMessage, deleteQuickMessage, updateQuickMessage } from "../../domain/desk/quick-messages/index.ts";
import { createSchedule, deleteSchedule, updateSchedule } from "../../domain/desk/schedules/index.ts";
import { createTag, moveToLane, tagTicket } from "../../domain/desk/tags/index.ts";
import {
  acceptTicket,
  closeTicket,
  createTicket,
  deleteTicket,
  markTicketRead,
  reopenTicket,
  returnTicket,
  takeBackTransfer,
  transferTicket,
} from "../../domain/desk/tickets/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { markAnnouncementRead } from "../../domain/office/announcements/index.ts";
import { createChat, deleteChat, readChat, sendChatMessage, updateChat } from "../../domain/office/chats/index.ts";
import { resolveTagIds } from "./resolve-tag-ids.ts";

type Payload<T extends CommandType> = v.InferOutput<(typeof commandPayloads)[T]>;
/** Runs a command and returns the id of the document that shows its effect. */
type Verb<T extends CommandType> = (ctx: Context, payload: Payload<T>, commandId: string) => Promise<string>;

const onTicket =
  (verb: (ctx: Context, id: string) => Promise<unknown>) =>
  async (ctx: Context, { ticketId }: { ticketId: string }) => {
    await verb(ctx, ticketId);
    return ticketId;
  };

/** The domain verb for each command. */
export const commandVerbs: { [T in CommandType]: Verb<T> } = {
  "ticket.accept": onTicket(acceptTicket),
  "ticket.return": onTicket(returnTicket),
  "ticket.close": onTicket(closeTicket),
  "ticket.reopen": onTicket(reopenTicket),
  "ticket.read": onTicket(markTicketRead),
  "ticket.transfer": async (ctx, { ticketId, queueId, userId, note }, id) => {
    await transferTicket(ctx, ticketId, { queueId, userId, note, noteId: id });
    return ticketId;
  },
  "ticket.takeBack": onTicket(takeBackTransfer),
  "ticket.delete": onTicket(deleteTicket),
  "ticket.create": async (ctx, payload, id) => (await createTicket(ctx, { ...payload, id })).id,
  "message.send": async (ctx, { draft, ...payload }, id) => {
    // Logged before the message: a device that has pulled the message's revision knows that the draft is sent.
    if (draft) await markDraftSent(ctx, payload.ticketId, draft);
    return (await sendMessage(ctx, { ...payload, id })).ticketId;
  },
  "message.retry": async (ctx, payload) => {
    await retryMessage(ctx, payload);
    return payload.ticketId;
  },
  "message.fetchMedia": async (ctx, { messageId }) => (await fetchMediaAgain(ctx, messageId)).ticketId,
  "message.discard": async (ctx, payload) => {
    await discardMessage(ctx, payload);
    return payload.ticketId;
  },
  "message.delete": async (ctx, { messageId, ticketId }) => {
    await deleteMessage(ctx, messageId);
    return ticketId;
  },
  "message.edit": async (ctx, payload) => (await editMessage(ctx, payload)).ticketId,
  "message.react": async (ctx, payload) => (await reactToMessage(ctx, payload)).ticketId,
  "message.forward": async (ctx, payload, id) => {
    const ticketIds = await forwardMessages(ctx, id, payload);
    // The changes are logged in this order: a device that has pulled the last one has all of them.
    return ticketIds.at(-1) ?? id;
  },
  "note.add": async (ctx, payload, id) => (await addNote(ctx, { ...payload, id })).ticketId,
  "note.delete": (ctx, { noteId }) => deleteNote(ctx, noteId),
  "tag.create": async (ctx, payload, id) => `tag:${(await createTag(ctx, { ...payload, id })).id}`,
  "ticket.tag": async (ctx, { ticketId, add, remove }) => {
    await tagTicket(ctx, ticketId, { add: await resolveTagIds(ctx, add), remove: await resolveTagIds(ctx, remove) });
    return ticketId;
  },
  "ticket.lane": async (ctx, { ticketId, laneId }) => {
    const [meant = null] = await resolveTagIds(ctx, laneId === null ? [] : [laneId]);
    await moveToLane(ctx, ticketId, meant);
    return ticketId;
  },
  "quickMessage.create": async (ctx, payload, id) => (await createQuickMessage(ctx, { ...payload, id })).id,
  "quickMessage.update": async (ctx, { quickMessageId, change, fileId, baseRev }) => {
    const whole = fileId === undefined ? change : { ...change, fileId };
    return (await updateQuickMessage(ctx, quickMessageId, whole, { baseRev })).id;
  },
  "quickMessage.delete": async (ctx, { quickMessageId }) => {
    await deleteQuickMessage(ctx, quickMessageId);
    return quickMessageId;
  },
  "schedule.create": async (ctx, { contactName: _name, ...payload }, id) =>
    (await createSchedule(ctx, { ...payload, id })).id,
  "schedule.change": async (ctx, { scheduleId, baseRev, contactName: _name, ...change }) =>
    (await updateSchedule(ctx, scheduleId, change, { baseRev })).id,
  "schedule.delete": async (ctx, { scheduleId, isSent }) => {
    await deleteSchedule(ctx, scheduleId, { unlessSent: !isSent });
    return scheduleId;
  },
  "draft.save": async (ctx, { sentText, ...draft }) => {
    if (sentText === undefined) await saveDraft(ctx, draft);
    else await markDraftSent(ctx, draft.ticketId, { ...draft, text: sentText });
    return draft.ticketId;
  },
  "chat.create": async (ctx, payload, id) => (await createChat(ctx, { ...payload, id })).id,
  "chat.update": async (ctx, payload) => (await updateChat(ctx, payload)).id,
  "chat.delete": async (ctx, { chatId }) => {
    await deleteChat(ctx, chatId);
    return chatId;
  },
  "chat.read": async (ctx, payload) => {
    await readChat(ctx, payload);
    return payload.chatId;
  },
  "chatMessage.send": async (ctx, payload, id) => (await sendChatMessage(ctx, { ...payload, id })).chatId,
  "contact.create": async (ctx, payload, id) => (await createContact(ctx, { ...payload, id })).id,
  "contact.update": async (ctx, { contactId, change, baseRev }) => {
    // It may have been merged into another contact since.
    return (await updateContact(ctx, contactId, change, { baseRev })).id;
  },
  "announcement.read": async (ctx, payload) => {
    await markAnnouncementRead(ctx, payload);
    return payload.announcementId;
  },
};

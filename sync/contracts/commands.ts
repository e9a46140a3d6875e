import * as v from "valibot";
import { AnnouncementReading } from "./announcements.ts";
import { ChatChange, ChatReading, NewChat, NewChatMessage, OnChat } from "./chats.ts";
import { ContactChange, NewContact } from "./contacts.ts";
import { DraftSave, DraftSend } from "./drafts.ts";
import { Id, Instant } from "./id.ts";
import { MessageEdit } from "./message-edit.ts";
import { NewForward, NewMessage, NewReaction } from "./messages.ts";
import { NewQuickMessage, QuickMessageChange } from "./quick-messages.ts";
import { NewSchedule, ScheduleChange } from "./schedules.ts";
import { NewTag } from "./tags.ts";
import { NewNote, NewTicket, TransferNote } from "./tickets.ts";

const OnTicket = v.object({ ticketId: Id });

/** All commands that a device may send. A command that creates a row uses its own id as the row's id. */
export const commandPayloads = {
  "ticket.accept": OnTicket,
  "ticket.return": OnTicket,
  "ticket.close": OnTicket,
  "ticket.reopen": OnTicket,
  "ticket.read": OnTicket,
  "ticket.transfer": v.object({
    ticketId: Id,
    queueId: Id,
    userId: v.optional(v.nullable(Id), null),
    note: v.optional(v.nullable(TransferNote), null),
  }),
  /** Undoes the user's own transfer, of a ticket that this device may no longer have. */
  "ticket.takeBack": OnTicket,
  "ticket.delete": OnTicket,
  /** Tags to add and to remove, so that a colleague's concurrent change is kept. */
  "ticket.tag": v.object({ ticketId: Id, add: v.optional(v.array(Id), []), remove: v.optional(v.array(Id), []) }),
  /** Replaces the ticket's kanban tag; null removes it. Of two moves, the one that arrives later wins. */
  "ticket.lane": v.object({ ticketId: Id, laneId: v.nullable(Id) }),
  /** The contact's name and number are used on the device only, which may not have the contact. */
  "ticket.create": v.object({
    ...v.omit(NewTicket, ["id"]).entries,
    contactName: v.optional(v.string()),
    contactNumber: v.optional(v.string()),
  }),
  /** `draft`: the draft that it sends; it is cleared in the same transaction, so that a refused message clears none. */
  "message.send": v.object({ ...v.omit(NewMessage, ["id"]).entries, draft: v.optional(DraftSend) }),
  "message.retry": v.object({ messageId: Id, ticketId: Id }),
  /** Fetches media from the channel: a file of the history, or one whose download failed. */
  "message.fetchMedia": v.object({ messageId: Id, ticketId: Id }),
  "message.discard": v.object({ messageId: Id, ticketId: Id }),
  /** Deletes for everyone, within the channel's time limit. */
  "message.delete": v.object({ messageId: Id, ticketId: Id }),
  "message.edit": v.object({ ...MessageEdit.entries, ticketId: Id }),
  "message.react": v.object({ ...NewReaction.entries, ticketId: Id }),
  "message.forward": NewForward,
  "note.add": v.omit(NewNote, ["id"]),
  "note.delete": v.object({ noteId: Id, ticketId: Id }),
  /** A tag with the same name is reused, whatever its id. */
  "tag.create": v.omit(NewTag, ["id"]),
  "quickMessage.create": v.omit(NewQuickMessage, ["id"]),
  /** `fileId` is beside `change` because a device's upload is attached there. `baseRev` as in `contact.update`. */
  "quickMessage.update": v.object({
    quickMessageId: Id,
    change: v.omit(QuickMessageChange, ["fileId"]),
    fileId: v.optional(v.nullable(Id)),
    baseRev: v.number(),
  }),
  "quickMessage.delete": v.object({ quickMessageId: Id }),
  /** `contactName` is used on the device only, which may not have the contact. */
  "schedule.create": v.object({ ...v.omit(NewSchedule, ["id"]).entries, contactName: v.optional(v.string()) }),
  /** `baseRev` as in `contact.update`; without it the last writer wins. */
  "schedule.change": v.object({
    ...ScheduleChange.entries,
    scheduleId: Id,
    contactName: v.optional(v.string()),
    baseRev: v.optional(v.number()),
  }),
  /** `isSent`: the user knows that the message has already been sent. */
  "schedule.delete": v.object({ scheduleId: Id, isSent: v.optional(v.boolean(), false) }),
  "draft.save": DraftSave,
  "chat.create": v.omit(NewChat, ["id"]),
  "chat.update": ChatChange,
  "chat.delete": OnChat,
  "chat.read": ChatReading,
  "chatMessage.send": v.omit(NewChatMessage, ["id"]),
  "contact.create": v.omit(NewContact, ["id"]),
  /**
   * `baseRev`: the revision that the user edited; with a newer revision on the server, the user decides the conflict.
   */
  "contact.update": v.object({ contactId: Id, change: ContactChange, baseRev: v.number() }),
  "announcement.read": AnnouncementReading,
} as const;
export type CommandType = keyof typeof commandPayloads;
export const commandTypes = Object.keys(commandPayloads) as CommandType[];
export type CommandPayload<T extends CommandType> = v.InferInput<(typeof commandPayloads)[T]>;

export const Command = v.object({
  id: Id,
  type: v.string(),
  payload: v.unknown(),
  createdAt: Instant,
});
export type Command = v.InferOutput<typeof Command>;

export const CommandBatch = v.object({ commands: v.pipe(v.array(Command), v.minLength(1), v.maxLength(100)) });

/** `rev`: when the pulled document has this revision, the device removes the pending command's overlay. */
export const CommandResult = v.object({
  id: Id,
  status: v.picklist(["applied", "duplicate", "rejected"]),
  rev: v.nullable(v.number()),
  code: v.nullable(v.string()),
  details: v.optional(v.unknown()),
});
export type CommandResult = v.InferOutput<typeof CommandResult>;

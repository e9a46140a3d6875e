import * as v from "valibot";
import { ContactChange, NewContact } from "./contacts.ts";
import { DraftSave } from "./drafts.ts";
import { Id, Instant } from "./id.ts";
import { MessageEdit } from "./message-edit.ts";
import { NewForward, NewMessage, NewReaction } from "./messages.ts";
import { NewQuickMessage, QuickMessageChange } from "./quick-messages.ts";
import { NewSchedule, ScheduleChange } from "./schedules.ts";
import { NewTag } from "./tags.ts";
import { NewNote, NewTicket } from "./tickets.ts";

const OnTicket = v.object({ ticketId: Id });

/** Every intent a device may send, by name. For a creation the command's id is the new row's id. */
export const commandPayloads = {
  "ticket.accept": OnTicket,
  "ticket.return": OnTicket,
  "ticket.close": OnTicket,
  "ticket.reopen": OnTicket,
  "ticket.read": OnTicket,
  "ticket.transfer": v.object({ ticketId: Id, queueId: Id, userId: v.optional(v.nullable(Id), null) }),
  "ticket.delete": OnTicket,
  /** Tags put on and taken off: what a colleague tagged meanwhile stays. */
  "ticket.tag": v.object({ ticketId: Id, add: v.optional(v.array(Id), []), remove: v.optional(v.array(Id), []) }),
  "ticket.create": v.omit(NewTicket, ["id"]),
  "message.send": v.omit(NewMessage, ["id"]),
  "message.retry": v.object({ messageId: Id, ticketId: Id }),
  /** Brings what the channel still keeps: a file of history, or one that could not be loaded. */
  "message.fetchMedia": v.object({ messageId: Id, ticketId: Id }),
  "message.discard": v.object({ messageId: Id, ticketId: Id }),
  /** For everyone, as long as the channel allows it. */
  "message.delete": v.object({ messageId: Id, ticketId: Id }),
  "message.edit": v.object({ ...MessageEdit.entries, ticketId: Id }),
  "message.react": v.object({ ...NewReaction.entries, ticketId: Id }),
  "message.forward": NewForward,
  "note.add": v.omit(NewNote, ["id"]),
  "note.delete": v.object({ noteId: Id, ticketId: Id }),
  /** One that has the name already is what was meant, whatever its id. */
  "tag.create": v.omit(NewTag, ["id"]),
  "quickMessage.create": v.omit(NewQuickMessage, ["id"]),
  /** `fileId` beside the change: where a device's upload is named. `baseRev` as a contact's. */
  "quickMessage.update": v.object({
    quickMessageId: Id,
    change: v.omit(QuickMessageChange, ["fileId"]),
    fileId: v.optional(v.nullable(Id)),
    baseRev: v.number(),
  }),
  "quickMessage.delete": v.object({ quickMessageId: Id }),
  /** `contactName`: for the device alone, which may not have the contact. */
  "schedule.create": v.object({ ...v.omit(NewSchedule, ["id"]).entries, contactName: v.optional(v.string()) }),
  /** `baseRev` as a contact's; without it whoever writes last is right. */
  "schedule.change": v.object({
    ...ScheduleChange.entries,
    scheduleId: Id,
    contactName: v.optional(v.string()),
    baseRev: v.optional(v.number()),
  }),
  /** `isSent`: whoever deletes it knows that its message has gone out. */
  "schedule.delete": v.object({ scheduleId: Id, isSent: v.optional(v.boolean(), false) }),
  "draft.save": DraftSave,
  "contact.create": v.omit(NewContact, ["id"]),
  /** `baseRev`: the rev of the document that was edited; a newer one in between is a conflict the person decides. */
  "contact.update": v.object({ contactId: Id, change: ContactChange, baseRev: v.number() }),
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

/** `rev`: once the target's document has this rev, the device's own copy of the effect may go. */
export const CommandResult = v.object({
  id: Id,
  status: v.picklist(["applied", "duplicate", "rejected"]),
  rev: v.nullable(v.number()),
  code: v.nullable(v.string()),
  details: v.optional(v.unknown()),
});
export type CommandResult = v.InferOutput<typeof CommandResult>;

import * as v from "valibot";
import { Id, Instant } from "../id.ts";
import { announcementCommands, announcementPayloads } from "./announcement.ts";
import { chatCommands, chatPayloads } from "./chat.ts";
import { contactCommands, contactPayloads } from "./contact.ts";
import { draftCommands, draftPayloads } from "./draft.ts";
import { messageCommands, messagePayloads } from "./message.ts";
import { noteCommands, notePayloads } from "./note.ts";
import { quickMessageCommands, quickMessagePayloads } from "./quick-message.ts";
import { type CommandRow, payloads } from "./row.ts";
import { scheduleCommands, schedulePayloads } from "./schedule.ts";
import { tagCommands, tagPayloads } from "./tag.ts";
import { ticketCommands, ticketPayloads } from "./ticket.ts";

/**
 * All commands that a device may send. A command that creates a row uses its own id as the row's id. The browser has
 * only the types of this table, not the schemas.
 */
export const commandPayloads = payloads(() => ({
  ...ticketPayloads,
  ...messagePayloads,
  ...notePayloads,
  ...tagPayloads,
  ...quickMessagePayloads,
  ...schedulePayloads,
  ...draftPayloads,
  ...chatPayloads,
  ...contactPayloads,
  ...announcementPayloads,
}));
export type CommandType = keyof typeof commandPayloads;
export type CommandPayload<T extends CommandType> = v.InferInput<(typeof commandPayloads)[T]>;

/** One row for each command, read by device and server. */
const commands: { [T in CommandType]: CommandRow<CommandPayload<T>> } = {
  ...ticketCommands,
  ...messageCommands,
  ...noteCommands,
  ...tagCommands,
  ...quickMessageCommands,
  ...scheduleCommands,
  ...draftCommands,
  ...chatCommands,
  ...contactCommands,
  ...announcementCommands,
};
export const commandTypes = Object.keys(commands) as CommandType[];

/** A command of a newer version, which another tab of this device has stored. */
const unknown: CommandRow<unknown> = { shownIn: [] };

/** Returns the row of a command. The caller's payload has the same type; TypeScript cannot follow that here. */
export const commandRow = (type: CommandType): CommandRow<unknown> =>
  (commands[type] as CommandRow<unknown> | undefined) ?? unknown;

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

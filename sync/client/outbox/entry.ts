import type { CommandPayload, CommandType } from "../../contracts/commands.ts";

/** `answered`: applied by the server, kept until the pulled documents show it. */
export type RecordState = "waiting" | "sending" | "refused" | "held" | "answered";

export type OutboxFile = { id: string; name: string; mimetype: string; size: number };

type Common = {
  /** For a creation, also the new row's id. */
  id: string;
  /** The position in the outbox, assigned by it. */
  order: number;
  /** Commands of one lane are sent in order: a ticket's, a chat's, a contact's, a quick message's, a schedule's. */
  lane: string;
  ticketId: string | null;
  createdAt: string;
  state: RecordState;
  tries: number;
  /** Why it was refused, or why its file waits: no space on the server, or too many uploads of this user. */
  error: { code: string; details?: unknown } | null;
  /** The answer's revision: when the target document has it, the record is deleted. */
  rev: number | null;
  file: OutboxFile | null;
  uploaded: boolean;
};

/** A command as the device stores it. */
export type OutboxRecord = Common & { [T in CommandType]: { type: T; payload: CommandPayload<T> } }[CommandType];

/** The part of it that screens get. */
export type OutboxEntry = Omit<Common, "order" | "lane" | "state" | "rev" | "file" | "uploaded"> & {
  state: Exclude<RecordState, "answered">;
  chatId: string | null;
  /** It was sent without an answer: the server may have applied it, so it cannot be discarded. */
  mayHaveArrived: boolean;
  fileId?: string;
  /** The file's MIME type and name. */
  file?: { mimetype: string; name: string };
} & { [T in CommandType]: { type: T; payload: CommandPayload<T> } }[CommandType];

export function entryOf(record: OutboxRecord): OutboxEntry | null {
  const { order: _order, lane: _lane, rev: _rev, file, uploaded: _uploaded, state, ...rest } = record;
  if (state === "answered") return null;
  return {
    ...rest,
    state,
    chatId: chatOf(record),
    mayHaveArrived: mayHaveArrived(record),
    ...(file ? { fileId: file.id, file: { mimetype: file.mimetype, name: file.name } } : {}),
  };
}

/** A refused or held command was answered and had no effect. One whose file is not uploaded was never sent. */
export function mayHaveArrived({ state, uploaded, tries }: OutboxRecord): boolean {
  return state === "sending" || state === "answered" || (state === "waiting" && uploaded && tries > 0);
}

/** It is being sent although the browser has no network: `claim` did not count the attempt. */
export const isOfflineAttempt = ({ state, tries }: OutboxRecord) => state === "sending" && tries === 0;

const quiet: ReadonlySet<CommandType> = new Set(["draft.save", "ticket.read", "chat.read", "announcement.read"]);
/** Sent by the device while the user types or reads: neither its waiting nor its refusal is shown. */
export const isQuiet = ({ type }: { type: CommandType }) => quiet.has(type);

export const isUnsent = (record: OutboxRecord) => record.state === "waiting" || record.state === "sending";
export const isStopped = (record: OutboxRecord) => record.state === "refused" || record.state === "held";

const creations: ReadonlySet<CommandType> = new Set([
  "ticket.create",
  "contact.create",
  "tag.create",
  "quickMessage.create",
  "schedule.create",
  "chat.create",
]);
/** Creates something that later commands may refer to: those wait for its answer. */
export const isCreation = ({ type }: { type: CommandType }) => creations.has(type);

/** Returns the ticket of a command; for a creation, its own id. */
export function ticketOf(command: { id: string; type: CommandType; payload: object }): string | null {
  if (command.type === "ticket.create") return command.id;
  return "ticketId" in command.payload && typeof command.payload.ticketId === "string"
    ? command.payload.ticketId
    : null;
}

/** Returns the chat of a command; for a creation, its own id. */
export function chatOf(command: { id: string; type: CommandType; payload: object }): string | null {
  if (command.type === "chat.create") return command.id;
  return "chatId" in command.payload && typeof command.payload.chatId === "string" ? command.payload.chatId : null;
}

export function laneOf(command: { id: string; type: CommandType; payload: object }): string {
  const { contactId, quickMessageId, scheduleId, announcementId } = command.payload as Record<string, unknown>;
  // A schedule's change may name another contact; it still stays in the lane of the schedule.
  const subject = [scheduleId, contactId, quickMessageId, announcementId].find((id) => typeof id === "string");
  return ticketOf(command) ?? chatOf(command) ?? subject ?? command.id;
}

import { type CommandPayload, type CommandType, commandRow } from "../../../contracts/commands/index.ts";

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

type Typed = { type: CommandType };
type Addressed = Typed & { id: string; payload: object };

/** Sent by the device while the user types or reads: neither its waiting nor its refusal is shown. */
export const isQuiet = ({ type }: Typed): boolean => commandRow(type).isQuiet ?? false;

export const isUnsent = (record: OutboxRecord) => record.state === "waiting" || record.state === "sending";
export const isStopped = (record: OutboxRecord) => record.state === "refused" || record.state === "held";

/** Creates something that later commands may refer to: those wait for its answer. */
export const isCreation = ({ type }: Typed): boolean => commandRow(type).creates === "subject";

/** Returns the ticket of a command; for a creation, its own id. */
export const ticketOf = ({ id, type, payload }: Addressed): string | null =>
  commandRow(type).ticket?.(payload, id) ?? null;

/** Returns the chat of a command; for a creation, its own id. */
export const chatOf = ({ id, type, payload }: Addressed): string | null => commandRow(type).chat?.(payload, id) ?? null;

/** Returns what a command is about; its own id when it is about nothing else. */
export const laneOf = (command: Addressed): string =>
  ticketOf(command) ?? chatOf(command) ?? commandRow(command.type).subject?.(command.payload, command.id) ?? command.id;

import type { CommandPayload, CommandType } from "../../contracts/commands.ts";

/** `answered`: done at the server, kept until the pulled documents show it. */
export type RecordState = "waiting" | "sending" | "refused" | "held" | "answered";

export type OutboxFile = { id: string; name: string; mimetype: string; size: number };

type Common = {
  /** For a creation also the new row's id. */
  id: string;
  /** Place in the outbox; given by it. */
  order: number;
  /** Commands of one lane go one after another: a ticket's, a contact's, a quick message's, a schedule's. */
  lane: string;
  ticketId: string | null;
  createdAt: string;
  state: RecordState;
  tries: number;
  /** Why it was refused, or why its file waits: the server had no room or too many uploads of this person. */
  error: { code: string; details?: unknown } | null;
  /** The answer's: once the target's document has it, the record may go. */
  rev: number | null;
  file: OutboxFile | null;
  uploaded: boolean;
};

/** A command as the device holds it. */
export type OutboxRecord = Common & { [T in CommandType]: { type: T; payload: CommandPayload<T> } }[CommandType];

/** What the screens see of it. */
export type OutboxEntry = Omit<Common, "order" | "lane" | "state" | "rev" | "file" | "uploaded"> & {
  state: Exclude<RecordState, "answered">;
  /** It was sent and no answer came: the server may have done it, so that it cannot be taken back. */
  mayHaveArrived: boolean;
  fileId?: string;
} & { [T in CommandType]: { type: T; payload: CommandPayload<T> } }[CommandType];

export function entryOf(record: OutboxRecord): OutboxEntry | null {
  const { order: _order, lane: _lane, rev: _rev, file, uploaded: _uploaded, state, ...rest } = record;
  if (state === "answered") return null;
  return { ...rest, state, mayHaveArrived: mayHaveArrived(record), ...(file ? { fileId: file.id } : {}) };
}

/** A refused or held one was answered: the server did nothing. One whose file is not there has never been sent. */
export function mayHaveArrived({ state, uploaded, tries }: OutboxRecord): boolean {
  return state === "sending" || state === "answered" || (state === "waiting" && uploaded && tries > 0);
}

/** Done by the device itself while somebody types: people hear neither that it waits nor that it was refused. */
export const isQuiet = (record: { type: CommandType }) => record.type === "draft.save";

export const isUnsent = (record: OutboxRecord) => record.state === "waiting" || record.state === "sending";
export const isStopped = (record: OutboxRecord) => record.state === "refused" || record.state === "held";

const creations: ReadonlySet<CommandType> = new Set([
  "ticket.create",
  "contact.create",
  "tag.create",
  "quickMessage.create",
  "schedule.create",
]);
/** Makes something that later commands may be about: they wait for its answer. */
export const isCreation = ({ type }: { type: CommandType }) => creations.has(type);

/** The ticket a command is about; a creation's own id. */
export function ticketOf(command: { id: string; type: CommandType; payload: object }): string | null {
  if (command.type === "ticket.create") return command.id;
  return "ticketId" in command.payload && typeof command.payload.ticketId === "string"
    ? command.payload.ticketId
    : null;
}

export function laneOf(command: { id: string; type: CommandType; payload: object }): string {
  const { contactId, quickMessageId, scheduleId } = command.payload as Record<string, unknown>;
  // A schedule's change may name another contact: it stays behind those before it all the same.
  const subject = [scheduleId, contactId, quickMessageId].find((id) => typeof id === "string");
  return ticketOf(command) ?? subject ?? command.id;
}

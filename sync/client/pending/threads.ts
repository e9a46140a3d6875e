import { compareMessages, type MessageRow, writtenContent } from "../../../contracts/desk/messages.ts";
import type { LocalState, MessageView } from "../desk-types.ts";
import { isStopped, type OutboxRecord, type RecordState } from "../outbox/entry.ts";
import { mediaOf } from "./media.ts";

export const localStates: Record<RecordState, LocalState | null> = {
  waiting: "queued",
  sending: "sending",
  refused: "refused",
  held: "held",
  // The server has it: the "unsent" clock would be wrong, the ack shows the rest.
  answered: null,
};

/** Returns pulled messages, oldest first, followed by pending ones in the order written. */
export function threadMessages(
  pulled: readonly MessageRow[],
  commands: readonly OutboxRecord[],
  userId: string,
): MessageView[] {
  const byId = new Map(pulled.map((row) => [row.id, row]));
  const retried = new Map<string, OutboxRecord>();
  const discarded = new Set<string>();
  const deleted = new Set<string>();
  const fetched = new Set<string>();
  const reacted = new Map<string, string>();
  const edited = new Map<string, { body: string; at: string }>();
  const written: MessageView[] = [];
  for (const command of commands) {
    const stopped = command.state === "refused" || command.state === "held";
    if (command.type === "message.send" && !byId.has(command.id)) written.push(writtenMessage(command, byId, userId));
    if (command.type === "message.retry" && !stopped) retried.set(command.payload.messageId, command);
    if (command.type === "message.discard" && !stopped) discarded.add(command.payload.messageId);
    if (command.type === "message.fetchMedia" && !stopped) fetched.add(command.payload.messageId);
    if (command.type === "message.delete" && !stopped) deleted.add(command.payload.messageId);
    if (command.type === "message.edit" && !stopped)
      edited.set(command.payload.messageId, { body: command.payload.body, at: command.createdAt });
    if (command.type === "message.react" && !stopped) reacted.set(command.payload.messageId, command.payload.emoji);
  }
  const shown = [...byId.values()]
    .filter((row) => !discarded.has(row.id))
    .sort(compareMessages)
    .map((row) => (deleted.has(row.id) ? { ...row, isDeleted: true } : row))
    .map((row) => (fetched.has(row.id) ? askedFor(row) : row))
    .map((row) => withReaction(withEdit(row, edited.get(row.id)), reacted.get(row.id)))
    .map((row): MessageView => {
      const retry = retried.get(row.id);
      if (!retry || row.errorCode === null) return { ...row, local: null, commandId: null };
      return { ...row, ack: 0, errorCode: null, local: localStates[retry.state], commandId: retry.id };
    });
  return [...shown, ...written.map((message) => ({ ...message, body: edited.get(message.id)?.body ?? message.body }))];
}

/** The last edit counts: commands are in outbox order. */
function withEdit(row: MessageRow, edit: { body: string; at: string } | undefined): MessageRow {
  return edit && edit.body !== row.body ? { ...row, body: edit.body, editedAt: edit.at } : row;
}

const askedFor = (row: MessageRow): MessageRow =>
  row.media && !row.media.fileId ? { ...row, media: { ...row.media, state: "pending", error: null } } : row;

/** The company has one reaction per message; '' removes it. */
function withReaction(row: MessageRow, emoji: string | undefined): MessageRow {
  if (emoji === undefined) return row;
  const others = row.reactions.filter(({ fromMe }) => !fromMe);
  return { ...row, reactions: emoji ? [...others, { emoji, fromMe: true }] : others };
}

function writtenMessage(
  command: Extract<OutboxRecord, { type: "message.send" }>,
  known: ReadonlyMap<string, MessageRow>,
  userId: string,
): MessageView {
  const { ticketId, quotedId, fileId = null } = command.payload;
  const quoted = quotedId ? known.get(quotedId) : undefined;
  const { file } = command;
  return {
    id: command.id,
    ticketId,
    queueId: null,
    fromMe: true,
    userId,
    origin: null,
    author: null,
    ...writtenContent(command.payload, file),
    media: mediaOf(file, fileId),
    quoted: quoted
      ? {
          id: quoted.id,
          body: quoted.body,
          fromMe: quoted.fromMe,
          mediaType: quoted.mediaType,
          author: quoted.author ?? "",
        }
      : null,
    ack: 0,
    errorCode: isStopped(command) ? (command.error?.code ?? null) : null,
    life: { server: null, accepted: null, delivered: null, read: null, played: null },
    reactions: [],
    isDeleted: false,
    editedAt: null,
    isLate: false,
    hidden: false,
    createdAt: command.createdAt,
    receivedAt: command.createdAt,
    seq: command.order,
    local: localStates[command.state],
    commandId: command.id,
    localFileId: file ? fileId : null,
  };
}

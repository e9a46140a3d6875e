import { mediaTypeOf } from "../../../contracts/desk/messages.ts";
import type { ChatMessageRow } from "../../../contracts/office/chats.ts";
import type { ChatMessageView } from "../desk-types.ts";
import { isStopped, type OutboxRecord } from "../outbox/entry.ts";
import { mediaOf } from "./media.ts";
import { localStates } from "./threads.ts";

type Send = Extract<OutboxRecord, { type: "chatMessage.send" }>;

/** Returns pulled messages by number, followed by pending ones in the order written. */
export function chatMessages(
  pulled: readonly ChatMessageRow[],
  commands: readonly OutboxRecord[],
  author: { userId: string; userName: string },
): ChatMessageView[] {
  const rows = new Map(pulled.map((row) => [row.id, row]));
  const shown = new Map(
    [...rows.values()]
      .sort((a, b) => a.seq - b.seq)
      .map((row): [string, ChatMessageView] => [row.id, { ...row, local: null, commandId: null, errorCode: null }]),
  );
  for (const command of commands) {
    if (command.type !== "chatMessage.send" || shown.has(command.id)) continue;
    const { quotedId } = command.payload;
    shown.set(command.id, writtenMessage(command, author, quotedId ? shown.get(quotedId) : undefined));
  }
  return [...shown.values()];
}

function writtenMessage(
  command: Send,
  author: { userId: string; userName: string },
  quoted: ChatMessageView | undefined,
): ChatMessageView {
  const { chatId, body = "", fileId = null } = command.payload;
  const { file } = command;
  return {
    id: command.id,
    chatId,
    ...author,
    body: body.trim(),
    mediaType: mediaTypeOf(file),
    media: mediaOf(file, fileId),
    quoted: quoted ? { id: quoted.id, body: quoted.body, mediaType: quoted.mediaType, author: quoted.userName } : null,
    createdAt: command.createdAt,
    seq: 0,
    local: localStates[command.state],
    commandId: command.id,
    errorCode: isStopped(command) ? (command.error?.code ?? null) : null,
    localFileId: file ? fileId : null,
  };
}

/** Returns `messages`, with the objects of `before` for those that did not change, so that they are not rendered again. */
export function withSameObjects(
  messages: readonly ChatMessageView[],
  before: readonly ChatMessageView[],
): ChatMessageView[] {
  const known = new Map(before.map((message) => [message.id, message]));
  return messages.map((message) => {
    const same = known.get(message.id);
    return same && JSON.stringify(same) === JSON.stringify(message) ? same : message;
  });
}

import type { ChatMessageRow } from "../../contracts/office/chats.ts";
import { type ChatView, chatRowsOf, chatViews } from "../../domain/office/chats/index.ts";
import type { ScopedChange } from "../../sync/server/index.ts";
import { chatMessageToWire, chatToWire } from "../chats/wire.ts";
import type { EmitContext } from "./emit-ticket-events.ts";
import type { Listener } from "./listener.ts";

/** Emits internal chats to their present members, and the deletion to members whom a change removed. */
export async function emitChatEvents(
  context: EmitContext,
  listeners: readonly Listener[],
  changes: readonly ScopedChange[],
): Promise<void> {
  const ofChats = changes.filter(({ collection }) => collection === "chats" || collection === "chatThreads");
  if (ofChats.length === 0) return;
  const byChat = Map.groupBy(ofChats, ({ docId }) => docId);
  const ctx = { db: context.db, companyId: context.companyId, now: new Date() };
  const views = new Map((await chatViews(ctx, [...byChat.keys()])).map((view) => [view.id, view]));
  const messageIds = ofChats.flatMap(({ collection, partId }) => (collection === "chatThreads" && partId) || []);
  const rows = Map.groupBy(await chatRowsOf(ctx, messageIds), ({ chatId }) => chatId);
  for (const [chatId, ofChat] of byChat) {
    const seen = { view: views.get(chatId), rows: rows.get(chatId) ?? [], changes: ofChat };
    for (const listener of listeners) emitChat(context, listener, chatId, seen);
  }
}

type Seen = { view: ChatView | undefined; rows: readonly ChatMessageRow[]; changes: readonly ScopedChange[] };

function emitChat(context: EmitContext, listener: Listener, chatId: string, { view, rows, changes }: Seen): void {
  const { actor, socket } = listener;
  const emit = (name: string, event: object) => socket.emit(`company-${context.companyId}-${name}`, event);
  const mine = changes.filter(({ membersBefore, membersAfter }) =>
    [...membersBefore, ...membersAfter].includes(actor.id),
  );
  if (mine.length === 0) return;
  if (!view?.members.some(({ userId }) => userId === actor.id)) {
    emit("chat", { action: "delete", id: chatId });
    return;
  }
  const chat = chatToWire(view);
  const toChat = (event: object) => {
    emit("chat", event);
    emit(`chat-${chatId}`, event);
  };
  const isNewTo = ({ membersBefore, membersAfter }: ScopedChange) =>
    membersAfter.includes(actor.id) && !membersBefore.includes(actor.id);
  const ofChat = mine.filter(({ collection }) => collection === "chats");
  const joins = ofChat.some(isNewTo);
  if (joins) emit(`chat-user-${actor.id}`, { action: "create", record: chat });
  // A new message has its own event. A member's reading goes to that member.
  const isChanged = ofChat.some((change) => change.partId === null || change.partId === actor.id);
  if (isChanged) toChat({ action: "update", chat });
  if (isChanged && !joins) emit(`chat-user-${actor.id}`, { action: "update", record: chat });
  const added = new Set(mine.flatMap(({ collection, partId }) => (collection === "chatThreads" && partId) || []));
  for (const row of rows) {
    if (!added.has(row.id)) continue;
    const newMessage = chatMessageToWire(row, context.addressOf(listener));
    toChat({ action: "new-message", newMessage, chat });
  }
}

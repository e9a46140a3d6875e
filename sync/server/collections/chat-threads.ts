import { CHAT_TAIL, type ChatThreadUpdate } from "../../../contracts/office/chats.ts";
import type { Tombstone } from "../../../contracts/sync.ts";
import type { Context } from "../../../domain/ground/context.ts";
import { chatMessageRows, chatTails, newestBefore, windowChats } from "../../../domain/office/chats/index.ts";
import { concerns } from "./chats.ts";
import { type Document, endOf, type Source, tombstone } from "./source.ts";

export const chatThreads: Source = {
  maxPerPage: 100,
  async boot(ctx, before, limit) {
    const page = await windowChats(ctx, before, limit);
    const ids = page.map(({ id }) => id);
    return { contents: await wholeChatThreads(ctx, ids), end: endOf(page, limit) };
  },
  async live(ctx, changes) {
    const byChat = Map.groupBy(
      changes.filter((change) => concerns(ctx, change)),
      ({ docId }) => docId,
    );
    // Someone who joined gets the whole thread; a member who has it gets the new messages.
    const isWhole = (id: string) => byChat.get(id)?.some(({ partId }) => partId === null) ?? false;
    const ids = [...byChat.keys()];
    const whole = new Map((await wholeChatThreads(ctx, ids.filter(isWhole))).map((thread) => [thread.id, thread]));
    const partIds = ids.flatMap((id) =>
      isWhole(id) ? [] : (byChat.get(id) ?? []).flatMap(({ partId }) => partId ?? []),
    );
    const rows = Map.groupBy(await chatMessageRows(ctx, partIds), ({ chatId }) => chatId);
    return ids.map((id): Document | Tombstone => {
      const rev = byChat.get(id)?.at(-1)?.rev ?? 0;
      const thread = whole.get(id);
      if (thread) return { ...thread, rev };
      const messages = rows.get(id);
      // Without rows the actor is no member any more.
      return messages ? ({ id, rev, whole: false, hasOlder: false, messages } as Document) : tombstone(id);
    });
  },
};

type WholeThread = Omit<ChatThreadUpdate, "rev">;

/** Returns the messages before number `before` of chats of which the actor is a member. */
export async function chatPagesBefore(ctx: Context, ids: readonly string[], before: number): Promise<WholeThread[]> {
  const pages: WholeThread[] = [];
  for (const id of (await chatTails(ctx, ids)).keys()) {
    const { messages, hasMore } = await newestBefore(ctx, id, { before, limit: CHAT_TAIL });
    pages.push({ id, whole: false, hasOlder: hasMore, messages });
  }
  return pages;
}

/** Returns the threads of chats of which the actor is a member, including empty ones. */
export async function wholeChatThreads(ctx: Context, ids: readonly string[]): Promise<WholeThread[]> {
  const tails = await chatTails(ctx, ids);
  return ids.flatMap((id) => {
    const tail = tails.get(id);
    return tail ? { id, whole: true, ...tail } : [];
  });
}

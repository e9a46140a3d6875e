import type { ThreadUpdate } from "../../../contracts/desk/messages.ts";
import type { ChatThreadUpdate } from "../../../contracts/office/chats.ts";
import type { CollectionName } from "../../../contracts/sync.ts";
import type { Context } from "../../../domain/ground/context.ts";
import { announcements } from "./announcements.ts";
import { chatPagesBefore, chatThreads, wholeChatThreads } from "./chat-threads.ts";
import { chats } from "./chats.ts";
import { contacts } from "./contacts.ts";
import { drafts } from "./drafts.ts";
import { quickMessages } from "./quick-messages.ts";
import { refs } from "./refs.ts";
import { schedules } from "./schedules.ts";
import type { Source } from "./source.ts";
import { threadPageBefore, threads, wholeThreads } from "./threads.ts";
import { tickets } from "./tickets.ts";

export { ticketScopeOf } from "./changed-tickets.ts";
export { membersIn } from "./chats.ts";
export type { Document } from "./source.ts";

export const sources: Record<CollectionName, Source> = {
  tickets,
  threads,
  contacts,
  quickMessages,
  schedules,
  refs,
  drafts,
  chats,
  chatThreads,
  announcements,
};

type WithoutRev<T> = Omit<T, "rev">;

/**
 * Which threads: those of these tickets or chats. `before`: a page of older messages instead; of a chat before a
 * message's number, of one ticket before a message, or FROM_NEWEST.
 */
export type AskedThreads =
  | { collection: "threads"; ids: readonly string[]; before?: string }
  | { collection: "chatThreads"; ids: readonly string[]; before?: number };

/** Returns threads without those that the actor may not see. */
export async function threadsById(
  ctx: Context,
  asked: AskedThreads,
): Promise<(WithoutRev<ThreadUpdate> | WithoutRev<ChatThreadUpdate>)[]> {
  const { ids } = asked;
  if (asked.collection === "threads") {
    const [id] = ids;
    if (asked.before === undefined || id === undefined) return wholeThreads(ctx, ids);
    return [await threadPageBefore(ctx, id, asked.before)];
  }
  return asked.before === undefined ? wholeChatThreads(ctx, ids) : chatPagesBefore(ctx, ids, asked.before);
}

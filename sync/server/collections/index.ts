import type { Context } from "../../../domain/context.ts";
import type { ChatThreadUpdate } from "../../contracts/chats.ts";
import type { ThreadUpdate } from "../../contracts/messages.ts";
import type { CollectionName } from "../../contracts/sync.ts";
import { announcements } from "./announcements.ts";
import { chatPagesBefore, chatThreads, wholeChatThreads } from "./chat-threads.ts";
import { chats } from "./chats.ts";
import { contacts } from "./contacts.ts";
import { drafts } from "./drafts.ts";
import { quickMessages } from "./quick-messages.ts";
import { refs } from "./refs.ts";
import { schedules } from "./schedules.ts";
import type { Source } from "./source.ts";
import { threads, wholeThreads } from "./threads.ts";
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

export type ThreadCollection = "threads" | "chatThreads";
type WithoutRev<T> = Omit<T, "rev">;

/**
 * Returns threads by the ids of their tickets or chats, without those that the actor may not see: whole, or with
 * `before` a page of a chat's older messages.
 */
export function threadsById(
  ctx: Context,
  collection: ThreadCollection,
  { ids, before }: { ids: readonly string[]; before?: number },
): Promise<(WithoutRev<ThreadUpdate> | WithoutRev<ChatThreadUpdate>)[]> {
  if (collection === "threads") return wholeThreads(ctx, ids);
  return before === undefined ? wholeChatThreads(ctx, ids) : chatPagesBefore(ctx, ids, before);
}

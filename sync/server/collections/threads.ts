import { FROM_NEWEST, type MessageRow, OLDER_PAGE } from "../../../contracts/desk/messages.ts";
import type { Tombstone } from "../../../contracts/sync.ts";
import { listMessages, threadTail, toMessageRow } from "../../../domain/desk/messages/index.ts";
import { visibleTicketIds } from "../../../domain/desk/tickets/index.ts";
import type { Context } from "../../../domain/ground/context.ts";
import { changedTickets } from "./changed-tickets.ts";
import { type Document, type Source, tombstone } from "./source.ts";
import { ticketPage } from "./ticket-pages.ts";

export const threads: Source = {
  maxPerPage: 200,
  async boot(ctx, before, limit) {
    const { ids, end } = await ticketPage(ctx, before, limit);
    return { contents: await wholeThreads(ctx, ids), end };
  },
  async live(ctx, changes, snapshot) {
    const changed = await changedTickets(ctx, changes, snapshot);
    const ids = [...changed.keys()];
    const visible = await snapshot.visibleTo(ctx.actor, ids);
    const seen = await snapshot.seenByReaders(ids);
    const ends = await snapshot.threadEnds(ids.filter((id) => seen.has(id) && changed.get(id)?.whole));
    const wanted = ids.flatMap((id) =>
      seen.has(id) ? (ends.get(id)?.ids ?? [...(changed.get(id)?.parts ?? [])]) : [],
    );
    const found = await snapshot.messages(wanted);
    return [...changed].flatMap(([id, { rev, couldSee, parts }]): (Document | Tombstone)[] => {
      if (!visible.has(id)) return couldSee ? [tombstone(id)] : [];
      const end = ends.get(id);
      const messages = (end?.ids ?? [...parts]).flatMap((messageId) => {
        const message = found.get(messageId);
        // A message of a merge may have moved to another ticket.
        return message?.message.ticketId === id ? toMessageRow(ctx.actor, message) : [];
      });
      if (!end && messages.length === 0) return [];
      return [{ id, rev, whole: end !== undefined, hasOlder: end?.hasOlder ?? false, messages } as Document];
    });
  },
};

/**
 * Returns the messages before a message of a ticket's conversation, which the contact's earlier tickets precede, in the
 * same form as the thread. Refuses with ERR_NO_TICKET_FOUND when the actor may not see the ticket.
 */
export async function threadPageBefore(ctx: Context, id: string, before: string) {
  const from = before === FROM_NEWEST ? {} : { before };
  const { messages, hasMore } = await listMessages(ctx, id, from, OLDER_PAGE);
  return { id, whole: false as const, hasOlder: hasMore, messages };
}

type WholeThread = { id: string; whole: true; hasOlder: boolean; messages: MessageRow[] };

/** Returns the visible threads with their tails, including threads without messages. */
export async function wholeThreads(ctx: Context, ids: readonly string[]): Promise<WholeThread[]> {
  const visible = await visibleTicketIds(ctx, ids);
  const shown = ids.filter((id) => visible.has(id));
  if (shown.length === 0) return [];
  const tails = await threadTail(ctx, shown);
  return shown.map((id) => {
    const { messages, hasOlder } = tails.get(id) ?? { messages: [], hasOlder: false };
    return { id, whole: true, hasOlder, messages };
  });
}

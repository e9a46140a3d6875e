import type { Tombstone } from "../../../contracts/sync.ts";
import { ticketDocuments } from "../../../domain/desk/tickets/index.ts";
import { changedTickets } from "./changed-tickets.ts";
import { type Document, type Source, tombstone } from "./source.ts";
import { ticketPage } from "./ticket-pages.ts";

export const tickets: Source = {
  maxPerPage: 500,
  async boot(ctx, before, limit) {
    const { ids, end } = await ticketPage(ctx, before, limit);
    return { contents: ids.length > 0 ? await ticketDocuments(ctx, ids) : [], end };
  },
  async live(ctx, changes) {
    const changed = await changedTickets(ctx, changes);
    const present = await ticketDocuments(ctx, [...changed.keys()]);
    const contents = new Map(present.map((content) => [content.id, content]));
    return [...changed].flatMap(([id, { rev, couldSee }]): (Document | Tombstone)[] => {
      const content = contents.get(id);
      if (content) return [{ ...content, rev }];
      return couldSee ? [tombstone(id)] : [];
    });
  },
};

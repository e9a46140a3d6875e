import type { Tombstone } from "../../../contracts/sync.ts";
import { ticketDocument, ticketDocuments } from "../../../domain/desk/tickets/index.ts";
import { changedTickets } from "./changed-tickets.ts";
import { type Document, type Source, tombstone } from "./source.ts";
import { ticketPage } from "./ticket-pages.ts";

export const tickets: Source = {
  maxPerPage: 500,
  async boot(ctx, before, limit) {
    const { ids, end } = await ticketPage(ctx, before, limit);
    return { contents: ids.length > 0 ? await ticketDocuments(ctx, ids) : [], end };
  },
  async live(ctx, changes, snapshot) {
    const changed = await changedTickets(ctx, changes, snapshot);
    const ids = [...changed.keys()];
    const visible = await snapshot.visibleTo(ctx.actor, ids);
    const rows = await snapshot.tickets([...(await snapshot.seenByReaders(ids))]);
    return [...changed].flatMap(([id, { rev, couldSee }]): (Document | Tombstone)[] => {
      const row = visible.has(id) ? rows.get(id) : undefined;
      if (row) return [{ ...ticketDocument(ctx.actor, row), rev }];
      return couldSee ? [tombstone(id)] : [];
    });
  },
};

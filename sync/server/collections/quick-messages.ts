import type { Context } from "../../../domain/context.ts";
import { quickMessageDocuments } from "../../../domain/quick-messages/index.ts";
import type { Tombstone } from "../../contracts/sync.ts";
import { type Document, isOwnedBy, newestRevs, type Source, tombstone } from "./source.ts";

export const quickMessages: Source = {
  maxPerPage: 5_000,
  boot: async (ctx) => ({ contents: await quickMessageDocuments(ctx) }),
  async live(ctx, changes) {
    const revs = newestRevs(changes);
    const present = await quickMessageDocuments(ctx, [...revs.keys()]);
    const contents = new Map(present.map((content) => [content.id, content]));
    const had = new Set(changes.filter(({ oldScope }) => couldRead(ctx, oldScope)).map(({ docId }) => docId));
    return [...revs].flatMap(([id, rev]): (Document | Tombstone)[] => {
      const content = contents.get(id);
      if (content) return [{ ...content, rev }];
      return had.has(id) ? [tombstone(id)] : [];
    });
  },
};

function couldRead(ctx: Context, scope: Record<string, unknown> | null): boolean {
  return scope?.isGeneral === true || isOwnedBy(ctx, scope);
}

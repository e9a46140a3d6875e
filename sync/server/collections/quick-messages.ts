import type { Tombstone } from "../../../contracts/sync.ts";
import { canReadQuickMessage, quickMessageDocuments } from "../../../domain/desk/quick-messages/index.ts";
import type { Context } from "../../../domain/ground/context.ts";
import { type Document, newestRevs, type Source, tombstone } from "./source.ts";

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

function couldRead({ actor }: Context, scope: Record<string, unknown> | null): boolean {
  if (scope === null) return false;
  const userId = typeof scope.userId === "string" ? scope.userId : null;
  return canReadQuickMessage(actor, { isGeneral: scope.isGeneral === true, userId });
}

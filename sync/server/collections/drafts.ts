import type { Tombstone } from "../../../contracts/sync.ts";
import { draftDocuments } from "../../../domain/desk/drafts/index.ts";
import { type Document, isOwnedBy, newestRevs, type Source, tombstone } from "./source.ts";

export const drafts: Source = {
  maxPerPage: 5_000,
  boot: async (ctx) => ({ contents: await draftDocuments(ctx) }),
  async live(ctx, changes) {
    const own = changes.filter(({ oldScope, newScope }) => [oldScope, newScope].some((scope) => isOwnedBy(ctx, scope)));
    const revs = newestRevs(own);
    const present = new Map((await draftDocuments(ctx, [...revs.keys()])).map((content) => [content.id, content]));
    return [...revs].map(([id, rev]): Document | Tombstone => {
      const content = present.get(id);
      return content ? { ...content, rev } : tombstone(id);
    });
  },
};

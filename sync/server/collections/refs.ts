import type { Tombstone } from "../../../contracts/sync.ts";
import { refDocuments } from "../../../domain/desk/refs/index.ts";
import { type Document, newestRevs, type Source, tombstone } from "./source.ts";

/** The log names a ref "kind:id"; the device knows it by its id. */
export const refs: Source = {
  maxPerPage: 5_000,
  boot: async (ctx) => ({ contents: await refDocuments(ctx) }),
  async live(_ctx, changes, snapshot) {
    const revs = newestRevs(changes);
    const present = await snapshot.refs(...revs.keys());
    const contents = new Map(present.map((content) => [`${content.kind}:${content.id}`, content]));
    return [...revs].map(([key, rev]): Document | Tombstone => {
      const content = contents.get(key);
      return content ? { ...content, rev } : tombstone(key.slice(key.indexOf(":") + 1));
    });
  },
};

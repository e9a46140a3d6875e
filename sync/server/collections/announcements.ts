import { MAX_ANNOUNCEMENTS } from "../../../contracts/office/announcements.ts";
import { newestAnnouncements } from "../../../domain/office/announcements/index.ts";
import { isOwnedBy, newestRevs, type Source, tombstone } from "./source.ts";

/** A change without `userId` is one of the announcement; the others are read marks. */
const isRead = (scope: Record<string, unknown> | null) => typeof scope?.userId === "string";

export const announcements: Source = {
  maxPerPage: 5_000,
  boot: async (ctx) => ({ contents: await newestAnnouncements(ctx) }),
  async live(ctx, changes) {
    const seen = changes.filter(({ newScope }) => !isRead(newScope) || isOwnedBy(ctx, newScope));
    const last = seen.at(-1);
    if (!last) return [];
    const revs = newestRevs(seen);
    const changedIds = new Set(seen.filter(({ newScope }) => !isRead(newScope)).map(({ docId }) => docId));
    // Each announcement that comes or goes moves the end of the window by one.
    const moved = changedIds.size;
    const newest = await newestAnnouncements(ctx, MAX_ANNOUNCEMENTS + moved);
    const [kept, beyond] = [newest.slice(0, MAX_ANNOUNCEMENTS), newest.slice(MAX_ANNOUNCEMENTS)];
    const keptIds = new Set(kept.map(({ id }) => id));
    const documents = kept.flatMap((content, place) => {
      const rev = revs.get(content.id) ?? (place >= MAX_ANNOUNCEMENTS - moved ? last.rev : undefined);
      return rev === undefined ? [] : [{ ...content, rev }];
    });
    const gone = new Set([...changedIds].filter((id) => !keptIds.has(id)));
    for (const { id } of beyond) gone.add(id);
    return [...documents, ...[...gone].map(tombstone)];
  },
};

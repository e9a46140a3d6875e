import type { Tombstone } from "../../../contracts/sync.ts";
import {
  isScheduleKept,
  presentSchedules,
  scheduleDocuments,
  windowSchedules,
} from "../../../domain/desk/schedules/index.ts";
import type { Context } from "../../../domain/ground/context.ts";
import type { LoggedChange } from "../change-log.ts";
import { mayHaveSeen, ticketScopeOf } from "./changed-tickets.ts";
import { type Document, endOf, isOwnedBy, newestRevs, type Source, tombstone } from "./source.ts";

export const schedules: Source = {
  maxPerPage: 500,
  async boot(ctx, before, limit) {
    const page = await windowSchedules(ctx, before, limit);
    const ids = page.map((row) => row.id);
    return { contents: await scheduleDocuments(ctx, ids), end: endOf(page, limit) };
  },
  async live(ctx, changes) {
    const revs = newestRevs(changes);
    const ids = [...revs.keys()];
    const seen = new Map((await scheduleDocuments(ctx, ids)).map((content) => [content.id, content]));
    const existing = await presentSchedules(ctx, ids);
    const had = new Set(changes.filter((change) => mayHaveHad(ctx, change)).map(({ docId }) => docId));
    return [...revs].flatMap(([id, rev]): (Document | Tombstone)[] => {
      const content = seen.get(id);
      if (content && isScheduleKept(ctx, content)) return [{ ...content, rev }];
      return content || !existing.has(id) || had.has(id) ? [tombstone(id)] : [];
    });
  },
};

/**
 * Returns whether the device may hold the schedule: the user's own, one for a contact whose ticket they saw, or one
 * formerly planned for another contact.
 */
function mayHaveHad(ctx: Context, { oldScope, newScope }: LoggedChange): boolean {
  if (oldScope === null) return false;
  const ofTicket = ticketScopeOf(oldScope);
  if (ofTicket) return mayHaveSeen(ctx.actor, ofTicket);
  return isOwnedBy(ctx, oldScope) || oldScope.contactId !== newScope?.contactId;
}

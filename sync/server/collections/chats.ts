import type { Tombstone } from "../../../contracts/sync.ts";
import type { Context } from "../../../domain/ground/context.ts";
import { chatDocuments, windowChats } from "../../../domain/office/chats/index.ts";
import type { LoggedChange } from "../change-log.ts";
import { type Document, endOf, newestRevs, type Source, tombstone } from "./source.ts";

export const chats: Source = {
  maxPerPage: 200,
  async boot(ctx, before, limit) {
    const page = await windowChats(ctx, before, limit);
    const ids = page.map(({ id }) => id);
    return { contents: await chatDocuments(ctx, ids), end: endOf(page, limit) };
  },
  async live(ctx, changes) {
    const revs = newestRevs(changes.filter((change) => concerns(ctx, change)));
    const present = new Map((await chatDocuments(ctx, [...revs.keys()])).map((content) => [content.id, content]));
    return [...revs].map(([id, rev]): Document | Tombstone => {
      const content = present.get(id);
      return content ? { ...content, rev } : tombstone(id);
    });
  },
};

/** Returns the members that a scope of a chat's change names. */
export function membersIn(scope: Record<string, unknown> | null): string[] {
  const ids = scope?.userIds;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** Returns whether the actor was or became a member with this change, or was one when it happened. */
export const concerns = ({ actor }: Context, { oldScope, newScope }: LoggedChange): boolean =>
  [oldScope, newScope].some((scope) => membersIn(scope).includes(actor.id));

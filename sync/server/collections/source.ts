import type { Tombstone } from "../../../contracts/sync.ts";
import type { WindowPosition } from "../../../domain/desk/tickets/index.ts";
import type { Context } from "../../../domain/ground/context.ts";
import type { LoggedChange } from "../change-log.ts";
import type { Snapshot } from "../snapshot.ts";

export type Content = { id: string };
export type Document = Content & { rev: number };

/** How a collection is pulled. */
export type Source = {
  /** The largest page, whatever a device requests. */
  maxPerPage: number;
  /** Returns the next page of a boot; without `end` it was the last one. */
  boot(
    ctx: Context,
    before: WindowPosition | undefined,
    limit: number,
  ): Promise<{ contents: Content[]; end?: WindowPosition }>;
  /** Returns each document of this part of the log once, as it is in the snapshot, or its tombstone. */
  live(ctx: Context, changes: readonly LoggedChange[], snapshot: Snapshot): Promise<(Document | Tombstone)[]>;
};

export const tombstone = (id: string): Tombstone => ({ id, _deleted: true });

/** Returns the position after a page; undefined after the last page. */
export function endOf(page: readonly { at: string; id: string }[], limit: number): WindowPosition | undefined {
  const last = page.at(-1);
  return last && page.length === limit ? [last.at, last.id] : undefined;
}

/** Returns the last revision of each document in this part of the log. */
export function newestRevs(changes: readonly LoggedChange[]): Map<string, number> {
  return new Map(changes.map(({ docId, rev }) => [docId, rev]));
}

export const isOwnedBy = (ctx: Context, scope: Record<string, unknown> | null) => scope?.userId === ctx.actor.id;

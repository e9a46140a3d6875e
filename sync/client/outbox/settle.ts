import { commandRow } from "../../../contracts/commands/index.ts";
import type { CollectionName } from "../../../contracts/sync.ts";
import type { OutboxRecord } from "./entry.ts";

/** Returns the collections that show this command's effect. */
export function collectionsOf({ type, payload }: Pick<OutboxRecord, "type" | "payload">): readonly CollectionName[] {
  const { shownIn } = commandRow(type);
  return typeof shownIn === "function" ? shownIn(payload) : shownIn;
}

/** The revision up to which a collection is pulled and stored; undefined during a boot. */
export type Positions = { get(collection: CollectionName): number | undefined };

/**
 * Returns whether an answered command can be deleted: every collection that shows it was pulled past the answer.
 * Checking only the document would wait forever for one that left the user's scope.
 */
export function isSettled(record: OutboxRecord, pulledTo: Positions): boolean {
  if (record.state !== "answered") return false;
  const { rev } = record;
  return collectionsOf(record).every((collection) => {
    const position = pulledTo.get(collection);
    return position !== undefined && (rev === null || position >= rev);
  });
}

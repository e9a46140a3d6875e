import type { RefKind } from "../contracts/refs.ts";
import { type CollectionName, collections, type ListName } from "../contracts/sync.ts";
import type { HeardChange } from "./visible-collections.ts";

const refLists: Record<RefKind, ListName> = {
  queue: "queues",
  tag: "tags",
  user: "users",
  connection: "connections",
  setting: "settings",
};

/** The list in which a change shows; null where no screen lists it. */
export function changedList({ collection, docId }: HeardChange): ListName | null {
  if (collection === "threads" || collection === "drafts") return null;
  if (collection !== "refs") return collection;
  const kind = docId.slice(0, docId.indexOf(":"));
  return kind in refLists ? refLists[kind as RefKind] : null;
}

/** Whether devices keep what has changed, and so have something to pull. */
export function isKept(collection: HeardChange["collection"]): collection is CollectionName {
  return collections.some((name) => name === collection);
}

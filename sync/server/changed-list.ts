import type { RefKind } from "../../contracts/desk/refs.ts";
import { type CollectionName, collections, type ListName } from "../../contracts/sync.ts";
import type { ScopedChange } from "./scoped-changes.ts";

const refLists: Record<RefKind, ListName> = {
  queue: "queues",
  tag: "tags",
  user: "users",
  connection: "connections",
  setting: "settings",
};

/** Collections that screens read from the device only. */
const unlisted = ["threads", "drafts", "chats", "chatThreads"] as const satisfies CollectionName[];
const isUnlisted = (name: ScopedChange["collection"]): name is (typeof unlisted)[number] =>
  unlisted.some((one) => one === name);

/** Returns the list that shows a change; null: no screen lists it. */
export function changedList({ collection, docId }: ScopedChange): ListName | null {
  if (isUnlisted(collection)) return null;
  if (collection !== "refs") return collection;
  const kind = docId.slice(0, docId.indexOf(":"));
  return kind in refLists ? refLists[kind as RefKind] : null;
}

/** Returns whether devices replicate the collection and have something to pull. */
export function isKept(collection: ScopedChange["collection"]): collection is CollectionName {
  return collections.some((name) => name === collection);
}

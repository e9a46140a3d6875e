import type { CollectionName } from "../../contracts/sync.ts";
import type { LinkState } from "../status.ts";

/** What the tabs of one user tell each other. Nothing here is data; a lost word costs at most a moment. */
export type TabMessage =
  | { type: "link"; link: LinkState }
  /** A tab that has just opened asks the leader how things stand. */
  | { type: "hello" }
  /** Something new is in the outbox. */
  | { type: "nudge" }
  | { type: "resync"; collections?: CollectionName[] }
  | { type: "threads"; ticketIds: string[] }
  /** The caches are about to be deleted: let go of them. */
  | { type: "purge" };

export function openTabChannel(name: string, onMessage: (message: TabMessage) => void) {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
  return {
    tell: (message: TabMessage) => channel.postMessage(message),
    close: () => channel.close(),
  };
}

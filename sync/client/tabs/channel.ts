import type { CollectionName } from "../../../contracts/sync.ts";
import type { LinkState } from "../status.ts";
import type { ThreadCollection } from "../thread-kinds.ts";

/** Messages between the tabs of one user. They carry no data; a lost one costs only time. */
export type TabMessage =
  | { type: "link"; link: LinkState }
  /** A new tab asks the leading tab for its status. */
  | { type: "hello" }
  /** The outbox has a new command. */
  | { type: "nudge" }
  | { type: "resync"; collections?: CollectionName[] }
  | { type: "threads"; collection: ThreadCollection; ids: string[] }
  /** The device does not store: close all connections to its databases. */
  | { type: "unstored" }
  /** The caches are about to be deleted: close them. */
  | { type: "close" };

/**
 * Opens the channel. After `close`, `tell` does nothing: a command can be stored while its tab closes, and the action
 * must not fail because no other tab hears of it.
 */
export function openTabChannel(name: string, onMessage: (message: TabMessage) => void) {
  const channel = new BroadcastChannel(name);
  let closed = false;
  channel.onmessage = (event: MessageEvent<TabMessage>) => onMessage(event.data);
  return {
    tell(message: TabMessage) {
      if (!closed) channel.postMessage(message);
    },
    close() {
      closed = true;
      channel.close();
    },
  };
}

import type { StreamEvent } from "../../contracts/sync.ts";
import { presence } from "./presence.ts";
import { listChanges } from "./server-data/list-changes.ts";

/** An event passed to the screens; `up`: the stream is connected again, and events may have been missed. */
type Shared = Extract<StreamEvent, { type: "presence" | "lists" }> | { type: "up" };

let channel: { userId: string; line: BroadcastChannel } | undefined;

/**
 * Forwards the stream's events to the user's other tabs, because only one tab has the stream. The stream of a user who
 * has been replaced by another one in this tab may still be closing: its events are dropped.
 */
export function shareStream(userId: string) {
  if (channel?.userId !== userId) {
    channel?.line.close();
    const line = new BroadcastChannel(`balcao-stream-${userId}`);
    line.onmessage = ({ data }: MessageEvent<Shared>) => receive(data);
    channel = { userId, line };
  }
  const { line } = channel;
  const share = (shared: Shared) => {
    if (channel?.line !== line) return;
    receive(shared);
    line.postMessage(shared);
  };
  return {
    deliver(event: StreamEvent) {
      if (event.type === "presence" || event.type === "lists") share(event);
    },
    onState(up: boolean) {
      if (up) share({ type: "up" });
    },
  };
}

function receive(shared: Shared) {
  if (shared.type === "presence") presence.record(shared);
  else if (shared.type === "lists") listChanges.notify(shared.lists);
  else listChanges.notifyAll();
}

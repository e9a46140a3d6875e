import { expect, onTestFinished, test, vi } from "vitest";
import { listChanges } from "./server-data/list-changes.ts";
import { shareStream } from "./share-stream.ts";

const queuesChanged = { type: "lists" as const, lists: ["queues" as const] };

/** Returns the lists that the screens of this tab heard of. */
function heardHere() {
  const heard = vi.fn<() => void>();
  onTestFinished(listChanges.on(["queues"], heard));
  return heard;
}

test("shared stream: an event reaches this tab's screens and the user's other tabs", async () => {
  const heard = heardHere();
  const other = new BroadcastChannel("balcao-stream-1");
  onTestFinished(() => other.close());
  const got = new Promise((resolve) => {
    other.onmessage = ({ data }: MessageEvent) => resolve(data);
  });
  shareStream("1").deliver(queuesChanged);
  expect(heard).toHaveBeenCalledOnce();
  expect(await got).toEqual(queuesChanged);
});

test("shared stream: drops the events of a user whom another one has replaced, and does not fail", () => {
  const before = shareStream("1");
  const now = shareStream("2");
  const heard = heardHere();
  before.deliver(queuesChanged);
  before.onState(true);
  expect(heard).not.toHaveBeenCalled();
  now.deliver(queuesChanged);
  expect(heard).toHaveBeenCalledOnce();
});

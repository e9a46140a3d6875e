import { expect, test } from "vitest";
import { openTabChannel, type TabMessage } from "./channel.ts";

/** Resolves with the messages that arrive in 50 ms. */
function heard(name: string): { next: Promise<TabMessage>; messages: TabMessage[]; close(): void } {
  const messages: TabMessage[] = [];
  let first: (message: TabMessage) => void = () => undefined;
  const next = new Promise<TabMessage>((resolve) => {
    first = resolve;
  });
  const channel = openTabChannel(name, (message) => {
    messages.push(message);
    first(message);
  });
  return { next, messages, close: channel.close };
}

test("tab channel: the other tabs of the user get a message, and this tab does not", async () => {
  const other = heard("tab-channel-1");
  const own: TabMessage[] = [];
  const channel = openTabChannel("tab-channel-1", (message) => own.push(message));
  channel.tell({ type: "nudge" });
  expect(await other.next).toEqual({ type: "nudge" });
  expect(own).toEqual([]);
  channel.close();
  other.close();
});

test("tab channel: a closed one sends nothing and does not fail", async () => {
  const other = heard("tab-channel-2");
  const closed = openTabChannel("tab-channel-2", () => undefined);
  const open = openTabChannel("tab-channel-2", () => undefined);
  closed.close();
  closed.tell({ type: "nudge" });
  open.tell({ type: "hello" });
  await other.next;
  expect(other.messages).toEqual([{ type: "hello" }]);
  open.close();
  other.close();
});

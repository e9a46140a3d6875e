import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OutgoingMessage } from "../../domain/desk/messages/index.ts";
import { openTypingDelay } from "./typing-delay.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outgoing = (contactId: string, set: Partial<OutgoingMessage> = {}) =>
  ({ messageId: `${contactId}-1`, contactId, composeMs: 800, tries: 0, chatKey: contactId, ...set }) as OutgoingMessage;

function givenTypingDelay() {
  const shown: string[] = [];
  let woken = 0;
  const composing = openTypingDelay({
    channel: {
      findChat: async () => "found",
      showTyping: async (chatKey) => {
        shown.push(chatKey);
        if (chatKey === "helena") throw new Error("the line is closed");
      },
    },
    logger: pino({ level: "silent" }),
    wake: () => {
      woken += 1;
    },
  });
  return { composing, shown, woken: () => woken };
}

test("composing: a message shows typing for its composeMs, and only messages to its contact wait", async () => {
  const { composing, shown, woken } = givenTypingDelay();
  expect(composing.isDone(outgoing("marcos"))).toBe(false);
  expect(composing.contactIds).toEqual(["marcos"]);
  expect(composing.isDone(outgoing("rita", { composeMs: 0 }))).toBe(true);
  await vi.advanceTimersByTimeAsync(799);
  expect(woken()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([shown, woken(), composing.contactIds]).toEqual([["marcos"], 1, []]);
  expect(composing.isDone(outgoing("marcos"))).toBe(true);
  // The next message is typed separately.
  expect(composing.isDone(outgoing("marcos", { messageId: "marcos-2" }))).toBe(false);
});

test("composing: a message is sent even when typing cannot be shown, and a retry is sent at once", async () => {
  const { composing, woken } = givenTypingDelay();
  expect(composing.isDone(outgoing("helena"))).toBe(false);
  expect(composing.isDone(outgoing("stranger", { chatKey: null }))).toBe(false);
  await vi.advanceTimersByTimeAsync(800);
  expect(woken()).toBe(2);
  expect(composing.isDone(outgoing("helena"))).toBe(true);
  expect(composing.isDone(outgoing("paulo", { tries: 1 }))).toBe(true);
});

test("composing: wake is not called after stop", async () => {
  const { composing, woken } = givenTypingDelay();
  composing.isDone(outgoing("marcos"));
  composing.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([woken(), composing.contactIds]).toEqual([0, []]);
});

import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useEventKey } from "./use-timeline.ts";

const ticket = {
  ...{ status: "pending", queueId: "sales", userId: null, pending: [] as string[], unreadMessages: 0 },
  ...{ lastMessageAt: "2026-11-25T10:00:00.000Z", updatedAt: "2026-11-25T10:00:00.000Z" },
};

function givenKey() {
  const { result, rerender } = renderHook((shown: typeof ticket) => useEventKey(shown as unknown as TicketView), {
    initialProps: ticket,
  });
  let present = ticket;
  return (change: Partial<Record<keyof typeof ticket, unknown>>) => {
    const before = result.current;
    present = { ...present, ...change } as typeof ticket;
    rerender(present);
    return result.current !== before;
  };
}

test("the key of a ticket's events changes with its own change, and again when the server has it", () => {
  const changesWith = givenKey();
  expect(changesWith({ status: "open", userId: "ana", pending: ["ticket.accept"] })).toBe(true);
  expect(changesWith({ pending: [], updatedAt: "2026-11-25T10:00:05.000Z" })).toBe(true);
});

test("the key of a ticket's events stays when a message arrives, and changes when something else happened", () => {
  const changesWith = givenKey();
  const at = "2026-11-25T10:01:00.000Z";
  expect(changesWith({ lastMessageAt: at, updatedAt: at })).toBe(false);
  expect(changesWith({ lastMessageAt: at, updatedAt: at })).toBe(false);
  expect(changesWith({ updatedAt: "2026-11-25T10:02:00.000Z" })).toBe(true);
});

test("the key of a ticket's events stays while a conversation is read and answered", () => {
  const changesWith = givenKey();
  const at = (second: number) => new Date(Date.UTC(2026, 10, 25, 10, 1, second)).toISOString();
  expect(changesWith({ lastMessageAt: at(1), updatedAt: at(1), unreadMessages: 1 })).toBe(false);
  // The effect after the answer.
  expect(changesWith({ pending: ["ticket.read"], unreadMessages: 0 })).toBe(false);
  expect(changesWith({ pending: [] })).toBe(false);
  expect(changesWith({ updatedAt: at(2) })).toBe(false);
  // The effect before the answer.
  expect(changesWith({ pending: ["message.send", "note.add"], lastMessageAt: at(3) })).toBe(false);
  expect(changesWith({ updatedAt: at(4) })).toBe(false);
  expect(changesWith({ pending: [] })).toBe(false);
});

test("the key of a ticket's events changes with a step among other commands", () => {
  const changesWith = givenKey();
  expect(changesWith({ pending: ["ticket.tag", "ticket.transfer"] })).toBe(true);
  expect(changesWith({ pending: [], updatedAt: "2026-11-25T10:02:00.000Z" })).toBe(true);
});

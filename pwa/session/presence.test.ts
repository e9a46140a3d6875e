import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PresenceState } from "../../contracts/presence.ts";
import { createPresence } from "./presence.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (name: string, state: PresenceState, device = "notebook") => ({
  type: "presence" as const,
  ticketId: "ticket",
  who: { userId: name, name, device },
  state,
});

test("presence: a user without an event is removed after 110 seconds, after 30 if they typed, and only changes are notified", () => {
  const store = createPresence();
  let told = 0;
  store.subscribe(() => told++);
  store.record(event("bia", "viewing"));
  const seen = store.at("ticket");
  vi.advanceTimersByTime(100_000);
  store.record(event("bia", "viewing"));
  expect(store.at("ticket")).toBe(seen);
  expect(told).toBe(1);
  vi.advanceTimersByTime(100_000);
  expect(store.at("ticket")).toHaveLength(1);
  store.record(event("bia", "typing"));
  expect(store.at("ticket")).toMatchObject([{ name: "bia", state: "typing" }]);
  vi.advanceTimersByTime(30_000);
  expect(store.at("ticket")).toEqual([]);
  expect(store.at("other")).toBe(store.at("ticket"));
});

test("presence: a user with two devices is present until the last one has left", () => {
  const store = createPresence();
  store.record(event("bia", "viewing", "celular"));
  store.record(event("bia", "typing"));
  store.record(event("bia", "gone"));
  expect(store.at("ticket")).toMatchObject([{ device: "celular", state: "viewing" }]);
  store.record(event("bia", "gone", "celular"));
  store.record(event("ana", "gone"));
  expect(store.at("ticket")).toEqual([]);
});

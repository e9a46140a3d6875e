import { expect, test } from "vitest";
import type { MessageView } from "../../../../sync/client/index.ts";
import { firstResponseMs } from "./first-response.ts";

const said = (minute: number, over: Partial<MessageView>) =>
  ({ fromMe: false, origin: null, createdAt: `2026-11-21T12:0${minute}:00Z`, ...over }) as MessageView;

test("firstResponseMs: ignores automatic messages", () => {
  const thread = [said(0, {}), said(1, { fromMe: true, origin: "menu" }), said(3, { fromMe: true })];
  expect(firstResponseMs(thread, false)).toBe(180_000);
  expect(firstResponseMs(thread.slice(0, 2), false)).toBeNull();
});

test("firstResponseMs: returns null when older messages are not loaded", () => {
  expect(firstResponseMs([said(0, {}), said(3, { fromMe: true })], true)).toBeNull();
});

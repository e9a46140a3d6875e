import { expect, test } from "vitest";
import { leftText, replyWindow } from "./reply-window.ts";

const now = new Date("2026-11-22T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
const left = (channel: "whatsapp" | "facebook", hours: number | null) =>
  replyWindow({ channel, lastCustomerMessageAt: hours === null ? null : hoursAgo(hours) }, now);

test("replyWindow: shows a page's window in its last four hours, shuts it after a day or if the contact never wrote", () => {
  expect(left("facebook", 2)).toEqual({ isShut: false, leftMs: null });
  expect(left("facebook", 21)).toEqual({ isShut: false, leftMs: 3 * 3_600_000 });
  expect(left("facebook", 24)).toMatchObject({ isShut: true });
  expect(left("facebook", null)).toMatchObject({ isShut: true });
  expect(left("whatsapp", 900)).toEqual({ isShut: false, leftMs: null });
});

test("leftWords: rounds down", () => {
  expect([leftText(3 * 3_600_000 - 1), leftText(3_599_000), leftText(10)]).toEqual(["2 h", "59 min", "1 min"]);
});

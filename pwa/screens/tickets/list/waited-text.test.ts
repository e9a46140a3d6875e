import { expect, test } from "vitest";
import { waitedText } from "./waited-text.ts";

const now = new Date("2026-11-21T12:00:00Z");
const waited = (since: string) => waitedText(since, now);

test("waitedText: minutes, hours with their minutes, or days", () => {
  expect(waited("2026-11-21T11:59:30Z")).toBe("menos de 1 min");
  expect(waited("2026-11-21T11:01:00Z")).toBe("59 min");
  expect(waited("2026-11-21T11:00:00Z")).toBe("1 h");
  expect(waited("2026-11-20T12:00:01Z")).toBe("23 h 59 min");
  expect(waited("2026-11-18T11:00:00Z")).toBe("3 d");
});

test("waitedText: returns the shortest time when the device's clock is behind", () => {
  expect(waited("2026-11-21T12:05:00Z")).toBe("menos de 1 min");
});

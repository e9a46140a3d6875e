import { expect, test } from "vitest";
import { toastMs } from "./toast-time.ts";

test.each([
  ["alert", "/", 2000],
  ["alert", "/tickets/0190d3a0", 2000],
  ["alert", "/contacts", 2000],
  ["status", "/tickets", 3000],
  ["alert", "/campaigns", 3000],
  ["alert", "/campaign/0190d3a0/report", 3000],
  ["alert", "/contact-lists/0190d3a0", 3000],
  ["status", "/financeiro", 3000],
] as const)("a toast (%s) on %s stays %i ms", (role, path, ms) => {
  expect(toastMs(role, path)).toBe(ms);
});

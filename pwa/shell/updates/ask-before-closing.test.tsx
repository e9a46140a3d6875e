import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useAskBeforeClosing } from "./ask-before-closing.ts";

/** Returns whether the browser asks before it closes the page. */
function asks(): boolean {
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
}

test("closing: the browser asks only while the page has what the device does not store", () => {
  let isUnstored = false;
  const { unmount } = renderHook(() => useAskBeforeClosing({ hasUnstored: () => isUnstored }));
  expect(asks()).toBe(false);
  isUnstored = true;
  expect(asks()).toBe(true);
  unmount();
  expect(asks()).toBe(false);
});

import { expect, test, vi } from "vitest";
import { onHide } from "./on-hide.ts";

test("calls back when the page is hidden or closed, not when it is shown, and no more when stopped", () => {
  const hidden = vi.fn();
  const stop = onHide(hidden);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(hidden).not.toHaveBeenCalled();
  visibility.mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(hidden).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("pagehide"));
  expect(hidden).toHaveBeenCalledTimes(2);
  stop();
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("pagehide"));
  visibility.mockRestore();
  expect(hidden).toHaveBeenCalledTimes(2);
});

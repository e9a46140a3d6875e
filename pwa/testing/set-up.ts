import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { quietFor } from "../../contracts/testing/latency.ts";
import { setLocale } from "../i18n/paraglide/runtime.js";
import type { LatePart } from "../ui/late-part.ts";
import { menuPart } from "../ui/layers/menu.tsx";
import { popoverPart } from "../ui/layers/popover.tsx";
import { rowsPart } from "../ui/lists/virtual-list.tsx";
import { toastPart } from "../ui/toasts/toast.tsx";
import { installBrowserGaps, resetBrowserGaps } from "./browser-gaps.ts";
import { resetServer, server, startServer } from "./server.ts";

/** sonner removes a toast this long after it was closed, even when the list has been unmounted. */
const TOAST_REMOVED_MS = 300;
/** The entry of a closed layer can be used again for a tenth of a second (`pwa/ui/layers/system-back.ts`). */
const LAYER_REMOVED_MS = 200;
/** Whether the last test left a toast. */
let hadToast = false;

/**
 * Runs before each component test file, also in a process that has run others: adds what jsdom lacks, and makes a test
 * with an unexpected request fail. Each test leaves nothing that the next one could see.
 */
installBrowserGaps();
configure({ asyncUtilTimeout: 30_000 });

beforeAll(startServer);
// Screens are tested as after their start: `late-part.test.tsx` tests the time before.
beforeAll(async () => {
  await Promise.all([menuPart, popoverPart, rowsPart, toastPart].map((part: LatePart<unknown>) => part.load()));
});
beforeEach(() => void setLocale("pt", { reload: false }));
afterEach(() => {
  hadToast = toast.getToasts().length > 0;
  toast.dismiss();
  cleanup();
  resetBrowserGaps();
  localStorage.clear();
  sessionStorage.clear();
  resetServer();
});
afterAll(async () => {
  server.close();
  // React needs `window` until the last toast is removed.
  if (hadToast) await quietFor(TOAST_REMOVED_MS);
  // The entry of a layer that a test left open is removed a moment after the layer.
  else if (window.history.state?.layers) await quietFor(LAYER_REMOVED_MS);
});

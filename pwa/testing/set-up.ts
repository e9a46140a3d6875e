import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { setLocale } from "../i18n/paraglide/runtime.js";
import type { LatePart } from "../ui/late-part.ts";
import { menuPart } from "../ui/menu.tsx";
import { popoverPart } from "../ui/popover.tsx";
import { toastPart } from "../ui/toast.tsx";
import { rowsPart } from "../ui/virtual-list.tsx";
import { installBrowserGaps, resetBrowserGaps } from "./browser-gaps.ts";
import { resetServer, server, startServer } from "./server.ts";

/** Runs before each component test file: adds what jsdom lacks, and makes a test with an unexpected request fail. */
installBrowserGaps();
configure({ asyncUtilTimeout: 10_000 });

beforeAll(startServer);
// Screens are tested as after their start: `late-part.test.tsx` tests the time before.
beforeAll(async () => {
  await Promise.all([menuPart, popoverPart, rowsPart, toastPart].map((part: LatePart<unknown>) => part.load()));
});
beforeEach(() => void setLocale("pt", { reload: false }));
afterEach(() => {
  cleanup();
  resetBrowserGaps();
  localStorage.clear();
  sessionStorage.clear();
  resetServer();
});
afterAll(async () => {
  server.close();
  // sonner removes a toast 200 ms after it was closed, even when the list has been unmounted; React needs `window`
  // for that.
  await new Promise((done) => setTimeout(done, 300));
});

import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { setLocale } from "../i18n/paraglide/runtime.js";
import { installBrowserGaps, resetBrowserGaps } from "./browser-gaps.ts";
import { resetServer, server, startServer } from "./server.ts";

/** Runs before each component test file: adds what jsdom lacks, and makes a test with an unexpected request fail. */
installBrowserGaps();
configure({ asyncUtilTimeout: 10_000 });

beforeAll(startServer);
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

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { closeContexts, holdWorkers } from "./browser.ts";

/** Journeys that look at the service worker; one that cuts the network registers it before the cut. */
const needsWorker = /appIsStored|serviceWorker|caches\./;

/** Runs before each file of journeys; they share a process and its browser. */
beforeAll(() => holdWorkers(!needsWorker.test(readFileSync(expect.getState().testPath ?? "", "utf8"))));
afterAll(closeContexts);

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { closeContexts, holdWorkers } from "./browser.ts";

/** Journeys that cut the network, or look at the service worker. */
const needsWorker = /setOffline\(true|appIsStored|serviceWorker|caches\./;

/** Runs before each file of journeys; they share a process and its browser. */
beforeAll(() => holdWorkers(!needsWorker.test(readFileSync(expect.getState().testPath ?? "", "utf8"))));
afterAll(closeContexts);

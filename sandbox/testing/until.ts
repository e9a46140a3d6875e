import { vi } from "vitest";
import type { MemoryAuth } from "./real-client.ts";

/** Polls until the condition is true, as long as the run lets a wait last. */
export const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { interval: 10 });

/**
 * Waits until a newly linked client has finished its first sync. A client that ends earlier waits twenty seconds for
 * a history at its next login, and emits nothing during that time.
 */
export const untilSynced = (auth: MemoryAuth) => until(() => auth.creds.accountSyncCounter > 0);

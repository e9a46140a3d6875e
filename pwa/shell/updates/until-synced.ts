import { session } from "../../session/session.ts";
import { shownSyncStatus } from "../../session/sync-status.ts";

/** Without a session, and if the first sync is slow, work that waits for it is done after this time. */
const LONGEST_MS = 30_000;

/** Resolves when the desk has everything from the server, and at the latest 30 s after the start or the last sign-in. */
export function untilSynced(): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(end, LONGEST_MS);
    const stopStatus = shownSyncStatus.subscribe(look);
    const stopSession = session.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(end, LONGEST_MS);
    });
    look();

    function look() {
      const { state } = shownSyncStatus.get();
      if (state === "synced" || state === "attention" || state === "unstored") end();
    }
    function end() {
      clearTimeout(timer);
      stopStatus();
      stopSession();
      resolve();
    }
  });
}

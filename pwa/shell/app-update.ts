import { Workbox } from "workbox-window";
import { m } from "../i18n/paraglide/messages.js";
import { toast } from "../ui/toast.tsx";
import { whenNotTyping } from "./typing.ts";
import { untilSynced } from "./until-synced.ts";

const LOOK_AGAIN_MS = 60 * 60 * 1000;

/**
 * Caches the app on this device and offers a new version when there is one, never while the user types. The first
 * time, the conversations come first: the app's files are a megabyte, which takes a phone's connection seconds.
 */
export async function keepAppUpdated(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  if (!navigator.serviceWorker.controller) await untilSynced();
  const workbox = new Workbox("/service-worker.js");
  const isFirst = !(await navigator.serviceWorker.getRegistration())?.active;
  followUpdates(workbox, {
    isFirst,
    offer: (accept) =>
      whenNotTyping(() =>
        toast.success(m.shell_new_version_text(), {
          id: "new-version",
          durationMs: Number.POSITIVE_INFINITY,
          action: { label: m.shell_update(), onSelect: accept },
        }),
      ),
    reload: (isAccepted) => (isAccepted ? location.reload() : whenNotTyping(() => location.reload())),
  });

  const registration = await workbox.register().catch((error: unknown) => {
    console.warn("this browser keeps no copy of the app", error);
  });
  const look = () => {
    if (document.visibilityState === "visible" && navigator.onLine) {
      registration?.update().catch((error: unknown) => console.warn("could not look for a new version", error));
    }
  };
  setInterval(look, LOOK_AGAIN_MS);
  document.addEventListener("visibilitychange", look);
}

type Updates = {
  /** Whether this browser has no version of the app yet: the first one that takes control is the page's own. */
  isFirst: boolean;
  offer: (accept: () => void) => void;
  /** `isAccepted`: in this tab, so that nothing typed is in the way. */
  reload: (isAccepted: boolean) => void;
};

/**
 * Offers each version that waits, and reloads the page once when another version than its own takes control. Workbox'
 * `isUpdate` is false for the whole life of a page that no worker controlled when it was opened: that of a first visit,
 * and one that was reloaded past the cache. Such a page counts the versions itself.
 */
export function followUpdates(
  workbox: Pick<Workbox, "addEventListener" | "messageSkipWaiting">,
  { isFirst, offer, reload }: Updates,
): void {
  let isOwnAwaited = isFirst;
  let accepted = false;
  let reloads = false;
  function reloadOnce() {
    if (reloads) return;
    reloads = true;
    reload(accepted);
  }
  workbox.addEventListener("waiting", ({ sw }) =>
    offer(() => {
      accepted = true;
      // Another tab has accepted it already.
      if (sw?.state === "activated") return reloadOnce();
      // A page that is not controlled may get no event of the container.
      sw?.addEventListener("statechange", () => sw?.state === "activated" && reloadOnce());
      workbox.messageSkipWaiting();
    }),
  );
  // Also accepted in another tab: the files of this tab's version are removed, so it reloads once the user stops typing.
  workbox.addEventListener("controlling", ({ isUpdate }) => {
    const isOwn = isOwnAwaited && !isUpdate && !accepted;
    isOwnAwaited = false;
    if (!isOwn) reloadOnce();
  });
}

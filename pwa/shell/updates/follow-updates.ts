import type { Workbox } from "workbox-window";

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

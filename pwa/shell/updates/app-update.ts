import { Workbox } from "workbox-window";
import { m } from "../../i18n/paraglide/messages.js";
import { toast } from "../../ui/toasts/toast.tsx";
import { whenNotTyping } from "../typing.ts";
import { followUpdates } from "./follow-updates.ts";
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

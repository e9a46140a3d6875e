import { quietStorage } from "../../ui/device-storage.ts";

const LAST = "lastNotified";
/** How many recent keys are remembered: several messages may arrive between two tabs' checks. */
const REMEMBERED = 40;
/** The lock is held this long, because writes to local storage take time to reach the other tabs. */
const SETTLED_MS = 10_000;

/** Runs `act` for a key in one tab of this browser only, the first that takes the lock. */
export async function oncePerBrowser(key: string, act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`balcao-notify ${key}`, { ifAvailable: true }, async (lock) => {
    const done = (quietStorage.getItem(LAST) ?? "").split(" ");
    if (!lock || done.includes(key)) return;
    quietStorage.setItem(LAST, [key, ...done].slice(0, REMEMBERED).join(" "));
    await act();
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  });
}

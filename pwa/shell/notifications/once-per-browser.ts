const LAST = "lastNotified";
/** How many of the last ones are remembered: several may come between two tabs' turns. */
const REMEMBERED = 40;
/** By then every tab knows what another has written to the local storage: that takes its time. */
const SETTLED_MS = 10_000;

/** Runs `act` for a message in one tab of this browser, whichever is first, and in no other. */
export async function oncePerBrowser(key: string, act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`balcao-notify ${key}`, { ifAvailable: true }, async (lock) => {
    const done = (localStorage.getItem(LAST) ?? "").split(" ");
    if (!lock || done.includes(key)) return;
    localStorage.setItem(LAST, [key, ...done].slice(0, REMEMBERED).join(" "));
    await act();
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  });
}

/** Remembers a tap on the kept screen, and marks where it was. */
export function queueTap(event: Event, taps: string[]): void {
  const target = event.target instanceof Element ? event.target.closest("[data-tap]") : null;
  const tap = target?.getAttribute("data-tap");
  if (!target || !tap) return;
  taps.push(tap);
  (target.closest("li") ?? target).classList.add("bg-selected");
}

const tabs = /^tab:(\d+)$/;

/** Returns whether a tap was on a tab of the app; the others were on links. */
export const isTab = (tap: string): boolean => tabs.test(tap);

/** Chooses the tapped tab of the app. */
export function chooseTab(tap: string, root: Element): void {
  root.querySelectorAll<HTMLElement>("[role=tab]")[Number(tabs.exec(tap)?.[1])]?.click();
}

/** Remembers a tap on the kept screen, and marks where it was. */
export function queueTap(event: Event, taps: string[]): void {
  const target = event.target instanceof Element ? event.target.closest("[data-tap]") : null;
  const tap = target?.getAttribute("data-tap");
  if (!target || !tap) return;
  taps.push(tap);
  (target.closest("li") ?? target).classList.add("bg-selected");
}

/** Does what was tapped: opens an address, or chooses a tab of the app. */
export function replayTap(tap: string, root: Element, open: (address: string) => void): void {
  const nth = /^tab:(\d+)$/.exec(tap)?.[1];
  if (nth === undefined) open(tap);
  else root.querySelectorAll<HTMLElement>("[role=tab]")[Number(nth)]?.click();
}

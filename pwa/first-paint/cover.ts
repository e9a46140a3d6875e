import { elementOf } from "./drawing.ts";
import type { KeptList } from "./kept-list.ts";

/** The engine's list replaces the kept one when it has not changed for this many frames, or after this time. */
const STILL_FRAMES = 2;
const MAX_SETTLING_MS = 300;
/** The kept list goes after this time, whatever the app does. */
const MAX_SHOWN_MS = 10_000;

type Cover = { host: HTMLElement; taps: string[]; isLeaving: boolean; timer: ReturnType<typeof setTimeout> };
let cover: Cover | null = null;

/**
 * Draws the kept list above the app. Resolves when its style sheet is there. The shadow root is closed and hidden from
 * assistive technology: nothing outside finds a row twice.
 */
export function showCover(kept: KeptList): Promise<void> {
  const drawing = elementOf(kept.drawing);
  if (!drawing) return Promise.resolve();
  const host = document.createElement("div");
  host.className = "fixed inset-0 z-tooltip";
  const shadow = host.attachShadow({ mode: "closed" });
  const screen = document.createElement("div");
  screen.dataset.theme = kept.place.theme;
  screen.className = "h-full bg-canvas text-ink text-sm";
  screen.setAttribute("aria-hidden", "true");
  screen.append(drawing);
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "sr-only";
  status.textContent = kept.opening;
  shadow.append(status, screen);
  document.body.append(host);
  const taps: string[] = [];
  screen.addEventListener("click", (event) => queueTap(event, taps));
  cover = { host, taps, isLeaving: false, timer: setTimeout(removeCover, MAX_SHOWN_MS) };
  document.getElementById("root")?.setAttribute("aria-busy", "true");
  return addStyles(shadow, screen).then(() => void performance.mark("kept-list-drawn", { detail: kept.rows.length }));
}

/** Copies the page's style sheet. The drawing is not visible without it. */
function addStyles(shadow: ShadowRoot, screen: HTMLElement): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("head link[rel=stylesheet]")];
  screen.hidden = true;
  const loaded = sheets.map((sheet) => {
    const copy = sheet.cloneNode() as HTMLLinkElement;
    const loading = new Promise<void>((resolve) => {
      copy.addEventListener("load", () => resolve());
      copy.addEventListener("error", () => resolve());
    });
    shadow.prepend(copy);
    return loading;
  });
  return Promise.all(loaded).then(() => {
    screen.hidden = false;
  });
}

function queueTap(event: Event, taps: string[]): void {
  const target = event.target instanceof Element ? event.target.closest("[data-tap]") : null;
  const tap = target?.getAttribute("data-tap");
  if (!target || !tap) return;
  taps.push(tap);
  (target.closest("li") ?? target).classList.add("bg-selected");
}

/**
 * Removes the kept list in a frame in which the engine's list is drawn and complete, then does what was tapped.
 * `open` opens the address of a tapped link.
 */
export function takeOver(open: (address: string) => void): void {
  const root = document.getElementById("root");
  if (!cover || cover.isLeaving || !root) return;
  cover.isLeaving = true;
  const { taps } = cover;
  const latest = performance.now() + MAX_SETTLING_MS;
  let still = 0;
  const observer = new MutationObserver(() => {
    still = 0;
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  const look = () => {
    if (still++ < STILL_FRAMES && performance.now() < latest) return requestAnimationFrame(look);
    observer.disconnect();
    if (!cover) return; // the session ended meanwhile
    removeCover();
    for (const tap of taps) replay(tap, root, open);
  };
  requestAnimationFrame(look);
}

function replay(tap: string, root: Element, open: (address: string) => void): void {
  const nth = /^tab:(\d+)$/.exec(tap)?.[1];
  if (nth === undefined) open(tap);
  else root.querySelectorAll<HTMLElement>("[role=tab]")[Number(nth)]?.click();
}

/** Removes the kept list and forgets its taps: the app shows something else, or may not show it any more. */
export function removeCover(): void {
  if (!cover) return;
  clearTimeout(cover.timer);
  cover.host.remove();
  cover = null;
  document.getElementById("root")?.removeAttribute("aria-busy");
  performance.mark("kept-list-removed");
}

export const isCovered = (): boolean => cover !== null;

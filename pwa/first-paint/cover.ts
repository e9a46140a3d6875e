import { chooseTab, isTab, queueTap } from "./cover-taps.ts";
import { drawScreen, scrollDrawing } from "./draw-screen.ts";
import type { KeptScreen } from "./kept-screen.ts";
import { ticketAt } from "./place.ts";
import { storeTypedEarly } from "./typed-early.ts";

/** The engine's screen replaces the kept one when it has not changed for this many frames, or after this time. */
const STILL_FRAMES = 2;
const MAX_SETTLING_MS = 300;
/** The kept screen goes after this time, whatever the app does. */
const MAX_SHOWN_MS = 10_000;

/** The parts of the engine's screen that must be drawn before the kept one goes. */
type Part = "list" | "conversation";

type Cover = {
  host: HTMLElement;
  ticketId: string | null;
  waitsFor: Set<Part>;
  /** The tapped tabs and, while nothing opens them, links. */
  taps: string[];
  /** The address of the link that was opened last. */
  opened: string | null;
  isLeaving: boolean;
  isComposing: boolean;
  /** Whether a person types into the field of the drawing. */
  isTyping: () => boolean;
  timer: ReturnType<typeof setTimeout>;
};
let cover: Cover | null = null;
let opener: ((address: string) => void) | null = null;
const listeners = new Set<(wasTyping: boolean) => void>();

/**
 * Draws the kept screen above the app. Resolves when its style sheet is there. The shadow root is closed and hidden
 * from assistive technology: nothing outside finds a row twice.
 */
export function showCover(kept: KeptScreen): Promise<void> {
  const drawing = drawScreen(kept);
  if (!drawing) return Promise.resolve();
  const { list, ticketId, conversation } = kept;
  const host = document.createElement("div");
  host.className = "fixed inset-0 z-tooltip";
  const shadow = host.attachShadow({ mode: "closed" });
  const screen = document.createElement("div");
  screen.dataset.theme = list.place.theme;
  screen.className = "h-full bg-canvas text-ink text-sm";
  screen.setAttribute("aria-hidden", "true");
  screen.append(drawing);
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "sr-only";
  status.textContent = list.opening;
  shadow.append(status, screen);
  document.body.append(host);
  const waitsFor = new Set<Part>();
  if (ticketId === null || !list.place.isOnePane) waitsFor.add("list");
  if (ticketId !== null && conversation) waitsFor.add("conversation");
  const shown: Cover = {
    host,
    ticketId,
    waitsFor,
    taps: [],
    opened: null,
    isLeaving: false,
    isComposing: false,
    isTyping: () => shadow.activeElement?.tagName === "TEXTAREA",
    timer: setTimeout(removeCover, MAX_SHOWN_MS),
  };
  cover = shown;
  screen.addEventListener("click", (event) => {
    queueTap(event, shown.taps);
    openTapped();
  });
  document.getElementById("root")?.setAttribute("aria-busy", "true");
  const field = screen.querySelector("textarea");
  if (field && ticketId !== null) followField(field, shown, list.place.userId, ticketId);
  return addStyles(shadow, screen).then(() => {
    scrollDrawing(screen);
    // As the app does: on touch devices the focus would open the keyboard.
    if (matchMedia("(pointer: fine)").matches) field?.focus({ preventScroll: true });
    performance.mark("kept-list-drawn", { detail: list.rows.length });
    if (conversation && ticketId !== null) performance.mark("kept-conversation-drawn", { detail: ticketId });
  });
}

/** Stores what is typed at each letter. Enter waits for the app's own field: only that one can send. */
function followField(field: HTMLTextAreaElement, shown: Cover, userId: string, ticketId: string): void {
  const base = field.value;
  field.addEventListener("input", () => storeTypedEarly(localStorage, { userId, ticketId, base, text: field.value }));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) event.preventDefault();
  });
  field.addEventListener("compositionstart", () => {
    shown.isComposing = true;
  });
  field.addEventListener("compositionend", () => {
    shown.isComposing = false;
  });
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

/**
 * Sets what opens the address of a tapped link: at once, also one that was tapped before. Returns the function that
 * removes it.
 */
export function openTaps(open: (address: string) => void): () => void {
  opener = open;
  openTapped();
  return () => {
    opener = null;
  };
}

function openTapped(): void {
  if (!cover || !opener) return;
  const links = cover.taps.filter((tap) => !isTab(tap));
  cover.taps = cover.taps.filter(isTab);
  for (const address of links) {
    // A second tap on the same link would add a second entry to the history.
    if (address === cover.opened) continue;
    cover.opened = address;
    opener(address);
  }
}

/**
 * Says that a part of the app's screen is drawn. Removes the kept screen in a frame in which all of its parts are drawn
 * and complete, then chooses the tabs that were tapped.
 */
export function takeOver(part: Part): void {
  const root = document.getElementById("root");
  if (!cover || cover.isLeaving || !root) return;
  const leaving = cover;
  leaving.waitsFor.delete(part);
  if (leaving.waitsFor.size > 0) return;
  leaving.isLeaving = true;
  // After a tap the user looks at the opened conversation, which the drawing covers.
  const latest = performance.now() + (leaving.opened === null ? MAX_SETTLING_MS : 0);
  let still = 0;
  const observer = new MutationObserver(() => {
    still = 0;
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  const look = () => {
    const isSettled = still++ >= STILL_FRAMES || performance.now() >= latest;
    // Removing a field ends the input of a character that takes several keys.
    if (cover === leaving && (!isSettled || leaving.isComposing)) return requestAnimationFrame(look);
    observer.disconnect();
    if (cover !== leaving) return; // the session ended meanwhile
    removeCover();
    for (const tap of leaving.taps) chooseTab(tap, root);
  };
  requestAnimationFrame(look);
}

/** Removes the kept screen and forgets its taps: the app shows something else, or may not show it any more. */
export function removeCover(): void {
  if (!cover) return;
  const { host, timer, isTyping } = cover;
  const wasTyping = isTyping();
  clearTimeout(timer);
  cover = null;
  // The app's field takes the focus while the drawing still has it: the keyboard of a phone stays open.
  for (const listener of listeners) listener(wasTyping);
  host.remove();
  document.getElementById("root")?.removeAttribute("aria-busy");
  performance.mark("kept-list-removed");
}

/**
 * Removes the kept screen unless it is the one of this page. The list stays while the app draws its own, also beside or
 * above a conversation that was opened by a tap on it.
 */
export function removeCoverUnlessAt(pathname: string): void {
  if (!cover || cover.ticketId === ticketAt(pathname)) return;
  const isTapped = cover.opened === pathname && ticketAt(pathname) !== undefined;
  if (!isTapped || !cover.waitsFor.has("list")) removeCover();
}

/** Removes the kept screen of a ticket that the user may not see, or that is not on this device. */
export function removeCoverOf(ticketId: string): void {
  if (cover?.ticketId === ticketId) removeCover();
}

export const isCovered = (): boolean => cover !== null;

/**
 * Calls `listener` when the kept screen goes; `wasTyping`: its field had the focus. Returns the function that stops
 * this.
 */
export function onUncovered(listener: (wasTyping: boolean) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

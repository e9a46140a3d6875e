import type { RouterHistory } from "@tanstack/react-router";
import { isComposingKey } from "../fields/enter-key.ts";
import { popFirst } from "./pop-first.ts";

/**
 * Gives each open layer an entry in the browser's history, so that "back" (Android's gesture, the browser's button)
 * closes the topmost layer and the page stays, even on the first page of the application.
 *
 * The entries of layers are copies of the page's entry plus a count. The router never sees them: it keeps its location
 * while they come and go. Decision 0080 has the rules.
 */

type Layer = {
  /** Position among the open layers; an outer layer has the lower number. */
  order: number;
  back: () => void;
  /** True between "back" and the layer's removal. */
  isLeaving: boolean;
};

/** Key in the state of a history entry: the number of layers above the page. */
const ENTRIES = "layers";
/** Time for a following layer or page to reuse the entry of a closed layer, which spares two traversals. */
const REUSE_MS = 100;
/** A layer that is still open after this time did not close on "back", such as a form that went one step back. */
const STAYED_MS = 500;
/** A page that has not gone after this time stays, as after a download. */
const UNLOAD_MS = 10_000;
/** A page that was not shown after this time was refused by another blocker, or the application stayed. */
const REFUSED_MS = 1_000;
/**
 * A traversal without an event after this time changes nothing. A busy phone takes seconds; a second traversal meanwhile
 * would lead to the page before.
 */
const TRAVERSAL_MS = 10_000;

type Traversal = { target: number; done: Promise<void>; end: () => void };

/** The open layers, the topmost last. */
let layers: Layer[] = [];
/** Entries of layers above the page, up to the present entry. */
let entries = entriesOf(window.history.state);
/** The traversal that this module started. */
let traversal: Traversal | null = null;
let router: RouterHistory | null = null;
let unblock: (() => void) | null = null;
/** True while a new page waits for the entries of layers to go. */
let isLeavingPage = false;
/** True while the browser loads another document: a traversal would stop it. */
let isUnloading = false;
let lastOrder = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
let isScheduled = false;

function entriesOf(state: unknown): number {
  const count = (state as Record<string, unknown> | null)?.[ENTRIES];
  return typeof count === "number" ? count : 0;
}
const pageOf = (state: unknown) => (state as Record<string, unknown> | null)?.__TSR_index;
const open = () => layers.filter(({ isLeaving }) => !isLeaving);
/** The methods without the router's additions, which would start its routes again. */
const nativePush = (state: unknown) => History.prototype.pushState.call(window.history, state, "");
const nativeReplace = (state: unknown, address = "") =>
  History.prototype.replaceState.call(window.history, state, "", address || null);

/** Returns the order of a layer that opens now. */
export function nextLayerOrder(): number {
  lastOrder += 1;
  return lastOrder;
}

/** Opens a layer; returns the function that removes it. */
export function addLayer(order: number, back: () => void): () => void {
  const layer: Layer = { order, back, isLeaving: false };
  layers = [...layers, layer].sort((a, b) => a.order - b.order);
  schedule();
  return () => {
    layers = layers.filter((each) => each !== layer);
    schedule();
  };
}

/** Closes the topmost layer; returns false if none is open. */
export function closeTopLayer(): boolean {
  const layer = open().at(-1);
  if (!layer) return false;
  leave(layer);
  schedule();
  return true;
}

function leave(layer: Layer): void {
  layer.isLeaving = true;
  layer.back();
  setTimeout(() => {
    layer.isLeaving = false;
    if (layers.includes(layer)) schedule();
  }, STAYED_MS);
}

/** Connects the router's history. Without one, as in tests of single components, the entries are kept all the same. */
export function connectHistory(history: RouterHistory): void {
  if (router === history) return;
  unblock?.();
  unblock = null;
  // Only a browser history replaces the methods; the one in memory does not follow the entries.
  router = Object.hasOwn(window.history, "pushState") ? history : null;
  if (!router) return;
  const push = window.history.pushState;
  window.history.pushState = (...args) => {
    isLeavingPage = false;
    if (entries === 0) return push.apply(window.history, args);
    // The new page takes the place of the last layer's entry, so that "back" leads to the page below.
    entries = 0;
    window.history.replaceState(...args);
    schedule();
  };
  router.subscribe(({ action }) => {
    if (action.type === "REPLACE") queueMicrotask(() => entries > 0 && mark());
  });
  schedule();
}

function mark(): void {
  nativeReplace({ ...window.history.state, [ENTRIES]: entries });
}

/** Compares once per task: a layer that replaces another in the same commit changes no entry. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    compare();
  });
}

/** Brings the number of entries to the number of open layers. */
function compare(): void {
  watchClosing();
  clearTimeout(removal);
  const wanted = open().length;
  if (!traversal && !isLeavingPage) {
    while (entries < wanted) {
      router?.flush();
      entries += 1;
      nativePush({ ...window.history.state, [ENTRIES]: entries });
    }
    if (entries > wanted && !isUnloading)
      removal = setTimeout(() => !traversal && !isLeavingPage && goTo(open().length), REUSE_MS);
  }
  const holds = entries > 0 || traversal !== null;
  if (holds && router) unblock ??= router.block({ enableBeforeUnload: false, blockerFn: holdNavigation });
  else if (!holds) {
    unblock?.();
    unblock = null;
  }
}

/** Delays a navigation of the application until at most one entry of a layer is left for the new page. */
async function holdNavigation({ action }: { action: string }): Promise<false> {
  const isNewPage = action === "PUSH";
  if (isNewPage) {
    isLeavingPage = true;
    // Another blocker can refuse the page.
    setTimeout(() => {
      isLeavingPage = false;
      schedule();
    }, REFUSED_MS);
  }
  if (isNewPage || action === "REPLACE") {
    while (traversal || (isNewPage && entries > 1)) {
      if (!traversal) goTo(1);
      await traversal?.done;
    }
  }
  return false;
}

/**
 * Leaves the application for an address of another one. The entries of layers go first: their removal would lead back
 * here from the other page.
 */
export async function leaveFor(address: string, assign = (to: string) => window.location.assign(to)): Promise<void> {
  isLeavingPage = true;
  while (traversal || entries > 0) {
    if (!traversal) goTo(0);
    await traversal?.done;
  }
  assign(address);
  // The page may be shown again from the browser's cache.
  setTimeout(() => {
    isLeavingPage = false;
    schedule();
  }, REFUSED_MS);
}

/** Goes to an earlier entry of the same page. */
function goTo(target: number): void {
  if (target >= entries) return;
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const started: Traversal = { target, done, end };
  traversal = started;
  setTimeout(() => {
    if (traversal === started) endTraversal();
  }, TRAVERSAL_MS);
  window.history.go(target - entries);
}

function endTraversal(): void {
  entries = entriesOf(window.history.state);
  traversal?.end();
  traversal = null;
  schedule();
}

function handlePop(event: PopStateEvent): void {
  const before = traversal?.target ?? entries;
  const after = entriesOf(event.state);
  if (router && pageOf(event.state) !== router.location.state.__TSR_index) {
    // Another page: the router shows it, and no layer of this one stays.
    endTraversal();
    for (const layer of open().reverse()) leave(layer);
    return;
  }
  if (before === 0 && after === 0 && !traversal) return;
  event.stopImmediatePropagation();
  const top = open();
  endTraversal();
  showPage();
  const backs = Math.max(0, before - after);
  for (const layer of top.slice(Math.max(0, top.length - backs)).reverse()) leave(layer);
  // "Back" on the entry of a layer that was closed just before is meant for the page.
  if (backs > top.length) window.history.go(top.length - backs - after);
}

/** A page changes its address while a layer is open, for example by a filter: the entries below follow. */
function showPage(): void {
  if (!router) return;
  const { href, state } = router.location;
  if (window.history.state?.__TSR_key === state.__TSR_key) return;
  nativeReplace({ ...state, [ENTRIES]: entries }, href);
}

/** Escape closes the topmost layer unless a control inside has used the key. */
function handleKey(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented || isComposingKey(event)) return;
  if (closeTopLayer()) event.preventDefault();
}

/** The browser's own request to close, such as Android's gesture: one watcher, for the topmost layer. */
type Watcher = { onclose: (() => void) | null; destroy: () => void };
let watcher: Watcher | null = null;
let watched: Layer | undefined;

function watchClosing(): void {
  const top = open().at(-1);
  const { CloseWatcher } = window as unknown as { CloseWatcher?: new () => Watcher };
  if (top === watched || !CloseWatcher) return;
  watcher?.destroy();
  watched = top;
  watcher = top ? new CloseWatcher() : null;
  if (!watcher) return;
  watcher.onclose = () => {
    watched = undefined;
    watcher = null;
    closeTopLayer();
  };
}

/** Another document is requested: by a link, by the address bar or by a reload. */
function handleUnload(): void {
  isUnloading = true;
  clearTimeout(removal);
  setTimeout(() => {
    isUnloading = false;
    schedule();
  }, UNLOAD_MS);
}

popFirst(handlePop);
window.addEventListener("keydown", handleKey);
window.addEventListener("beforeunload", handleUnload);

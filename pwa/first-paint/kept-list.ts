import type { DrawnElement } from "./drawing.ts";

/** The list of tickets as it was last drawn, kept for the next start. */
export type KeptList = {
  place: Place;
  /** Ids of its tickets. */
  rows: string[];
  drawing: DrawnElement;
  /** "Opening", in the language of the drawing. */
  opening: string;
};

/** Everything that must be the same when the list is drawn again. */
export type Place = {
  companyId: string;
  userId: string;
  isPhone: boolean;
  theme: string;
  locale: string;
  /** Changes with each build: the drawing uses the class names of its style sheet. */
  build: string;
};
/** `startsHere`: `/` leads this user to the list. */
export type Kept = KeptList & { startsHere: boolean };

export const KEPT_LIST = "keptList";
const LIST = "/tickets";
/** In characters. A screen of rows has 60,000 to 100,000; local storage has room for 5 million. */
const MAX_LENGTH = 400_000;

/** Returns the place of this page; null when nobody is signed in. */
export function currentPlace(storage: Storage): Place | null {
  const companyId = storage.getItem("companyId");
  const userId = storage.getItem("userId");
  if (!companyId || !userId || !storage.getItem("token") || !storage.getItem("user")) return null;
  return {
    companyId,
    userId,
    isPhone: matchMedia("(width < 37.5rem)").matches,
    theme: document.documentElement.dataset.theme ?? "light",
    locale: storage.getItem("locale") ?? "",
    build: document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "",
  };
}

/** Returns the list to draw at this address; removes a list of another user. */
export function readKeptList(storage: Storage, address: Pick<Location, "pathname" | "search">): KeptList | null {
  const text = storage.getItem(KEPT_LIST);
  if (text === null) return null;
  const kept = parse(text);
  const here = currentPlace(storage);
  const isOwn = kept && here && kept.place.userId === here.userId && kept.place.companyId === here.companyId;
  if (!isOwn) {
    storage.removeItem(KEPT_LIST);
    return null;
  }
  const isHere = address.pathname === LIST || (address.pathname === "/" && kept.startsHere);
  return isHere && !address.search && isSamePlace(kept.place, here) ? kept : null;
}

/** Keeps a list, unless it is too large or its user has signed out meanwhile. */
export function keepList(storage: Storage, kept: Kept): void {
  const here = currentPlace(storage);
  if (!here || !isSamePlace(kept.place, here)) return;
  const text = JSON.stringify(kept);
  try {
    if (text.length > MAX_LENGTH) storage.removeItem(KEPT_LIST);
    else storage.setItem(KEPT_LIST, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    storage.removeItem(KEPT_LIST); // the storage is full: the next start waits for the engine
  }
}

/** Removes the kept list if it has a ticket that is not among these. */
export function dropKeptListUnless(storage: Storage, ids: ReadonlySet<string>): void {
  const text = storage.getItem(KEPT_LIST);
  const kept = text === null ? null : parse(text);
  if (kept?.rows.some((id) => !ids.has(id))) storage.removeItem(KEPT_LIST);
}

function parse(text: string): Kept | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // cut off by the browser: written again when idle
    throw error;
  }
}

function isSamePlace(one: Place, other: Place): boolean {
  const keys = ["companyId", "userId", "isPhone", "theme", "locale", "build"] as const;
  return keys.every((key) => one[key] === other[key]);
}

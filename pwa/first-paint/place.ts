/** Everything that must be the same when a screen is drawn again. */
export type ScreenPlace = {
  companyId: string;
  userId: string;
  /** Narrower than `sm`; and narrower than `md`, where list and conversation are shown one at a time. */
  isPhone: boolean;
  isOnePane: boolean;
  theme: string;
  locale: string;
  /** Changes with each build: the drawing uses the class names of its style sheet. */
  build: string;
};

/** Returns the place of this page; null when nobody is signed in. */
export function currentPlace(storage: Storage): ScreenPlace | null {
  const companyId = storage.getItem("companyId");
  const userId = storage.getItem("userId");
  if (!companyId || !userId || !storage.getItem("token") || !storage.getItem("user")) return null;
  return {
    companyId,
    userId,
    isPhone: matchMedia("(width < 37.5rem)").matches,
    isOnePane: matchMedia("(width < 56.25rem)").matches,
    theme: document.documentElement.dataset.theme ?? "light",
    locale: storage.getItem("locale") ?? "",
    build: document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "",
  };
}

export function isSamePlace(one: ScreenPlace, other: ScreenPlace): boolean {
  const keys = ["companyId", "userId", "isPhone", "isOnePane", "theme", "locale", "build"] as const;
  return keys.every((key) => one[key] === other[key]);
}

export const isSameOwner = (one: ScreenPlace, other: ScreenPlace): boolean =>
  one.userId === other.userId && one.companyId === other.companyId;

/** Returns the ticket that an address shows: a conversation, null for the list alone, undefined for another page. */
export function ticketAt(pathname: string): string | null | undefined {
  if (pathname === "/tickets") return null;
  return /^\/tickets\/([^/]+)$/.exec(pathname)?.[1];
}

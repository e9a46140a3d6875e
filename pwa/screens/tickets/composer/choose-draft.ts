import type { DraftView } from "../../../../sync/client/index.ts";

type Drafts = {
  /** The draft that this device stored; null until it is read. */
  kept: string | null;
  /** When it was stored. */
  keptAt?: string | null;
  /** Whether the user has typed since the conversation was opened. */
  touched: boolean;
  text: string;
  /** The draft shared by the user's devices; undefined until it is read, null when there is none. */
  shared: DraftView | null | undefined;
  /** This device. */
  writerId: string;
};

/**
 * Returns the text to put into the field (`show`; null keeps the present one) and the text of another device to offer
 * (`other`). A newer draft of another device takes precedence over one stored here, and an older one is offered beside
 * it; neither replaces text that is being written. One shared by this device is never newer than the stored one.
 */
export function chooseDraft({ kept, keptAt = null, touched, text, shared, writerId }: Drafts): {
  show: string | null;
  other: string | null;
} {
  const theirs = shared && shared.writerId !== writerId ? shared.text : "";
  if (touched) return { show: null, other: isNews(theirs, text) ? theirs : null };
  if (kept === null || shared === undefined) return { show: kept || null, other: null };
  const isOwnNewer = kept !== "" && keptAt !== null && Date.parse(keptAt) > Date.parse(shared?.updatedAt ?? keptAt);
  if (isOwnNewer) return { show: kept, other: isNews(theirs, kept) ? theirs : null };
  return { show: theirs || kept, other: null };
}

/** Returns whether a text of another device says something else than the own one, and is no beginning of it. */
const isNews = (theirs: string, own: string): boolean =>
  theirs !== "" && theirs !== own && !theirs.startsWith(own) && !own.startsWith(theirs);

/**
 * Returns whether a text that the user has typed is to be shared with the other devices. A beginning of what another
 * device has written since is not: it would take the rest away there. `seenRev`: the revision that the text goes on with.
 */
export function isToShare(
  text: string,
  shared: DraftView | null | undefined,
  seenRev: number,
  writerId: string,
): boolean {
  if (text === (shared?.text ?? "")) return false;
  const isTheirs = shared !== null && shared !== undefined && shared.writerId !== writerId && shared.rev > seenRev;
  return text === "" || !isTheirs || !shared.text.startsWith(text);
}

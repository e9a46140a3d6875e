import type { DraftView } from "../../../../sync/client/index.ts";

type Drafts = {
  /** The draft that this device stored; null until it is read. */
  kept: string | null;
  /** Whether the user has typed since the conversation was opened. */
  touched: boolean;
  text: string;
  /** The draft shared by the user's devices; undefined until it is read, null when there is none. */
  shared: DraftView | null | undefined;
};

/**
 * Returns the text to put into the field (`show`; null keeps the present one) and the text of another device to offer
 * (`other`). A shared draft takes precedence over one stored only here; neither replaces text that is being written.
 */
export function chooseDraft({ kept, touched, text, shared }: Drafts): { show: string | null; other: string | null } {
  if (touched) {
    const theirs = shared?.text ?? "";
    const isNews = theirs !== "" && theirs !== text && !theirs.startsWith(text) && !text.startsWith(theirs);
    return { show: null, other: isNews ? theirs : null };
  }
  if (kept === null || shared === undefined) return { show: kept || null, other: null };
  return { show: shared ? shared.text : kept, other: null };
}

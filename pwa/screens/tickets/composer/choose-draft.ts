import type { DraftView } from "../../../../sync/client/index.ts";

type Drafts = {
  /** What this device kept; null until it was read. */
  kept: string | null;
  /** Somebody has written here since the conversation was opened. */
  touched: boolean;
  text: string;
  /** What the user's devices share; undefined until it was read, null when there is nothing. */
  shared: DraftView | null | undefined;
};

/**
 * Which words stand in the field (`show`; null: those that are there) and which of another device are offered
 * (`other`). What was shared last goes before what was only kept; nothing takes the place of what is being written.
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

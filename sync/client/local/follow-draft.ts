import type { DraftState } from "./sent-drafts.ts";

/**
 * A field with a draft. `stored`: what it last read from the device or stored there; `line`: of that text; null while the
 * field stores it, so that it does not follow a text that another tab stored before. `isSaved`: no letter waits to be
 * stored. `isTouched`: somebody has typed here. `id`: as in `SentText.field`.
 */
type Field = {
  text: string;
  stored: string;
  line: string | null;
  isSaved: boolean;
  isTouched: boolean;
  id: string;
};

/**
 * Returns a stored text with one that was typed before its field had read it: the typed text follows on a new line, once.
 */
export function withStored(stored: string, typed: string): string {
  if (typed === "" || typed === stored || stored.endsWith(`\n${typed}`)) return stored;
  return stored === "" ? typed : `${stored}\n${typed}`;
}

/**
 * Returns what a field does when its stored draft has changed: its text was sent elsewhere (`clear`), another text of
 * the conversation was (`answered`), another tab goes on with the same draft (`follow`), or nothing. A text that the
 * other place did not have is never lost: what differs from the sent text stays, and a field follows only a writer who
 * had read its text.
 */
export function followDraft(
  field: Field,
  before: DraftState,
  now: DraftState,
): "clear" | "answered" | "follow" | "nothing" {
  const { mark } = now;
  if (mark && mark.event !== before.mark?.event) {
    const isOwn = mark.field === field.id;
    // A field that reads its draft late may show the text that it has just sent.
    if (field.text === "" || (isOwn && field.isTouched)) return "nothing";
    if (mark.texts.includes(field.text)) return "clear";
    return isOwn ? "nothing" : "answered";
  }
  if (now.text === "" || now.text === field.stored || now.isFixed) return "nothing";
  const isUnchanged = field.isSaved && field.text !== "" && field.text === field.stored;
  const goesOn = isUnchanged && now.line !== null && now.line === field.line;
  return goesOn || !field.isTouched ? "follow" : "nothing";
}

import type { DraftState } from "./sent-drafts.ts";

/**
 * A field with a draft. `stored`: what it last read from the device or stored there; `line`: of that text. `isSaved`: no
 * letter waits to be stored. `isTouched`: somebody has typed here. `id`: as in `SentText.field`.
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
    if (field.text === "" || mark.field === field.id) return "nothing";
    return mark.texts.includes(field.text) ? "clear" : "answered";
  }
  if (now.text === "" || now.text === field.stored || now.isFixed) return "nothing";
  const isUnchanged = field.isSaved && field.text !== "" && field.text === field.stored;
  const goesOn = isUnchanged && now.line !== null && now.line === field.line;
  return goesOn || !field.isTouched ? "follow" : "nothing";
}

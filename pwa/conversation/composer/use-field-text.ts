import type { RefObject } from "react";
import { toggleMark } from "./marked-text.ts";

/** Changes a field's text at its caret. */
export function useFieldText(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
) {
  const selection = () => {
    const { selectionStart: start = text.length, selectionEnd: end = start } = field.current ?? {};
    return { text, start, end };
  };
  function put(next: string, start: number, end = start) {
    write(next);
    // Waits until the field has the new text.
    requestAnimationFrame(() => field.current?.setSelectionRange(start, end));
  }
  return {
    insert(words: string) {
      const { start, end } = selection();
      put(text.slice(0, start) + words + text.slice(end), start + words.length);
    },
    mark(sign: "*" | "_") {
      const marked = toggleMark(selection(), sign);
      put(marked.text, marked.start, marked.end);
    },
    toEnd() {
      field.current?.focus();
      requestAnimationFrame(() => {
        field.current?.focus();
        field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
      });
    },
  };
}

import { useEffect, useEffectEvent, useRef, useState } from "react";

const WRITE_AFTER_MS = 300;

/** Holds a text that is stored after a pause in typing, and at once when its field goes. */
export function useDebouncedWrite(start: string, store: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(start);
  const unsaved = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const flush = useEffectEvent(() => {
    const pending = unsaved.current;
    if (!pending) return;
    clearTimeout(pending.timer);
    unsaved.current = null;
    store(pending.text);
  });
  useEffect(() => () => flush(), []);
  function write(next: string) {
    setText(next);
    if (unsaved.current) clearTimeout(unsaved.current.timer);
    const timer = setTimeout(() => {
      unsaved.current = null;
      store(next);
    }, WRITE_AFTER_MS);
    unsaved.current = { text: next, timer };
  }
  return [text, write];
}

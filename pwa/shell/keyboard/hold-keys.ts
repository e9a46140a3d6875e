import { useEffect, useRef, useState } from "react";

const passed: readonly string[] = ["Escape", "Tab", "Shift", "Control", "Alt", "Meta"];
const capture = { capture: true };

/**
 * Returns the state of a layer whose code may still be loading when it is opened. Opening it holds the keys back until
 * the layer has the focus: an Enter meant for it must not press the button underneath, nor send the message that is
 * being written. There is no time limit, because a slow device loads for long. The hold ends when the layer closes or
 * this screen goes, as it does when the layer cannot be loaded, and when the user presses Escape or the pointer.
 */
export function useHeldLayer() {
  const [isOpen, setOpen] = useState(false);
  const release = useRef(() => {});
  useEffect(() => {
    if (isOpen) return () => release.current();
  }, [isOpen]);
  return {
    isOpen,
    open() {
      release.current();
      release.current = hold();
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

function hold(): () => void {
  // Keys that the layer would miss go nowhere.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  function listener(event: KeyboardEvent) {
    const isInLayer = document.activeElement?.closest("[role=dialog], [role=alertdialog]") != null;
    if (isInLayer || event.key === "Escape") return release();
    if (passed.includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function release() {
    window.removeEventListener("keydown", listener, capture);
    window.removeEventListener("pointerdown", release, capture);
  }
  window.addEventListener("keydown", listener, capture);
  window.addEventListener("pointerdown", release, capture);
  return release;
}

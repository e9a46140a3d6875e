import { type RefObject, useLayoutEffect } from "react";

const MAX_ROWS = 5;

/** Keeps the field as high as its text, up to five rows. */
export function useGrow(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    const style = getComputedStyle(element);
    const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
    const borders = element.offsetHeight - element.clientHeight;
    const most = Number.parseFloat(style.lineHeight) * MAX_ROWS + padding + borders;
    const needed = text === "" ? 0 : element.scrollHeight + borders;
    element.style.height = needed === 0 ? "" : `${Math.min(needed, most)}px`;
    element.style.overflowY = needed > most ? "auto" : "hidden";
  }, [field, text]);
}

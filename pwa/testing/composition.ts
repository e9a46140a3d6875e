import { fireEvent } from "@testing-library/react";

/** The orders in which browsers report the Enter that confirms a composed character. */
export const compositionOrders = ["Chrome", "Safari"] as const;

/** Composes `text` at the end of the field and confirms it with Enter, with the events of that browser. */
export function confirmComposition(field: HTMLElement, text: string, order: (typeof compositionOrders)[number]): void {
  const typed = field as HTMLInputElement | HTMLTextAreaElement;
  const enter = { key: "Enter", code: "Enter", keyCode: 229 };
  fireEvent.compositionStart(field, { data: "" });
  fireEvent.input(field, { target: { value: typed.value + text } });
  if (order === "Chrome") fireEvent.keyDown(field, { ...enter, isComposing: true });
  fireEvent.compositionEnd(field, { data: text });
  if (order === "Safari") fireEvent.keyDown(field, { ...enter, isComposing: false });
  fireEvent.keyUp(field, enter);
}

import { elementOf } from "./drawing.ts";
import type { KeptScreen } from "./kept-screen.ts";

/** Creates the kept frame with the conversation in its slot; the row of the open ticket is the selected one. */
export function drawScreen({ list, ticketId, conversation }: KeptScreen): Element | null {
  const frame = elementOf(list.drawing);
  if (!frame) return null;
  for (const row of frame.querySelectorAll("[data-row]")) {
    if (row.getAttribute("data-row") === ticketId) row.setAttribute("data-selected", "");
    else row.removeAttribute("data-selected");
  }
  const pane = conversation && elementOf(conversation.drawing);
  if (pane) frame.querySelector("[data-slot]")?.append(pane);
  return frame;
}

/** Scrolls the parts of a drawing to where they were. They must be in the page, with its styles. */
export function scrollDrawing(screen: Element): void {
  for (const element of screen.querySelectorAll("[data-scroll]")) {
    const scroll = element.getAttribute("data-scroll");
    element.scrollTop = scroll === "end" ? element.scrollHeight : Number(scroll);
  }
}

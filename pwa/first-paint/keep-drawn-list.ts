import { isCovered } from "./cover.ts";
import { drawingOf } from "./drawing.ts";
import { currentPlace, keepList } from "./kept-list.ts";

type Owner = { userId: string; companyId: string; startsHere: boolean; opening: string };

/**
 * Keeps the list of tickets as it is drawn now. Does nothing on another page, in a scrolled list, without rows and
 * while another user is stored.
 */
export function keepDrawnList({ userId, companyId, startsHere, opening }: Owner): void {
  const place = currentPlace(localStorage);
  if (place?.userId !== userId || place.companyId !== companyId) return;
  if (isCovered() || location.pathname !== "/tickets" || location.search) return;
  const shell = document.querySelector("#root [data-menu]");
  const rows = [...(shell?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const scroller = rows[0]?.closest("ul")?.parentElement;
  const drawing = shell && drawingOf(shell);
  if (!drawing || !scroller || scroller.scrollTop > 0) return;
  const ids = rows.flatMap((row) => row.dataset.row ?? []);
  keepList(localStorage, { place, rows: ids, drawing, opening, startsHere });
}

import { isCovered } from "./cover.ts";
import { drawingOf } from "./drawing.ts";
import { keepConversation } from "./kept-conversations.ts";
import { type Kept, keepFrame, keepList } from "./kept-list.ts";
import { storeListPlace } from "./list-place.ts";
import { currentPlace, type ScreenPlace, ticketAt } from "./place.ts";

export type DrawnScreen = {
  userId: string;
  companyId: string;
  startsHere: boolean;
  opening: string;
  /** The tab and filters of the list, as JSON; null for a view that is not kept. */
  view: string | null;
  /** Whether the app starts with this view. */
  isFirstView: boolean;
};

/** A conversation is kept only as it is drawn at its end. */
const AT_END_PX = 40;

/**
 * Keeps the list of tickets and the conversation as they are drawn now. Does nothing on another page and while another
 * user is stored.
 */
export function keepDrawnScreen({ userId, companyId, ...screen }: DrawnScreen): void {
  const place = currentPlace(localStorage);
  if (place?.userId !== userId || place.companyId !== companyId) return;
  const ticketId = ticketAt(location.pathname);
  if (isCovered() || ticketId === undefined || location.search) return;
  const shell = document.querySelector("#root [data-menu]");
  if (!shell) return;
  keepDrawnList(shell, place, ticketId, screen);
  keepDrawnConversation(shell, place, ticketId);
}

type ListScreen = Omit<DrawnScreen, "userId" | "companyId">;

function keepDrawnList(shell: Element, place: ScreenPlace, ticketId: string | null, screen: ListScreen): void {
  const { view, isFirstView, startsHere, opening } = screen;
  if (view === null) return;
  const rows = [...shell.querySelectorAll<HTMLElement>("[data-row]")];
  const scroller = rows[0]?.closest("ul")?.parentElement;
  const isHidden = place.isOnePane && ticketId !== null;
  // A hidden list has no scroll position.
  const top = isHidden ? 0 : (scroller?.scrollTop ?? 0);
  if (!isHidden) storeListPlace({ userId: place.userId, view, top });
  // A start shows no contact beside the conversation, and a wider menu.
  if (shell.querySelector("[data-kept-slot] > aside")) return;
  const drawing = drawingOf(shell);
  if (!drawing || !(scroller || isHidden)) return;
  const ids = isHidden ? [] : rows.flatMap((row) => row.dataset.row ?? []);
  const isFirst = isFirstView && top === 0;
  const kept: Kept = { place, rows: ids, view, top, drawing, opening, startsHere, isFirst };
  if (isHidden) keepFrame(localStorage, kept);
  else keepList(localStorage, kept);
}

function keepDrawnConversation(shell: Element, place: ScreenPlace, ticketId: string | null): void {
  const slot = shell.querySelector("[data-kept-slot]");
  const pane = slot?.firstElementChild;
  if (!pane || slot.getAttribute("data-kept-slot") !== (ticketId ?? "")) return;
  const log = pane.querySelector("[data-kept-scroll=end]");
  if (ticketId !== null && !(log && isAtEnd(log))) return;
  const drawing = drawingOf(pane);
  if (!drawing) return;
  const messages = [...pane.querySelectorAll<HTMLElement>("[data-message]")].flatMap(
    (each) => each.dataset.message ?? [],
  );
  keepConversation(localStorage, { place, ticketId: ticketId ?? "", messages, drawing, at: Date.now() });
}

const isAtEnd = (log: Element) => log.scrollHeight - log.scrollTop - log.clientHeight < AT_END_PX;

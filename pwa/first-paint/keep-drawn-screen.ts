import { isCovered } from "./cover.ts";
import { keepConversation, keepThreads } from "./keep-conversations.ts";
import type { KeptThread } from "./kept-conversations.ts";
import { type Kept, keepFrame, keepList } from "./kept-list.ts";
import type { KeptValues } from "./kept-values.ts";
import { storeListPlace } from "./list-place.ts";
import { currentPlace, type ScreenPlace, ticketAt } from "./place.ts";
import { drawingOf } from "./read-drawing.ts";
import { listValues, type ShownValue, threadValues, valuesByQuestion } from "./values-to-keep.ts";

export type DrawnScreen = {
  userId: string;
  companyId: string;
  startsHere: boolean;
  opening: string;
  /** The tab and filters of the list, as JSON; null for a view that is not kept. */
  view: string | null;
  /** Whether the app starts with this view. */
  isFirstView: boolean;
  /** The values with which the screen is drawn. */
  values: readonly ShownValue[];
};

/** A conversation is kept only as it is drawn at its end. */
const AT_END_PX = 40;
/** Conversations whose values are kept. */
const MAX_THREADS = 12;

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
  const values = valuesByQuestion(screen.values);
  keepDrawnList(shell, place, ticketId, { ...screen, values });
  keepDrawnConversation(shell, place, ticketId);
  keepShownThreads(shell, place, ticketId, values);
}

/** Keeps the values of the open conversation and of the rows in sight. */
function keepShownThreads(shell: Element, place: ScreenPlace, ticketId: string | null, values: KeptValues): void {
  const rows = [...shell.querySelectorAll<HTMLElement>("[data-row]")].map((row) => row.dataset.row ?? "");
  const shown = [...new Set([ticketId ?? "", ...rows])].filter((id) => id !== "").slice(0, MAX_THREADS);
  const threads = new Map<string, KeptThread>();
  for (const id of shown) {
    const kept = threadValues(values, id);
    if (kept) threads.set(id, { place, ...kept });
  }
  keepThreads(localStorage, threads, { keepsOthers: place.isOnePane && ticketId !== null });
}

type ListScreen = Omit<DrawnScreen, "userId" | "companyId" | "values"> & { values: KeptValues };

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
  // A scrolled list is drawn from rows that are not kept.
  const values = top === 0 ? listValues(screen.values, ids) : {};
  const kept: Kept = { place, rows: ids, view, top, drawing, opening, startsHere, isFirst, values };
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

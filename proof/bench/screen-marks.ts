import type { Page } from "playwright-core";
import { password } from "./data/load.ts";

/**
 * Times of a page in ms since its navigation; 0: not yet. `rows`: rows of the list are drawn, also kept ones. `app`:
 * the app's own rows are drawn and nothing covers them. `engine`: they are those of the device's database. `synced`:
 * the end of the first sync.
 */
export type Marks = { rows: number; app: number; engine: number; synced: number; tasks: { at: number; ms: number }[] };
/** `pressed`: when the mouse button went down last. `threads`: when messages were on the screen, by ticket. */
type Seen = { marks: Marks; pressed: number; threads: Map<string, number> };

const LIST = '[aria-label="Lista de atendimentos"]';

/** Runs in the page before any other script. */
export function installMarks() {
  const keptAtMost = 30;
  const marks: Marks = { rows: 0, app: 0, engine: 0, synced: 0, tasks: [] };
  const threads = new Map<string, number>();
  Object.assign(window, { marks, pressed: 0, threads });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) marks.tasks.push({ at: entry.startTime, ms: entry.duration });
  }).observe({ type: "longtask", buffered: true });
  const press = (event: Event) => Object.assign(window, { pressed: event.timeStamp });
  addEventListener("mousedown", press, { capture: true });
  const isOnTop = (element: Element | null | undefined) => {
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return element?.contains(top) === true;
  };
  const keptRows = () => {
    const [drawn] = performance.getEntriesByName("kept-list-drawn");
    return drawn instanceof PerformanceMark ? Number(drawn.detail) : 0;
  };
  const ticketOf = () => /^\/tickets\/([^/]+)$/.exec(location.pathname)?.[1];
  const look = () => {
    // An element that is found here is painted with this frame.
    const now = performance.now();
    const rows = document.querySelectorAll('[aria-label="Lista de atendimentos"] a');
    if (!marks.rows && (rows.length >= 6 || keptRows() >= 6)) marks.rows = now;
    if (!marks.app && rows.length >= 6 && isOnTop(rows[1]?.closest("li"))) marks.app = now;
    // Fewer rows are kept than the database gives.
    if (marks.app && !marks.engine && Number(rows[1]?.closest("li")?.ariaSetSize) > keptAtMost) marks.engine = now;
    const chips = marks.app && !marks.synced ? [...document.querySelectorAll('[role="status"]')] : [];
    if (chips.some((chip) => chip.textContent === "Tudo em dia")) marks.synced = now;
    const log = document.querySelector('[role="log"]');
    const ticket = ticketOf();
    const bubble = log && [...log.querySelectorAll("[data-message]")].at(-1);
    if (ticket && bubble && !threads.has(ticket) && isOnTop(bubble)) threads.set(ticket, now);
    for (const kept of performance.getEntriesByName("kept-conversation-drawn")) {
      const id = kept instanceof PerformanceMark ? String(kept.detail) : "";
      if (!threads.has(id)) threads.set(id, now);
    }
    requestAnimationFrame(look);
  };
  look();
}

export const marksOf = (page: Page): Promise<Marks> => page.evaluate(() => (window as unknown as Seen).marks);

export const untilMark = (page: Page, mark: "rows" | "app" | "engine" | "synced") =>
  page.waitForFunction((name) => (window as unknown as Seen).marks[name] > 0, mark, { timeout: 120_000 });

/**
 * Returns when the rows were on the screen, in ms since the navigation. The frame with the kept list is the first one
 * that the browser paints with content.
 */
export const rowsPaintedAt = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [first] = performance.getEntriesByName("first-contentful-paint");
    return Math.max(first?.startTime ?? 0, (window as unknown as Seen).marks.rows);
  });

/** Signs in, and opens the tickets. Returns when "Entrar" was pressed, in ms since the navigation. */
export async function signInAt(page: Page, email: string, { isOpen = false } = {}): Promise<number> {
  if (!isOpen) await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  return page.evaluate(() => {
    const button = [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === "Entrar");
    const began = performance.now();
    button?.click();
    // An admin starts at the dashboard: opens the tickets as soon as the menu is there.
    const openTickets = () => {
      const link = document.querySelector<HTMLElement>('a[href="/tickets"]');
      if (link) link.click();
      else requestAnimationFrame(openTickets);
    };
    openTickets();
    return began;
  });
}

type Place = { x: number; y: number };
export type RowPlace = { ticketId: string } & Place;

/** Returns the tickets of the first rows and the middle of each row, in pixels of the window. */
export const rowPlaces = (page: Page): Promise<RowPlace[]> =>
  page.evaluate(
    (list) =>
      [...document.querySelectorAll<HTMLAnchorElement>(`${list} a`)].flatMap((link) => {
        const { x, y, width, height } = (link.closest("li") ?? link).getBoundingClientRect();
        const ticketId = /^\/tickets\/([^/]+)$/.exec(link.pathname)?.[1];
        return ticketId ? [{ ticketId, x: x + width / 2, y: y + height / 2 }] : [];
      }),
    LIST,
  );

/**
 * Presses the row with the mouse. Returns when its last message was on the screen, in ms since the button went down and
 * since the navigation.
 */
export async function openRow(page: Page, { ticketId, x, y }: RowPlace) {
  await page.mouse.click(x, y);
  const until = await page.waitForFunction((id) => (window as unknown as Seen).threads.get(id) ?? 0, ticketId, {
    timeout: 30_000,
  });
  const shownAt = Number(await until.jsonValue());
  const pressedAt = await page.evaluate(() => (window as unknown as Seen).pressed);
  return { ms: shownAt - pressedAt, shownAt, pressedAt };
}

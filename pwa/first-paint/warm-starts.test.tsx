import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { removeStoredSession, storeSession } from "../session/session-keys.ts";
import { someUser } from "../session/testing/given-browser.ts";
import { removeCover, showCover } from "./cover.ts";
import { dropKeptConversation, keptTickets } from "./keep-conversations.ts";
import { dropKeptListUnless, keptViews } from "./kept-list.ts";
import { readKeptScreen } from "./kept-screen.ts";
import { type DrawnTicket, drawList, FIRST_VIEW, givenOpenShadows, keepDrawn } from "./testing/cover.ts";

const WARM_STARTS = 1_000;

/** Two users on one device. Each has tickets of their own; a text names its user. */
const people = [
  { id: "user-1", companyId: "company-1" },
  { id: "user-2", companyId: "company-2" },
] as const;
const signIn = (who: number) =>
  storeSession(localStorage, { token: `token ${who}`, unsentKey: null, user: someUser(people[who]) });
const views = [FIRST_VIEW, "waiting"];
const tops = [0, 0, 77, 500];

/** `at`: the step of its last change. */
type Message = DrawnTicket & { at: number };
type Ticket = DrawnTicket & { at: number; view: number; messages: Message[] };

const which = { who: fc.nat(1), ticket: fc.nat(7) };
const step = fc.oneof(
  fc.record({ do: fc.constant("change" as const), ...which, text: fc.nat(99), view: fc.nat(1) }),
  fc.record({ do: fc.constant("write" as const), ...which, text: fc.nat(99) }),
  fc.record({ do: fc.constant("leave" as const), ...which }),
  fc.record({ do: fc.constant("open" as const), ticket: fc.nat(7) }),
  fc.record({ do: fc.constant("tab" as const), view: fc.nat(1), top: fc.nat(3) }),
  fc.record({ do: fc.constantFrom("idle" as const, "close" as const, "sign out" as const) }),
  fc.record({ do: fc.constantFrom("reload" as const, "reload" as const, "start" as const, "idle" as const) }),
  fc.record({ do: fc.constant("sign in" as const), who: fc.nat(1) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

afterEach(() => {
  removeCover();
  document.body.replaceChildren();
});

function readDrawing(screen: HTMLElement | null) {
  const all = <T extends Element>(selector: string) => [...(screen?.querySelectorAll<T>(selector) ?? [])];
  const texts = (selector: string) => all(selector).map((element) => element.textContent ?? "");
  const idOf = (link: Element | null) => link?.getAttribute("data-tap")?.replace("/tickets/", "") ?? "";
  return {
    rows: all("li").map((row) => ({ id: idOf(row.querySelector("a")), text: row.textContent ?? "" })),
    contact: texts("section h2"),
    messages: texts("section p"),
    drafts: all<HTMLTextAreaElement>("textarea").map(({ value }) => value),
    selected: all("[data-row][data-selected] a").map(idOf),
    top: screen?.querySelector(".overflow-y-auto")?.scrollTop,
  };
}

const text = (who: number, id: string, at: number) => `${who} ${id} ${at}`;

function firstTicket(who: number, nth: number): Ticket {
  const id = `${who}-${nth}`;
  const messages = [{ id: `${id} first`, text: `${text(who, id, -1)} first`, at: -1 }];
  return { id, text: text(who, id, -1), at: -1, view: nth % 2, messages };
}

/** One device: what its user sees, and the kept screens that are compared with it. */
function createDevice(drawn: () => HTMLElement | null) {
  const lists = people.map((_, who) => [0, 1, 2, 3].map((nth) => firstTicket(who, nth)));
  const seen = { starts: 0, rows: 0, conversations: 0, other: 0 };
  /** The step at which a list or conversation was last kept. */
  const keptAt = new Map<string, number>();
  let signedIn = 0;
  let place = { view: 0, top: 0, open: null as string | null };

  const own = () => lists[signedIn] ?? [];
  const inView = (view: number) => own().filter((ticket) => ticket.view === view);
  const isHere = (id: string | null) => own().find((ticket) => ticket.id === id);
  const goTo = (next: Partial<typeof place>, state: unknown = null) => {
    place = { ...place, ...next };
    history.pushState(state, "", place.open ? `/tickets/${place.open}` : "/tickets");
  };

  function idle(now: number) {
    const person = people[signedIn];
    if (!person) return;
    const open = isHere(place.open);
    const root = drawList(inView(place.view), open && { ...open, draft: `${signedIn} draft` });
    const scroller = root.querySelector(".overflow-y-auto");
    if (scroller) scroller.scrollTop = place.top;
    keepDrawn(person, views[place.view]);
    keptAt.set(`${signedIn} ${place.view} ${place.top}`, now);
    if (open) keptAt.set(open.id, now);
  }

  async function start(state: unknown) {
    seen.starts++;
    const { pathname, search } = location;
    const kept = readKeptScreen(localStorage, { pathname, search, state });
    if (!kept) return;
    drawList([]);
    await showCover(kept);
    const { rows, contact, messages, drafts, selected, top } = readDrawing(drawn());
    removeCover();

    expect(signedIn).not.toBe(-1);
    const texts = [...rows.map((row) => row.text), ...contact, ...messages, ...drafts];
    expect(texts.filter((text) => !text.startsWith(`${signedIn} `))).toEqual([]);
    const shown = state === null ? { view: 0, top: 0 } : place;
    expect(top).toBe(shown.top);
    const listAt = keptAt.get(`${signedIn} ${shown.view} ${shown.top}`) ?? -1;
    const isSame = ({ id }: { id: string }) => (isHere(id)?.at ?? listAt + 1) <= listAt;
    const same = inView(shown.view).filter(isSame);
    expect(rows.filter(isSame).map((row) => row.text)).toEqual(same.map((ticket) => ticket.text));
    if (rows.length > 0) seen.rows++;
    if (shown.view > 0 || shown.top > 0) seen.other++;
    expect(selected.filter((id) => id !== place.open)).toEqual([]);
    if (messages.length === 0) return;
    seen.conversations++;
    const conversationAt = keptAt.get(place.open ?? "") ?? -1;
    const written = isHere(place.open)?.messages.filter(({ at }) => at <= conversationAt) ?? [];
    expect(messages).toEqual(written.map((message) => message.text));
  }

  /** Does a step. The engine's subscriptions remove kept screens as soon as a ticket leaves. */
  async function run(each: Step, now: number) {
    if (each.do === "change") {
      const id = `${each.who}-${each.ticket}`;
      const list = lists[each.who] ?? [];
      const before = list.find((ticket) => ticket.id === id);
      const changed = { id, text: text(each.who, id, now), at: now, view: each.view, messages: before?.messages ?? [] };
      lists[each.who] = [changed, ...list.filter((ticket) => ticket.id !== id)];
    } else if (each.do === "write") {
      const id = `${each.who}-${each.ticket}`;
      const ticket = lists[each.who]?.find((one) => one.id === id);
      ticket?.messages.push({ id: `${id} ${now}`, text: `${text(each.who, id, now)} ${each.text}`, at: now });
    } else if (each.do === "leave") {
      const id = `${each.who}-${each.ticket}`;
      lists[each.who] = lists[each.who]?.filter((ticket) => ticket.id !== id) ?? [];
    } else if (each.do === "open") {
      const id = own()[each.ticket % Math.max(1, own().length)]?.id;
      if (id) goTo({ open: id });
    } else if (each.do === "close") goTo({ open: null });
    else if (each.do === "tab") place = { ...place, view: each.view, top: tops[each.top] ?? 0 };
    else if (each.do === "sign out") {
      removeStoredSession(localStorage);
      signedIn = -1;
      goTo({ open: null, view: 0, top: 0 });
    } else if (each.do === "sign in") {
      if (signedIn !== each.who) goTo({ open: null, view: 0, top: 0 });
      signedIn = each.who;
      signIn(each.who);
    } else if (each.do === "idle") idle(now);
    else if (each.do === "reload" && signedIn >= 0) {
      // Leaving the page keeps its screen, and the place in the history.
      idle(now);
      await start(history.state);
    } else if (each.do === "start") await start(null);
    watch();
  }

  function watch() {
    if (signedIn === -1) return;
    for (const { key, view } of keptViews(localStorage))
      dropKeptListUnless(localStorage, new Set(inView(views.indexOf(view)).map(({ id }) => id)), { key, view });
    for (const id of keptTickets(localStorage)) if (!isHere(id)) dropKeptConversation(localStorage, id);
    if (place.open && !isHere(place.open)) goTo({ open: null });
  }
  return { run, seen };
}

test("warm starts: the kept screen differs from the engine's only where data changed since, and is never another user's", async () => {
  const { drawn } = givenOpenShadows();
  const total = { starts: 0, rows: 0, conversations: 0, other: 0 };
  const run = async (steps: Step[]) => {
    localStorage.clear();
    history.pushState(null, "", "/tickets");
    signIn(0);
    const device = createDevice(drawn);
    for (const [now, each] of steps.entries()) await device.run(each, now);
    for (const name of ["starts", "rows", "conversations", "other"] as const) total[name] += device.seen[name];
  };
  const histories = fc.array(step, { minLength: 20, maxLength: 60 });
  while (total.rows < WARM_STARTS || total.conversations < WARM_STARTS / 4 || total.other < WARM_STARTS / 4)
    await fc.assert(fc.asyncProperty(histories, run), { numRuns: 50 });
  expect(total.starts).toBeGreaterThanOrEqual(WARM_STARTS);
}, 120_000);

import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { removeStoredSession, storeSession } from "../session/session-keys.ts";
import { someUser } from "../session/testing/given-browser.ts";
import { removeCover, showCover } from "./cover.ts";
import { keepDrawnList } from "./keep-drawn-list.ts";
import { dropKeptListUnless, readKeptList } from "./kept-list.ts";
import { drawList, givenOpenShadows } from "./testing/cover.ts";

const WARM_STARTS = 1_000;

/** Two users on one device. Each has tickets of their own; a text names its user. */
const people = [
  { id: "user-1", companyId: "company-1" },
  { id: "user-2", companyId: "company-2" },
] as const;
const signIn = (who: number) => storeSession(localStorage, { token: `token ${who}`, user: someUser(people[who]) });
type Ticket = { id: string; text: string };

const step = fc.oneof(
  fc.record({ do: fc.constant("change" as const), who: fc.nat(1), ticket: fc.nat(7), text: fc.nat(99) }),
  fc.record({ do: fc.constant("leave" as const), who: fc.nat(1), ticket: fc.nat(7) }),
  fc.record({
    do: fc.constantFrom("idle" as const, "idle" as const, "sign out" as const, "start" as const, "start" as const),
  }),
  fc.record({ do: fc.constant("sign in" as const), who: fc.nat(1) }),
);

afterEach(() => {
  removeCover();
  document.body.replaceChildren();
});

test("warm starts: the kept list differs from the engine's only where tickets changed since, and is never another user's", async () => {
  history.replaceState(null, "", "/tickets");
  const { drawn } = givenOpenShadows();
  let starts = 0;
  let withRows = 0;
  const run = async (steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) => {
    localStorage.clear();
    let signedIn = 0;
    signIn(0);
    const lists: Ticket[][] = [[], []];
    /** The list of the signed-in user when it was kept, and the tickets that changed since. */
    let changed = new Set<string>();
    for (const each of steps) {
      const person = people[signedIn];
      if (each.do === "change") {
        const id = `${each.who}-${each.ticket}`;
        const rest = lists[each.who]?.filter((ticket) => ticket.id !== id) ?? [];
        lists[each.who] = [{ id, text: `${each.who} ${each.text}` }, ...rest];
        changed.add(id);
      } else if (each.do === "leave") {
        const id = `${each.who}-${each.ticket}`;
        lists[each.who] = lists[each.who]?.filter((ticket) => ticket.id !== id) ?? [];
        changed.add(id);
        if (person && each.who === signedIn) {
          // The device removes a ticket: the subscription to the list removes the kept one.
          dropKeptListUnless(localStorage, new Set(lists[signedIn]?.map((ticket) => ticket.id)));
        }
      } else if (each.do === "sign out") {
        removeStoredSession(localStorage);
        signedIn = -1;
      } else if (each.do === "sign in") {
        if (signedIn !== each.who) changed = new Set();
        signedIn = each.who;
        signIn(each.who);
      } else if (each.do === "idle" && person) {
        drawList(lists[signedIn] ?? []);
        keepDrawnList({ userId: person.id, companyId: person.companyId, startsHere: true, opening: "Abrindo" });
        if ((lists[signedIn] ?? []).length > 0) changed = new Set();
      } else if (each.do === "start") {
        starts++;
        const kept = readKeptList(localStorage, { pathname: "/tickets", search: "" });
        const engine = lists[signedIn] ?? [];
        if (!kept) continue;
        drawList([]);
        await showCover(kept);
        const rows = [...(drawn()?.querySelectorAll("li") ?? [])].map((row) => ({
          id: row.querySelector("a")?.dataset.tap?.replace("/tickets/", "") ?? "",
          text: row.textContent ?? "",
        }));
        removeCover();
        withRows += rows.length > 0 ? 1 : 0;
        expect(signedIn).not.toBe(-1);
        expect(rows.every(({ text }) => text.startsWith(`${signedIn} `))).toBe(true);
        const same = (list: Ticket[]) => list.filter(({ id }) => !changed.has(id));
        expect(same(rows)).toEqual(same(engine));
      }
    }
  };
  const histories = fc.array(step, { minLength: 20, maxLength: 60 });
  while (withRows < WARM_STARTS) await fc.assert(fc.asyncProperty(histories, run), { numRuns: 100 });
  expect(starts).toBeGreaterThanOrEqual(WARM_STARTS);
});

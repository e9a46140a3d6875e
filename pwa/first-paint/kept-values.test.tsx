import { afterEach, beforeEach, expect, test } from "vitest";
import { dropKeptConversation, dropKeptConversationWith, keptTickets } from "./keep-conversations.ts";
import { forgetKept } from "./kept-record.ts";
import { readKeptScreen } from "./kept-screen.ts";
import { keptValue, questionOf, setKeptScreen } from "./kept-values.ts";
import { drawList, keepDrawn, storePerson } from "./testing/cover.ts";
import type { ShownValue } from "./values-to-keep.ts";

const helena = { id: "user-1", companyId: "company-1" };
const rows = ["t1", "t2", "t3"].map((id) => ({ id, text: `Contact ${id}` }));
const list = questionOf("tickets$", { status: "open", limit: 100 });
const queues = questionOf("refs$", "queue");
const thread = (id: string) => questionOf("thread$", id);

const messagesOf = (id: string, count: number) => Array.from({ length: count }, (_, at) => ({ id: `${id} m${at}` }));
const filter = { status: "open", limit: 100 };
const shown = (shownRows: object[] = rows, queue = "Vendas"): ShownValue[] => [
  { source: "tickets$", given: [filter], value: shownRows },
  { source: "tickets$", given: [{ status: "pending", limit: 200 }], value: [{ id: "t8" }] },
  { source: "refs$", given: ["queue"], value: [{ id: "q1", name: queue }] },
  ...rows.flatMap((row) => [
    { source: "ticket$", given: [row.id], value: row },
    { source: "thread$", given: [row.id], value: { messages: messagesOf(row.id, 25), hasOlder: false } },
  ]),
];

/** Keeps a screen with these values, then starts the app at the list. */
function start(kept = shown(), tickets = rows): void {
  drawList(tickets);
  keepDrawn(helena, undefined, kept);
  begin();
}
const begin = () => setKeptScreen(readKeptScreen(localStorage, { pathname: "/tickets", search: "", state: null }));

beforeEach(() => {
  history.replaceState(null, "", "/tickets");
  storePerson(helena);
});
afterEach(() => {
  setKeptScreen(null);
  document.body.replaceChildren();
});

test("kept values: the next start has the rows, their frame and the conversations of the rows in sight", () => {
  start();
  expect(keptValue(list)).toEqual(rows);
  expect(keptValue(queues)).toEqual([{ id: "q1", name: "Vendas" }]);
  expect(keptValue(questionOf("ticket$", "t2"))).toEqual(rows[1]);
  expect(keptValue(thread("t2"))).toEqual({ messages: messagesOf("t2", 25).slice(-20), hasOlder: true });
  expect(keptValue(thread("t9"))).toBeUndefined();
  expect(keptValue(questionOf("refs$", "tag"))).toBeUndefined();
  expect(keptValue(questionOf("tickets$", { status: "pending", limit: 200 }))).toBeUndefined();
});

test("kept values: there are none without a kept screen, after another sign-in, and after the session", () => {
  start();
  storePerson({ id: "user-2", companyId: "company-1" });
  expect(keptValue(thread("t1"))).toBeUndefined();
  begin();
  expect(keptValue(list)).toBeUndefined();
  storePerson(helena);
  start();
  forgetKept(localStorage);
  expect(keptValue(thread("t1"))).toBeUndefined();
  setKeptScreen(null);
  expect(keptValue(list)).toBeUndefined();
});

test("kept values: a conversation goes with its ticket, a hidden message, and its row", () => {
  start();
  dropKeptConversation(localStorage, "t1");
  expect(keptValue(thread("t1"))).toBeUndefined();
  dropKeptConversationWith(localStorage, "t2", new Set(["t2 m24"]));
  expect(keptValue(thread("t2"))).toBeUndefined();
  expect(keptTickets(localStorage)).toEqual(["t3"]);
  start(shown(), rows.slice(0, 1));
  expect(keptTickets(localStorage)).toEqual(["t1"]);
});

test("kept values: no more rows than a window shows, and none that fill the storage", () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ id: `t${at}`, text: "Contact" }));
  start(shown(many));
  expect(keptValue(list)).toHaveLength(30);
  start(shown(rows, "Vendas".repeat(30_000)));
  expect(keptValue(list)).toBeUndefined();
  expect(readKeptScreen(localStorage, { pathname: "/tickets", search: "", state: null })).not.toBeNull();
});

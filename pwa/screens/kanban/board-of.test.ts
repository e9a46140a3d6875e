import { expect, test } from "vitest";
import { givenTicket } from "../../../sync/client/testing/given.ts";
import { untouched } from "../../../sync/client/views/tickets.ts";
import { boardOf, filtered, newestOf } from "./board-of.ts";

const lane = (id: string) => ({
  ...{ kind: "tag" as const, id, rev: 1, name: id.toUpperCase(), color: "#111111", isKanban: true, lanePosition: 0 },
});
const card = (change = {}) => untouched(givenTicket(change));
const everything = { search: "", queueIds: [], userIds: [] };

test("cards stand in the lane of their kanban tag, without one in the first lane; other tags do not matter", () => {
  const cards = [card({ tagIds: ["plain", "b"] }), card({ tagIds: ["plain"] }), card({ tagIds: ["a"] }), card()];
  const board = boardOf(cards, [lane("a"), lane("b")], "Em Aberto");
  expect(board.map(({ name, tickets }) => [name, tickets.map(({ id }) => id)])).toEqual([
    ["Em Aberto", [cards[1]?.id, cards[3]?.id]],
    ["A", [cards[2]?.id]],
    ["B", [cards[0]?.id]],
  ]);
});

test("a card with two kanban tags stands once, in the first of their lanes", () => {
  const both = card({ tagIds: ["a", "b"] });
  const counts = boardOf([both], [lane("b"), lane("a")], "Em Aberto").map(({ tickets }) => tickets.length);
  expect(counts).toEqual([0, 1, 0]);
});

test("filters: by name without accents, by number, by queue, without a queue, and by agent", () => {
  const helena = card({ contactName: "Helena Sampáio", number: 4812, queueId: "sales", userId: "ana" });
  const ivo = card({ contactName: "Ivo", number: 77, queueId: null, userId: null });
  const found = (change: object) => filtered([helena, ivo], { ...everything, ...change }).map(({ number }) => number);
  expect(found({})).toEqual([4812, 77]);
  expect(found({ search: "sampaio hel" })).toEqual([4812]);
  expect(found({ search: "481" })).toEqual([4812]);
  expect(found({ queueIds: ["sales"] })).toEqual([4812]);
  expect(found({ queueIds: [null] })).toEqual([77]);
  expect(found({ userIds: ["ana"] })).toEqual([4812]);
});

test("filters: a number is found however it is written", () => {
  const cards = [card({ search: "rita 553188870201" }), card({ search: "outra 5531988870202" })];
  for (const search of ["(31) 98887-0201", "031 8887-0201", "+55 31 98887 0201", "98887-0201"])
    expect([search, filtered(cards, { ...everything, search })]).toEqual([search, [cards[0]]]);
});

test("newest tickets: those older than the end of a list with more are left out, so that none is missing in between", () => {
  // The lists are newest first: an older card has a larger sort key.
  const at = (sortKey: string) => card({ sortKey });
  const [open, pending] = [["1", "3", "5"].map(at), ["2", "4", "6"].map(at)];
  const keys = (lists: (typeof open)[], limit?: number) => {
    const { tickets, isComplete } = newestOf(lists, limit);
    return { keys: tickets.map(({ sortKey }) => sortKey).join(""), isComplete };
  };
  expect(keys([open, pending], 3)).toEqual({ keys: "12345", isComplete: false });
  expect(keys([open, pending.slice(0, 1)], 3)).toEqual({ keys: "1235", isComplete: false });
  expect(keys([open, pending], 4)).toEqual({ keys: "123456", isComplete: true });
  expect(keys([open, pending])).toEqual({ keys: "123456", isComplete: true });
});

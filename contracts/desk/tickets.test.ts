import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { searchable, searchWords } from "../search-text.ts";
import { canTransferTo, NewTicket, NoteText, queueForTransfer, sortKeyOf } from "./tickets.ts";

test("queueForTransfer keeps the queue when the colleague serves it", () => {
  expect(queueForTransfer("vendas", ["vendas", "trocas"])).toBe("vendas");
});

test("queueForTransfer chooses a colleague's only queue, and none of several others", () => {
  expect(queueForTransfer("vendas", ["trocas"])).toBe("trocas");
  expect(queueForTransfer(null, ["trocas"])).toBe("trocas");
  expect(queueForTransfer("vendas", ["trocas", "financeiro"])).toBeNull();
  expect(queueForTransfer("vendas", [])).toBeNull();
});

test("queueForTransfer returns only a queue that the colleague serves", () => {
  const queue = fc.constantFrom("vendas", "trocas", "financeiro");
  fc.assert(
    fc.property(fc.option(queue), fc.uniqueArray(queue), (present, queueIds) => {
      const chosen = queueForTransfer(present, queueIds);
      return chosen === null ? queueIds.length !== 1 : canTransferTo({ queueIds }, chosen);
    }),
    { seed: 17 },
  );
});

test("sortKeyOf: 13 digits that order tickets from the newest to the oldest", () => {
  const instant = fc.integer({ min: 0, max: Date.parse("2200-01-01") });
  fc.assert(
    fc.property(instant, instant, (first, second) => {
      const [a, b] = [sortKeyOf(new Date(first)), sortKeyOf(new Date(second).toISOString())];
      expect([a, b].every((key) => /^\d{13}$/.test(key))).toBe(true);
      expect(Math.sign(a.localeCompare(b))).toBe(Math.sign(second - first));
    }),
    { seed: 18 },
  );
});

test("searchable: lower case without accents, and absent texts leave no gap", () => {
  expect(searchable("José Conceição", "5531")).toBe("jose conceicao 5531");
  expect(searchable(null, "", "BIA", undefined)).toBe("bia");
  expect(searchable()).toBe("");
});

test("searchable: a text in normal form stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => searchable(searchable(text)) === searchable(text)),
    { seed: 19, examples: [["İstanbul"], ["ẞ"], ["Ç̧"]] },
  );
});

test("searchWords: every word of a text is a part of its searchable form", () => {
  expect(searchWords("  Ção\n JOSÉ ")).toEqual(["cao", "jose"]);
  expect([searchWords(), searchWords(""), searchWords(" ")]).toEqual([[], [], []]);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) =>
      searchWords(text).every((word) => word !== "" && searchable(text).includes(word)),
    ),
    { seed: 20 },
  );
});

test("a new ticket is open or pending, and a note has 2 to 10000 characters", () => {
  const contactId = "0190f3a4-0000-7000-8000-000000000001";
  const isTicket = (status: string) => v.is(NewTicket, { contactId, status });
  expect(["open", "pending", "closed"].map(isTicket)).toEqual([true, true, false]);
  const isNote = (text: string) => v.is(NoteText, text);
  expect([" o ", "ok", "x".repeat(10_000), "x".repeat(10_001)].map(isNote)).toEqual([false, true, true, false]);
});

test("searchWords looks at the first 8 words of the first 200 characters", () => {
  expect(searchWords("São  PAULO")).toEqual(["sao", "paulo"]);
  expect(searchWords(Array.from({ length: 4_500 }, (_, place) => `a${place}`).join(" "))).toHaveLength(8);
  expect(searchWords("x".repeat(100_000))).toEqual(["x".repeat(200)]);
  expect(searchWords()).toEqual([]);
});

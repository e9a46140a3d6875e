import { expect, test } from "vitest";
import { resultsOf, shortAnswer } from "./command-answer.ts";
import type { CommandResult } from "./index.ts";

const applied = (id: string, rev: number | null): CommandResult => ({ id, status: "applied", rev, code: null });
const commands = [{ id: "a" }, { id: "b" }];

test("a short answer has the revisions in the order of the commands, and is read as the whole one", () => {
  const results = [applied("a", 7), applied("b", null)];
  const short = shortAnswer(commands, results);
  expect(short).toEqual({ revs: [7, null] });
  expect(resultsOf(commands, short)).toEqual(results);
  expect(resultsOf(commands, { results })).toBe(results);
});

test("a repeated command was applied", () => {
  expect(shortAnswer([{ id: "a" }], [{ ...applied("a", 7), status: "duplicate" }])).toEqual({ revs: [7] });
});

test.each<[string, CommandResult[]]>([
  ["a refusal", [applied("a", 7), { ...applied("b", null), status: "rejected", code: "ERR_TICKET_CLOSED" }]],
  ["a repeated refusal", [applied("a", 7), { ...applied("b", null), status: "duplicate", code: "ERR_TICKET_CLOSED" }]],
  ["a refusal without a code", [applied("a", 7), { ...applied("b", null), status: "rejected" }]],
  ["a missing result", [applied("b", 7)]],
  ["another order", [applied("b", 7), applied("a", 7)]],
])("an answer with %s stays whole", (_case, results) => {
  expect(shortAnswer(commands, results)).toEqual({ results });
});

test("a short answer to other commands is no answer", () => {
  expect(() => resultsOf(commands, { revs: [7] })).toThrow("another number of revisions");
});

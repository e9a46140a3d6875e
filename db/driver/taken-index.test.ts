import { expect, test } from "vitest";
import { takenIndex } from "./taken-index.ts";

const refused = (code: string, index: string) =>
  Object.assign(new Error(`duplicate key value violates unique constraint "${index}"`), { code });

test.each([
  ["on one Postgres", refused("23505", "plans_name"), "plans_name"],
  ["on a node, where it has the number of its shard", refused("23505", "plans_name_102009"), "plans_name"],
  ["as the cause of the query's error", new Error("Failed query", { cause: refused("23505", "a_b") }), "a_b"],
  ["not for a foreign key", refused("23503", "plans_name"), null],
  ["not for another error", new Error('of "plans_name"'), null],
])("takenIndex names the index: %s", (_name, error, index) => {
  expect(takenIndex(error)).toBe(index);
});

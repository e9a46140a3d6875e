import { expect, test } from "vitest";
import { mutated, mutationsIn } from "./mutations.ts";

const variants = (source: string) => mutationsIn("rule.ts", source).map((mutation) => mutated(source, mutation));

test.each([
  ["a comparison", "f(a < b);", ["f(a <= b);"]],
  ["an operator after a parenthesis", "f((a) === b);", ["f((a) !== b);"]],
  ["a logical operator", "f(a && b);", ["f(a || b);"]],
  ["a negation", "f(!a);", ["f(a);"]],
  ["a boolean and a number", "f(true, 7);", ["f(false, 7);", "f(true, 8);"]],
  ["a branch", "f(a ? b : c);", ["f(a ? c : b);"]],
  ["a refusal", "await requireAdmin(ctx);", ["{}"]],
  ["an error", "throw new Error();", ["{}"]],
])("%s is mutated", (_, source, expected) => {
  expect(variants(source)).toEqual(expected);
});

test("types, texts and other calls stay, and an expression with a type is mutated", () => {
  expect(variants("type A = 1 | true; const a: 2 = f('3'); g();")).toEqual([]);
  expect(variants("f((a === b) as boolean);")).toEqual(["f((a !== b) as boolean);"]);
});

test("a mutation names its line", () => {
  expect(mutationsIn("rule.ts", "f();\ng(1);").map(({ line }) => line)).toEqual([2]);
});

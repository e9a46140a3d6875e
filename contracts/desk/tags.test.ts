import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { NewQuickMessage, QuickMessageChange } from "./quick-messages.ts";
import { NewTag, TagChange, tagColorOf, tagColors } from "./tags.ts";

test("tagColorOf: any name gets a preset colour", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (name) =>
      (tagColors as readonly string[]).includes(tagColorOf(name)),
    ),
    { seed: 14 },
  );
});

test("tagColorOf: names use all preset colours, and stored tags keep theirs", () => {
  const names = Array.from({ length: 200 }, (_, place) => `Etiqueta ${place}`);
  expect(new Set(names.map(tagColorOf)).size).toBe(tagColors.length);
  // (7 · 31 + 65) mod 8 = 2, and the order of letters counts.
  expect(tagColorOf("A")).toBe(tagColors[2]);
  expect(tagColorOf("ab")).not.toBe(tagColorOf("ba"));
});

test("a tag gets a trimmed name and a colour in lower case", () => {
  expect(v.parse(NewTag, { name: " Vip ", color: "#ABCDEF" })).toEqual({
    name: "Vip",
    color: "#abcdef",
    isKanban: false,
  });
  expect(v.parse(NewTag, { name: "Vip" })).not.toHaveProperty("color");
  expect(v.parse(TagChange, {})).toEqual({});
});

test.each<[string, unknown, unknown]>([
  ["name", "Vip", " Vi "],
  ["name", "V".repeat(50), "V".repeat(51)],
  ["color", "#abc", "#ab"],
  ["color", "#12345678", "#123456789"],
  ["color", "#1d7f52", "1d7f52"],
  ["isKanban", true, 1],
])("a tag: %s accepts %j and refuses %j, when created and when changed", (field, passes, fails) => {
  const isValid = (value: unknown) => [
    v.is(NewTag, { name: "Vip", [field]: value }),
    v.is(TagChange, { [field]: value }),
  ];
  expect(isValid(passes)).toEqual([true, true]);
  expect(isValid(fails)).toEqual([false, false]);
});

test.each<[string, unknown, unknown]>([
  ["shortcode", "o", " "],
  ["shortcode", "o".repeat(60), "o".repeat(61)],
  ["message", ".", "\n "],
  ["message", "x".repeat(4_096), "x".repeat(4_097)],
  ["fileId", null, "mapa.png"],
])("a quick message: %s accepts %j and refuses %j, when created and when changed", (field, passes, fails) => {
  const isValid = (value: unknown) => [
    v.is(NewQuickMessage, { shortcode: "oi", message: "Olá!", [field]: value }),
    v.is(QuickMessageChange, { [field]: value }),
  ];
  expect(isValid(passes)).toEqual([true, true]);
  expect(isValid(fails)).toEqual([false, false]);
});

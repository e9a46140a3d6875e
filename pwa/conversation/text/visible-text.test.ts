import { expect, test } from "vitest";
import { isInvisible } from "./visible-text.ts";

test.each(["", " ", "\u200b\u200d", "\u3164", "\u2800\u2800", "\u202e\u00a0", "\ufe0f", "\u00ad", "\u{e0020}"])(
  "isInvisible: nothing is seen of %j",
  (text) => expect(isInvisible(text)).toBe(true),
);

test.each([".", "1", "❤️", "👨‍👩‍👧", "a\u200b", "مرحبا", "ー", "\uf8ff"])("isInvisible: %j is seen", (text) =>
  expect(isInvisible(text)).toBe(false),
);

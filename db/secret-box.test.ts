import { expect, test } from "vitest";
import { openSecretBox } from "./secret-box.ts";

const PLACE = "company/setting";
const plain = Buffer.from("segredo");
const former = openSecretBox("the former key", "test");
const both = openSecretBox(["the present key", "the former key"], "test");
const present = openSecretBox("the present key", "test");

test("values of both keys are opened, and new ones have the first key", () => {
  expect(both.open(former.seal(plain, PLACE), PLACE)).toEqual(plain);
  expect(present.open(both.seal(plain, PLACE), PLACE)).toEqual(plain);
  expect(() => former.open(both.seal(plain, PLACE), PLACE)).toThrow();
});

test("a value of the former key is encrypted with the first key, one that has it already is not", () => {
  const again = both.reseal(former.seal(plain, PLACE), PLACE);
  expect(again && present.open(again, PLACE)).toEqual(plain);
  expect(both.reseal(both.seal(plain, PLACE), PLACE)).toBeNull();
});

test("a value of another key, place or purpose, and an altered one, are neither opened nor encrypted again", () => {
  const altered = former.seal(plain, PLACE);
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  for (const [sealed, place] of [
    [openSecretBox("a third key", "test").seal(plain, PLACE), PLACE],
    [openSecretBox("the former key", "other").seal(plain, PLACE), PLACE],
    [former.seal(plain, PLACE), "company/other"],
    [altered, PLACE],
    [Buffer.alloc(0), PLACE],
  ] as const) {
    expect(() => both.open(sealed, place)).toThrow();
    expect(() => both.reseal(sealed, place)).toThrow();
  }
});

import { expect, test } from "vitest";
import { caretIn, isWholePhone, maskTyped } from "./phone-mask.ts";

/** Types one character after the other, as a person does. */
function typed(text: string): string {
  let shown = "";
  for (const character of text) shown = maskTyped(shown + character, shown);
  return shown;
}

test("phone mask: the same number typed in several ways looks the same", () => {
  for (const text of ["31955500301", "5531955500301", "+5531955500301", "(31) 95550-0301", "+55 (31) 95550-0301"])
    expect(typed(text), text).toBe("+55 (31) 95550-0301");
  expect(maskTyped("031 95550-0301".slice(1), "")).toBe("+55 (31) 95550-0301");
});

test("phone mask: a landline has four digits before the hyphen", () => {
  expect(typed("3135550190")).toBe("+55 (31) 3555-0190");
});

test("phone mask: Backspace removes one digit each time until the field is empty", () => {
  let shown = typed("31955500301");
  let steps = 0;
  while (shown && steps < 40) {
    const before = shown.replace(/\D/g, "").length;
    shown = maskTyped(shown.slice(0, -1), shown);
    expect(shown.replace(/\D/g, "").length).toBeLessThan(before);
    steps += 1;
  }
  expect(shown).toBe("");
});

test("phone mask: another country's number keeps its own form", () => {
  expect(typed("+351912345678")).toBe("+351912345678");
  expect(maskTyped("+", "+3")).toBe("");
});

test("phone mask: the caret stays at its digit when the middle is edited", () => {
  // "+55 (31) 9555-0301" with "0" typed after "9555".
  expect(maskTyped("+55 (31) 95550-0301", "+55 (31) 9555-0301")).toBe("+55 (31) 95550-0301");
  expect(caretIn("+55 (31) 95550-0301", "+55 (31) 95550-0301", 14)).toBe(14);
  expect(caretIn("+55 (31) 9", "319", 3)).toBe(10);
});

test("phone mask: a number is whole with area code and number", () => {
  expect(isWholePhone("+55 (31) 95550-0301")).toBe(true);
  expect(isWholePhone("+55 (31) 3555-0190")).toBe(true);
  expect(isWholePhone("+55 (31) 9555")).toBe(false);
  expect(isWholePhone("+3519123")).toBe(false);
});

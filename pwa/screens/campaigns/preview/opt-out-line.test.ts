import { expect, test } from "vitest";
import { withOptOutLine } from "./opt-out-line.ts";

test("opt-out line: is added to the filled texts once", () => {
  const line = "Para não receber mais, responda SAIR.";
  const once = withOptOutLine(["Oi\n", "", "  "], line);
  expect(once).toEqual([`Oi\n\n${line}`, "", "  "]);
  expect(withOptOutLine(once ?? [], line)).toEqual(once);
});

test("opt-out line: a text without room for it refuses", () => {
  expect(withOptOutLine(["a".repeat(4_090)], "SAIR para sair")).toBeNull();
});

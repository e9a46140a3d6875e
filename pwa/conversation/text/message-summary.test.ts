import { expect, test } from "vitest";
import { plainLine } from "./message-summary.ts";

test("plainLine: removes the signature and bold marks, but not a lone asterisk", () => {
  expect(plainLine("*Marina Duarte:*\nQue *pena*, Helena!")).toBe("Que pena, Helena!");
  expect(plainLine("2 * 3 é 6")).toBe("2 * 3 é 6");
});

import { expect, test } from "vitest";
import { newToken } from "./new-token.ts";

test("tokens are long, need no quoting, and differ", () => {
  const tokens = Array.from({ length: 50 }, newToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
  expect(new Set(tokens).size).toBe(50);
});

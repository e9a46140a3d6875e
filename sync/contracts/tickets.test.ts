import { expect, test } from "vitest";
import { queueForTransfer } from "./tickets.ts";

test("queueForTransfer keeps the queue when the colleague serves it", () => {
  expect(queueForTransfer("vendas", ["vendas", "trocas"])).toBe("vendas");
});

test("queueForTransfer chooses a colleague's only queue, and none of several others", () => {
  expect(queueForTransfer("vendas", ["trocas"])).toBe("trocas");
  expect(queueForTransfer(null, ["trocas"])).toBe("trocas");
  expect(queueForTransfer("vendas", ["trocas", "financeiro"])).toBeNull();
  expect(queueForTransfer("vendas", [])).toBeNull();
});

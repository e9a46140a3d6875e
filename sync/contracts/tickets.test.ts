import { expect, test } from "vitest";
import { queueForTransfer } from "./tickets.ts";

test("a transfer to a colleague of the same queue keeps the queue", () => {
  expect(queueForTransfer("vendas", ["vendas", "trocas"])).toBe("vendas");
});

test("a colleague's only queue is chosen; of several others none is", () => {
  expect(queueForTransfer("vendas", ["trocas"])).toBe("trocas");
  expect(queueForTransfer(null, ["trocas"])).toBe("trocas");
  expect(queueForTransfer("vendas", ["trocas", "financeiro"])).toBeNull();
  expect(queueForTransfer("vendas", [])).toBeNull();
});

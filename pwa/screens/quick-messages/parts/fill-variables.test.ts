import { expect, test } from "vitest";
import { fillVariables } from "./fill-variables.ts";

const values = {
  contactName: "Helena Sampaio",
  userName: "Ana Lima",
  ticketNumber: 4812,
  queue: "Vendas",
  connection: "Loja Savassi",
  minute: "2026-11-21T09:05",
};

test("fillVariables: replaces the variables of a quick reply with their values", () => {
  expect(fillVariables("{{ms}}, {{firstName}}! Aqui é {{ userName }}, {{queue}}, {{date}} {{hour}}", values)).toBe(
    "bom dia, Helena! Aqui é Ana Lima, Vendas, 21/11/2026 09:05",
  );
});

test("fillVariables: leaves an unknown variable as it is", () => {
  expect(fillVariables("{{cupom}} {{ticket_id}} {{protocol}}", values)).toBe("{{cupom}} 4812 202611214812");
});

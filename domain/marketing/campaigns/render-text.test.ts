import { expect, test } from "vitest";
import { renderText } from "./render-text.ts";

const campaign = { variables: [{ key: "cupom", value: "AB-12" }], timeZone: "America/Sao_Paulo" };
const helena = { name: "Helena Sampaio", number: "5531988887777", email: "helena@teste.example" };
// 02:30 UTC is still the previous evening in São Paulo.
const sending = { at: new Date("2026-07-02T02:30:00Z"), connectionName: "Loja" };

test("renderText fills the recipient, the variables, the time in the campaign's time zone and the connection", () => {
  const text = "{nome} {numero} {email} {cupom} {{firstName}} {{name}} {{ms}} {{date}} {{hour}} {{connection}}";
  expect(renderText(text, campaign, helena, sending).text).toBe(
    "Helena Sampaio 5531988887777 helena@teste.example AB-12 Helena Helena Sampaio boa noite 01/07/2026 23:30 Loja",
  );
});

test("the ticket's values are filled in, but not over the recipient's name and the sending connection", () => {
  const ticket = { name: "Outro Nome", firstName: "Outro", connection: "Suporte", ticket_id: "42", queue: "Vendas" };
  expect(
    renderText("{{name}} {{firstName}} {{connection}} {{ticket_id}} {{queue}}", campaign, helena, {
      ...sending,
      ticket,
    }).text,
  ).toBe("Helena Sampaio Helena Loja 42 Vendas");
  expect(renderText("[{{ticket_id}}]", campaign, helena, sending)).toEqual({ text: "[]", filled: [] });
});

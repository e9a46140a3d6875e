import { expect, test } from "vitest";
import { openHider } from "./hide-personal.ts";

const hidden = (name: string, text: string) =>
  openHider(name)
    .hide(text)
    .map((piece) => piece.text)
    .join("");

test.each([
  ["Helena Sampaio", "Oi, Helena! helena sampaio, a HELENA", "Oi, [nome]! [nome 2], a [nome]"],
  ["Helena Sampaio", "Helenas e Sampaiolândia ficam", "Helenas e Sampaiolândia ficam"],
  ["Ana da Luz", "Ana vem da loja", "[nome] vem da loja"],
  ["D'Ávila (RH)", "Bom dia, D'Ávila", "Bom dia, [nome]"],
  ["+55 31 95550-0148", "Ligue 31 95550-0148 ou (31) 3555-0190", "Ligue [número] ou [número 2]"],
  ["X", "CPF 482.916.110-05, CNPJ 12.345.678/0001-90", "CPF [CPF], CNPJ [CPF 2]"],
  ["X", "helena@exemplo.com.br e cartão 4111 1111 1111 1111", "[e-mail] e cartão [número]"],
  ["X", "Pedido 48.117, dia 18/12/2026, às 9h, R$ 1.250,00", "Pedido 48.117, dia 18/12/2026, às 9h, R$ 1.250,00"],
])("contact %s: hides personal data in %j", (name, text, expected) => {
  expect(hidden(name, text)).toBe(expected);
});

test("an answer gets the values back, and unknown placeholders stay", () => {
  const hider = openHider("Helena Sampaio");
  hider.hide("Helena, helena@exemplo.com.br");
  expect(hider.restore("[nome], [e-mail], [CPF], [outro]")).toBe("Helena, helena@exemplo.com.br, [CPF], [outro]");
});

import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { readActions } from "../../../contracts/desk/bodies/action-text.ts";
import { renderPart } from "../../testing/render.tsx";
import { ActionCard } from "./action-card.tsx";

const body = [
  "*Oficina*",
  "💠 Pix (e-mail): pix@oficina.example",
  "💠 Pix (copia e cola): 62070503***63041D3D",
  "🔗 Ver fatura: https://banco.example/f/2",
  "📞 Ligar: +553132220000",
  "📋 Copiar cupom: DEZ*OFF*",
  "📦 Itens: 3",
  "Total: R$ 459,90",
].join("\n");

test("action card: shows each link, number, code and key, and copies the code as it is", async () => {
  const { user, container } = renderPart(<ActionCard parts={readActions(body) ?? []} />);
  expect(screen.getByRole("link", { name: /Ver fatura/ })).toHaveAttribute("href", "https://banco.example/f/2");
  expect(screen.getByRole("link", { name: "Chamar +553132220000" })).toHaveAttribute("href", "tel:+553132220000");
  expect(container).toHaveTextContent("Chave Pix (e-mail)pix@oficina.example");
  expect(container).toHaveTextContent("Itens: 3");
  expect(container).toHaveTextContent("Total: R$ 459,90");
  for (const value of ["pix@oficina.example", "62070503***63041D3D", "DEZ*OFF*", "+553132220000"]) {
    await user.click(
      screen.getByRole("button", { name: (name) => name.startsWith("Copiar:") && name.endsWith(value) }),
    );
    expect(await navigator.clipboard.readText()).toBe(value);
  }
});

test("action card: a line that only looks like a link to a script stays text", () => {
  expect(readActions("🔗 Abrir: javascript:alert(1)")).toBeNull();
  expect(readActions("Oi\n📞 Ligar: amanhã")).toBeNull();
  expect(readActions("Preço: 10")).toBeNull();
});

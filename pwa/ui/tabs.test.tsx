import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Tabs } from "./tabs.tsx";

const items = [
  { id: "open" as const, label: "Abertos" },
  { id: "pending" as const, label: "Aguardando" },
];

function renderTabs(value: "open" | "pending" = "open") {
  const onChange = vi.fn();
  const rendered = renderPart(
    <Tabs label="Atendimentos" items={items} value={value} onChange={onChange}>
      <p>conteúdo de {value}</p>
    </Tabs>,
  );
  return { ...rendered, onChange };
}

test("the chosen tab is selected and names its panel", () => {
  renderTabs("pending");
  expect(screen.getByRole("tab", { name: "Aguardando" })).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("tabpanel", { name: "Aguardando" })).toHaveTextContent("conteúdo de pending");
});

test("tabs: a click and the arrows choose another tab; the arrows wrap around", async () => {
  const { user, onChange } = renderTabs();
  await user.click(screen.getByRole("tab", { name: "Aguardando" }));
  screen.getByRole("tab", { name: "Abertos" }).focus();
  await user.keyboard("{ArrowLeft}");
  expect(onChange.mock.calls).toEqual([["pending"], ["pending"]]);
});

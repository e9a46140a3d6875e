import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { MenuLine } from "../../../contracts/desk/queues.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { MenuEditor } from "./menu-editor.tsx";

const sales: MenuLine = { id: "a", parentId: null, title: "Vendas", message: "Escolha o produto:" };
const help: MenuLine = { id: "b", parentId: null, title: "Suporte", message: "" };
const bills: MenuLine = { id: "c", parentId: null, title: "Boletos", message: "" };
const invoice: MenuLine = { id: "d", parentId: "a", title: "Nota fiscal", message: "" };

let lines: MenuLine[];
function Editor({ start, error = null }: { start: MenuLine[]; error?: string | null }) {
  const [present, setPresent] = useState(start);
  lines = present;
  return <MenuEditor lines={present} greeting="Olá!" error={error} isSilent={false} onChange={setPresent} />;
}
const button = (name: string) => screen.getByRole("button", { name });
const shown = () =>
  within(screen.getByRole("list"))
    .getAllByRole("button", { expanded: false })
    .map((line) => line.textContent);

test("menu editor: options have the numbers that the contact types, counted on each level", () => {
  renderPart(<Editor start={[sales, help, invoice]} />);
  expect(shown()).toEqual([
    expect.stringMatching(/^1Vendas/),
    expect.stringMatching(/^1Nota fiscal/),
    expect.stringMatching(/^2Suporte/),
  ]);
});

test("menu editor: an option moves up and down by its buttons, and its new position is announced", async () => {
  const { user } = renderPart(<Editor start={[sales, help, bills]} />);
  await user.click(button(m.queues_menu_up({ name: "Suporte" })));
  expect(shown()[0]).toMatch(/^1Suporte/);
  expect(screen.getByRole("status")).toHaveTextContent(m.queues_menu_moved({ name: "Suporte", number: 1 }));
  await user.click(button(m.queues_menu_down({ name: "Suporte" })));
  expect(shown()[1]).toMatch(/^2Suporte/);
});

test("menu editor: the first option cannot move up or below another, the last one cannot move down", () => {
  renderPart(<Editor start={[sales, help]} />);
  expect(button(m.queues_menu_up({ name: "Vendas" }))).toBeDisabled();
  expect(button(m.queues_menu_nest({ name: "Vendas" }))).toBeDisabled();
  expect(button(m.queues_menu_unnest({ name: "Vendas" }))).toBeDisabled();
  expect(button(m.queues_menu_down({ name: "Suporte" }))).toBeDisabled();
});

test("menu editor: an option moves below the one above it and out again", async () => {
  const { user } = renderPart(<Editor start={[sales, help]} />);
  await user.click(button(m.queues_menu_nest({ name: "Suporte" })));
  expect(lines.find(({ id }) => id === "b")).toMatchObject({ parentId: "a" });
  const place = { name: "Suporte", number: 1, parent: "Vendas" };
  expect(screen.getByRole("status")).toHaveTextContent(m.queues_menu_moved_under(place));
  await user.click(button(m.queues_menu_unnest({ name: "Suporte" })));
  expect(lines.find(({ id }) => id === "b")).toMatchObject({ parentId: null });
});

test("menu editor: removing an option removes everything below it", async () => {
  const { user } = renderPart(<Editor start={[sales, help, invoice]} />);
  await user.click(button(m.queues_menu_delete({ name: "Vendas" })));
  expect(lines).toEqual([help]);
});

test("menu editor: an option added below another opens with an empty name, which has the focus", async () => {
  const { user } = renderPart(<Editor start={[sales]} />);
  await user.click(screen.getByRole("button", { name: /Vendas/, expanded: false }));
  await user.click(button(m.queues_menu_add_under()));
  expect(screen.getByLabelText(m.queues_menu_title())).toHaveFocus();
  await user.keyboard("Orçamento");
  expect(lines).toEqual([sales, expect.objectContaining({ parentId: "a", title: "Orçamento" })]);
});

test("menu editor: the preview shows the open option's answer with the options below it", async () => {
  const { user } = renderPart(<Editor start={[sales, help, invoice]} />);
  expect(screen.getByRole("figure")).toHaveTextContent(/Olá!.*Vendas.*Suporte/);
  await user.click(screen.getByRole("button", { name: /Vendas/, expanded: false }));
  expect(screen.getByRole("figure")).toHaveTextContent(/Escolha o produto:.*Nota fiscal/);
});

test("menu editor: a problem with the menu is shown and describes the list of options", () => {
  renderPart(<Editor start={[{ ...sales, title: "" }]} error={m.queues_menu_untitled()} />);
  expect(screen.getByRole("alert")).toHaveTextContent(m.queues_menu_untitled());
  expect(screen.getByRole("list")).toHaveAccessibleDescription(m.queues_menu_untitled());
});

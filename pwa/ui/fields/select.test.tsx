import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { Select, type SelectProps } from "./select.tsx";

const options = [
  { value: "vendas", label: "Vendas" },
  { value: "suporte", label: "Suporte", disabled: true },
  { value: "cobranca", label: "Cobrança" },
];

function renderSelect(change: Partial<SelectProps<string>> = {}) {
  const onChange = vi.fn();
  const rendered = renderPart(<Select label="Fila" options={options} value={null} onChange={onChange} {...change} />);
  return { ...rendered, onChange, button: () => screen.getByRole("button", { name: /Fila/ }) };
}

test("select: shows the placeholder without a choice, and the choice with one", () => {
  const { rerender } = renderSelect();
  expect(screen.getByText(m.ui_choose())).toBeInTheDocument();
  rerender(<Select label="Fila" options={options} value="cobranca" onChange={vi.fn()} />);
  expect(screen.getByText("Cobrança")).toBeInTheDocument();
});

test("select: a mouse click chooses an option and closes the list", async () => {
  const { user, onChange, button } = renderSelect();
  await user.click(button());
  await user.click(await screen.findByRole("option", { name: "Vendas" }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("vendas");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
});

test("select: the arrows skip a disabled option, and Enter chooses", async () => {
  const { user, onChange, button } = renderSelect({ value: "vendas" });
  button().focus();
  await user.keyboard(" ");
  await screen.findByRole("listbox");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith("cobranca");
});

test("select: Escape closes the list and changes nothing", async () => {
  const { user, onChange, button } = renderSelect();
  await user.click(button());
  await screen.findByRole("listbox");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(onChange).not.toHaveBeenCalled();
});

test("select: an error replaces the hint and describes the field", () => {
  renderSelect({ hint: "Para onde vai", error: "Obrigatório" });
  expect(screen.queryByText("Para onde vai")).not.toBeInTheDocument();
  expect(screen.getByRole("button")).toHaveAccessibleDescription("Obrigatório");
});

test("select: a disabled one does not open", async () => {
  const { user } = renderSelect({ disabled: true });
  await user.click(screen.getByRole("button"));
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
});

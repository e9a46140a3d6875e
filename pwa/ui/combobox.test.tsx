import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { m } from "../i18n/paraglide/messages.js";
import { renderPart } from "../testing/render.tsx";
import { Combobox, type ComboboxChoice, type ComboboxProps } from "./combobox.tsx";

const contacts = ["Ana", "Bia", "Carla"].map((label) => ({ id: label.toLowerCase(), label }));

function Contacts(props: Partial<ComboboxProps>) {
  const [text, setText] = useState("");
  const [value, setValue] = useState<ComboboxChoice | null>(null);
  const found = contacts.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  return <Combobox label="Contato" options={found} value={value} onSearch={setText} onChange={setValue} {...props} />;
}
const input = () => screen.getByRole("combobox", { name: "Contato" });

test("combobox: typing narrows the options, and the arrows with Enter choose one", async () => {
  const { user } = renderPart(<Contacts />);
  await user.click(input());
  expect(await screen.findAllByRole("option")).toHaveLength(3);
  await user.type(input(), "a");
  await user.clear(input());
  await user.type(input(), "bi");
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(input()).toHaveValue("Bia");
});

test("combobox: a search without a match says so in an option that cannot be chosen", async () => {
  const onChange = vi.fn();
  const { user } = renderPart(<Contacts onChange={onChange} />);
  await user.type(input(), "zz");
  const note = await screen.findByRole("option", { name: m.ui_none_found() });
  expect(note).toHaveAttribute("aria-disabled", "true");
  await user.click(note);
  expect(onChange).not.toHaveBeenCalled();
});

test("combobox: the typed text can be created, unless it exists", async () => {
  const onCreate = vi.fn();
  const { user } = renderPart(<Contacts createLabel={(text) => `Criar ${text}`} onCreate={onCreate} />);
  await user.type(input(), "ANA");
  await screen.findByRole("option", { name: "Ana" });
  expect(screen.queryByRole("option", { name: "Criar ANA" })).not.toBeInTheDocument();
  await user.type(input(), "bela ");
  await user.click(await screen.findByRole("option", { name: "Criar ANAbela" }));
  expect(onCreate).toHaveBeenCalledExactlyOnceWith("ANAbela");
});

test("combobox: a text below the minimum length asks for more characters", async () => {
  const { user } = renderPart(<Contacts options={[]} minimumCharacters={3} />);
  await user.type(input(), "an");
  expect(await screen.findByText(m.ui_type_more({ count: 3 }))).toBeInTheDocument();
});

test("combobox: an error marks the input and describes it", () => {
  renderPart(<Contacts error="Escolha um contato" />);
  expect(input()).toBeInvalid();
  expect(input()).toHaveAccessibleDescription("Escolha um contato");
});

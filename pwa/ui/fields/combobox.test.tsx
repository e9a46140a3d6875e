import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { compositionOrders, confirmComposition } from "../../testing/composition.ts";
import { renderPart } from "../../testing/render.tsx";
import { Dialog } from "../layers/dialog.tsx";
import { Combobox, type ComboboxChoice, type ComboboxProps } from "./combobox.tsx";

const contacts = ["Ana", "Bia", "Carla"].map((label) => ({ id: label.toLowerCase(), label }));

function Contacts(props: Partial<ComboboxProps>) {
  const [text, setText] = useState("");
  const [value, setValue] = useState<ComboboxChoice | null>(null);
  const found = contacts.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  return <Combobox label="Contato" options={found} value={value} onSearch={setText} onChange={setValue} {...props} />;
}
const twoFrames = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
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

test("combobox: a typed text without a choice stays when the list closes", async () => {
  const { user } = renderPart(
    <Combobox label="Contato" options={[]} value={null} onChange={() => {}} onSearch={() => {}} />,
  );
  const input = await screen.findByRole("combobox");
  await user.type(input, "Yara");
  await user.keyboard("{Escape}");
  await user.tab();
  expect(input).toHaveValue("Yara");
});

test("combobox: Escape without a choice closes the list and reports nothing", async () => {
  const onChange = vi.fn();
  const { user } = renderPart(
    <Combobox label="Tag" options={[]} value={null} onChange={onChange} onSearch={() => {}} autoFocus />,
  );
  await user.click(await screen.findByRole("combobox"));
  await user.keyboard("{Escape}");
  expect(onChange).not.toHaveBeenCalled();
});

/** Opens the list beside another element, chooses Bia and moves the focus to the other one within the same frame. */
async function chooseThenFocus(beside: ReactNode, find: () => HTMLElement) {
  const { user } = renderPart(
    <>
      <Contacts />
      {beside}
    </>,
  );
  const other = find();
  await user.click(input());
  fireEvent.mouseDown(await screen.findByRole("option", { name: "Bia" }));
  act(() => other.focus());
  await act(twoFrames);
  return { user, other };
}

test("combobox: a field that is pressed right after a choice keeps the focus and gets the text", async () => {
  const find = () => screen.getByRole("textbox", { name: "Mensagem" });
  const { user, other: message } = await chooseThenFocus(<input aria-label="Mensagem" />, find);
  await user.keyboard("oi");
  expect([message, input()].map((field) => (field as HTMLInputElement).value)).toEqual(["oi", "Bia"]);
  act(() => input().focus());
  expect(input()).toHaveFocus();
});

test("combobox: a list that is opened right after a choice keeps the focus and stays open", async () => {
  const find = () => screen.getByRole("listbox", { name: "Filas" });
  const { other: queues } = await chooseThenFocus(<div role="listbox" tabIndex={0} aria-label="Filas" />, find);
  expect(queues).toHaveFocus();
});

describe("combobox: the first Escape in a dialog", () => {
  async function open() {
    const onClose = vi.fn();
    const { user } = renderPart(
      <Dialog open title="Novo atendimento" onClose={onClose}>
        <Contacts autoFocus />
      </Dialog>,
    );
    expect(await screen.findAllByRole("option")).toHaveLength(3);
    return { user, onClose };
  }

  test("closes the dialog when the list opened by itself", async () => {
    const { user, onClose } = await open();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("closes only the list once the field was used", async () => {
    const { user, onClose } = await open();
    await user.keyboard("{ArrowDown}{Escape}");
    await waitFor(() => expect(screen.queryByRole("option")).not.toBeInTheDocument());
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });
});

test.each(compositionOrders)("combobox: Enter that confirms a composition chooses nothing: %s", async (order) => {
  const onChange = vi.fn();
  const onCreate = vi.fn();
  const { user } = renderPart(
    <Contacts onChange={onChange} onCreate={onCreate} createLabel={(text) => `Criar ${text}`} />,
  );
  await user.click(input());
  await user.keyboard("{ArrowDown}");
  confirmComposition(input(), "日本", order);
  expect(await screen.findByRole("option", { name: "Criar 日本" })).toBeInTheDocument();
  expect(input()).toHaveValue("日本");
  expect(onChange).not.toHaveBeenCalled();
  expect(onCreate).not.toHaveBeenCalled();
  // Headless UI takes a composition as ended in the frame after its event.
  await act(twoFrames);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onCreate).toHaveBeenCalledExactlyOnceWith("日本");
});

import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { SearchField } from "./search-field.tsx";
import { PasswordField, TextArea, TextField } from "./text-field.tsx";

test("the label names the field and the hint describes it", () => {
  renderPart(<TextField label="Nome" hint="Como o cliente vê" />);
  expect(screen.getByRole("textbox", { name: "Nome" })).toHaveAccessibleDescription("Como o cliente vê");
});

test("an error marks the field and replaces the hint", () => {
  renderPart(<TextField label="Nome" hint="Como o cliente vê" error="Obrigatório" />);
  const field = screen.getByRole("textbox");
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Obrigatório");
});

test("a field marked invalid by its caller is announced as invalid without an error of its own", () => {
  renderPart(<TextField label="Segunda-feira: início" aria-invalid value="25:99" readOnly />);
  expect(screen.getByRole("textbox")).toBeInvalid();
});

test("a hidden label is still the field's name", () => {
  renderPart(<TextField label="Nome" hideLabel />);
  expect(screen.getByRole("textbox", { name: "Nome" })).toBeInTheDocument();
});

test("a disabled field cannot be typed in", async () => {
  const { user } = renderPart(<TextField label="Nome" disabled defaultValue="Ana" />);
  await user.type(screen.getByRole("textbox"), "bela");
  expect(screen.getByRole("textbox")).toHaveValue("Ana");
});

test("a password is hidden until its button shows it, and keeps its value", async () => {
  const { user } = renderPart(<PasswordField label="Senha" />);
  const field = screen.getByLabelText("Senha");
  await user.type(field, "segredo");
  expect(field).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: m.ui_show_password() }));
  expect(field).toHaveAttribute("type", "text");
  expect(field).toHaveValue("segredo");
  await user.click(screen.getByRole("button", { name: m.ui_hide_password() }));
  expect(field).toHaveAttribute("type", "password");
});

test("the button that shows a password does not submit its form", async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const { user } = renderPart(
    <form onSubmit={onSubmit}>
      <PasswordField label="Senha" />
    </form>,
  );
  await user.click(screen.getByRole("button", { name: m.ui_show_password() }));
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a text area accepts line breaks and is described by its error", async () => {
  const { user } = renderPart(<TextArea label="Mensagem" error="Muito longo!" />);
  const area = screen.getByRole("textbox", { name: "Mensagem" });
  await user.type(area, "um{Enter}dois");
  expect(area).toHaveValue("um\ndois");
  expect(area).toHaveAccessibleDescription("Muito longo!");
});

test("a search field reports each change and is found by its role", async () => {
  const onChange = vi.fn();
  const { user } = renderPart(<SearchField value="" onChange={onChange} />);
  await user.type(screen.getByRole("searchbox", { name: m.ui_search() }), "a");
  expect(onChange).toHaveBeenCalledExactlyOnceWith("a");
});

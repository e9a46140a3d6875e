import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../i18n/paraglide/messages.js";
import { renderPart } from "../testing/render.tsx";
import { Button } from "./button.tsx";
import { Menu, MenuItem } from "./menu.tsx";

function renderMenu({ disabled = false } = {}) {
  const onEdit = vi.fn();
  const onDelete = vi.fn();
  const rendered = renderPart(
    <Menu button={<Button disabled={disabled}>Ações</Button>}>
      <MenuItem onSelect={onEdit} checked>
        Editar
      </MenuItem>
      <MenuItem disabled onSelect={vi.fn()}>
        Mover
      </MenuItem>
      <MenuItem danger onSelect={onDelete}>
        Excluir
      </MenuItem>
    </Menu>,
  );
  return { ...rendered, onEdit, onDelete };
}

test("menu: a click opens it, a click on an item runs the item and closes the menu", async () => {
  const { user, onEdit } = renderMenu();
  await user.click(screen.getByRole("button", { name: "Ações" }));
  await user.click(await screen.findByRole("menuitem", { name: /Editar/ }));
  expect(onEdit).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
});

test("menu: the keyboard opens it and skips disabled items", async () => {
  const { user, onDelete } = renderMenu();
  screen.getByRole("button").focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(onDelete).toHaveBeenCalledTimes(1);
});

test("menu: Escape closes it and returns the focus to its button", async () => {
  const { user } = renderMenu();
  const button = screen.getByRole("button", { name: "Ações" });
  await user.click(button);
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
});

test("menu: a checked item says that it is selected", async () => {
  const { user } = renderMenu();
  await user.click(screen.getByRole("button"));
  expect(await screen.findByRole("menuitem", { name: new RegExp(`^Editar.*${m.ui_selected()}$`) })).toBeInTheDocument();
});

test("menu: a disabled button does not open it", async () => {
  const { user } = renderMenu({ disabled: true });
  await user.click(screen.getByRole("button"));
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
});

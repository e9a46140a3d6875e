import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { Button } from "../button.tsx";
import { IconButton } from "../icon-button.tsx";
import { LazyMenu, Menu, MenuItem } from "./menu.tsx";

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

function renderLazyMenu() {
  const onEdit = vi.fn();
  const rendered = renderPart(
    <LazyMenu button={<IconButton label="Ações" icon={null} />}>
      <MenuItem onSelect={onEdit}>Editar</MenuItem>
      <MenuItem onSelect={vi.fn()}>Mover</MenuItem>
    </LazyMenu>,
  );
  return { ...rendered, onEdit };
}
const actions = () => screen.getByRole("button", { name: "Ações" });

test("lazy menu: the first click opens it, an item runs, and the next click opens it again", async () => {
  const { user, onEdit } = renderLazyMenu();
  expect(actions()).toHaveAttribute("aria-haspopup", "menu");
  expect(actions()).toHaveAttribute("aria-expanded", "false");
  await user.click(actions());
  await user.click(await screen.findByRole("menuitem", { name: "Editar" }));
  expect(onEdit).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
  await user.click(actions());
  expect(await screen.findByRole("menu")).toBeInTheDocument();
});

test("lazy menu: the first key opens it at its first item, and Escape returns the focus to its button", async () => {
  const { user, onEdit } = renderLazyMenu();
  actions().focus();
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(actions()).toHaveFocus());
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("{Enter}");
  expect(onEdit).toHaveBeenCalledOnce();
});

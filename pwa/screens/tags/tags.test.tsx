import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { goOffline, saveButton } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { TagsScreen } from "./index.tsx";
import { TagDialog } from "./tag-dialog.tsx";
import type { TagRow } from "./tag-wire.ts";

const vip = { id: "0190d3a0-0000-7000-8000-00000000aaaa", name: "VIP", color: "#b9890f", kanban: 1, ticketsCount: 3 };
const row = (tag: typeof vip): TagRow => ({ ...tag, kanban: tag.kanban === 1 });
const nameField = () => screen.findByLabelText(m.tags_name());

const close = vi.fn();
beforeEach(() => close.mockClear());

function renderDialog(tag: TagRow | null, canManage = true) {
  return renderScreen(<TagDialog tag={tag} canManage={canManage} onClose={close} />);
}

test("tag dialog: a new tag is sent with its trimmed name, and the dialog closes", async () => {
  const sent = answer("post", "/tags");
  const { user } = await renderDialog(null);
  await user.type(await nameField(), "Orçamento");
  await user.click(screen.getByRole("switch", { name: m.tags_kanban() }));
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ name: "Orçamento", kanban: 1 }]);
});

test("tag dialog: a name that is too short is reported at its field, and nothing is sent", async () => {
  const { user } = await renderDialog(null);
  await user.type(await nameField(), "ab{Enter}");
  expect(await screen.findByText(m.tags_name_short())).toBeInTheDocument();
  expect(await nameField()).toHaveAccessibleDescription(m.tags_name_short());
  expect(await nameField()).toHaveFocus();
  expect(close).not.toHaveBeenCalled();
});

test("tag dialog: an agent cannot make a tag a column of the board", async () => {
  await renderDialog(null, false);
  await nameField();
  expect(screen.queryByRole("switch", { name: m.tags_kanban() })).not.toBeInTheDocument();
});

test("tag dialog: an existing tag opens with its name and color and is changed in place", async () => {
  const sent = answer("put", `/tags/${vip.id}`);
  const { user } = await renderDialog(row(vip));
  const name = await nameField();
  expect(name).toHaveValue("VIP");
  expect(screen.getByRole("radio", { name: "#b9890f" })).toBeChecked();
  await user.clear(name);
  await user.type(name, "Cliente VIP");
  await user.click(screen.getByRole("switch", { name: m.tags_kanban() }));
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ name: "Cliente VIP", color: "#b9890f", kanban: 0 }]);
});

test("tag dialog: offline it says so and keeps the input, and Enter sends nothing", async () => {
  const { user, replication } = await renderDialog(null);
  await user.type(await nameField(), "Presente");
  goOffline(replication);
  expect(await screen.findByText(m.lists_offline())).toBeInTheDocument();
  await user.type(await nameField(), "{Enter}");
  expect(saveButton()).toBeDisabled();
  expect(await nameField()).toHaveValue("Presente");
  expect(close).not.toHaveBeenCalled();
});

test("tags: the whole id of a tag is copied, and no part of it is shown", async () => {
  answer("get", "/tags", { tags: [vip], hasMore: false });
  const { user } = await renderScreen(<TagsScreen />);
  await user.click(await screen.findByRole("button", { name: m.tags_copy_id({ name: "VIP" }) }));
  expect(await navigator.clipboard.readText()).toBe(vip.id);
  expect(screen.queryByText(vip.id.slice(-8))).not.toBeInTheDocument();
  expect(await screen.findByText(m.tags_id_copied())).toBeInTheDocument();
});

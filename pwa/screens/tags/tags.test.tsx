import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { TagDialog } from "./tag-dialog.tsx";
import type { TagRow } from "./tag-wire.ts";

const vip = { id: "0190d3a0-0000-7000-8000-00000000aaaa", name: "VIP", color: "#b9890f", kanban: 1, ticketsCount: 3 };
const row = (tag: typeof vip): TagRow => ({ ...tag, kanban: tag.kanban === 1 });
const nameField = () => screen.findByLabelText(m.tags_name());
const saveButton = () => screen.getByRole("button", { name: m.ui_save() });

function renderDialog(tag: TagRow | null, canManage = true) {
  const closed: string[] = [];
  const part = <TagDialog tag={tag} canManage={canManage} onClose={() => closed.push("closed")} />;
  return renderScreen(part).then((rendered) => ({ ...rendered, closed }));
}

test("a new tag is sent with its trimmed name, and the dialog closes", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("/tags", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const { user, closed } = await renderDialog(null);
  await user.type(await nameField(), "Orçamento");
  await user.click(screen.getByRole("switch", { name: m.tags_kanban() }));
  await user.click(saveButton());
  await waitFor(() => expect(closed).toEqual(["closed"]));
  expect(sent).toMatchObject([{ name: "Orçamento", kanban: 1 }]);
});

test("a name that is too short is told beside its field, and nothing is sent", async () => {
  const { user, closed } = await renderDialog(null);
  await user.type(await nameField(), "ab{Enter}");
  expect(await screen.findByText(m.tags_name_short())).toBeInTheDocument();
  expect(await nameField()).toHaveAccessibleDescription(m.tags_name_short());
  expect(await nameField()).toHaveFocus();
  expect(closed).toEqual([]);
});

test("an agent cannot make a tag a column of the board", async () => {
  await renderDialog(null, false);
  await nameField();
  expect(screen.queryByRole("switch", { name: m.tags_kanban() })).not.toBeInTheDocument();
});

test("a tag that exists opens with its name and color, and is changed in place", async () => {
  const sent: unknown[] = [];
  server.use(
    http.put(`/tags/${vip.id}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const { user, closed } = await renderDialog(row(vip));
  const name = await nameField();
  expect(name).toHaveValue("VIP");
  expect(screen.getByRole("radio", { name: "#b9890f" })).toBeChecked();
  await user.clear(name);
  await user.type(name, "Cliente VIP");
  await user.click(screen.getByRole("switch", { name: m.tags_kanban() }));
  await user.click(saveButton());
  await waitFor(() => expect(closed).toHaveLength(1));
  expect(sent).toEqual([{ name: "Cliente VIP", color: "#b9890f", kanban: 0 }]);
});

test("without a network the dialog says so and keeps what is typed, and Enter sends nothing", async () => {
  const { user, replication, closed } = await renderDialog(null);
  await user.type(await nameField(), "Presente");
  replication.online = false;
  replication.poke("refs");
  expect(await screen.findByText(m.lists_offline())).toBeInTheDocument();
  await user.type(await nameField(), "{Enter}");
  expect(saveButton()).toBeDisabled();
  expect(await nameField()).toHaveValue("Presente");
  expect(closed).toEqual([]);
});

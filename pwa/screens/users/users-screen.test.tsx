import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { listChanges } from "../../session/server-data/list-changes.ts";
import { answer, refuse } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { usageOf } from "../../testing/server.ts";
import { UsersScreen } from "./index.tsx";

const selfId = "0190d3a0-0000-7000-8000-00000000d0a7";
const sales = { id: "q1", name: "Vendas", color: "#1d7f52" };
const marina = {
  id: selfId,
  name: "Marina Duarte",
  email: "marina@demo.example",
  profile: "admin",
  queues: [],
  online: true,
};
const bia = {
  id: "0190d3a0-0000-7000-8000-00000000b1a0",
  name: "Bia Nogueira",
  email: "bia@demo.example",
  profile: "user",
  queues: [sales],
  online: false,
};
const wire = (openTickets: number) => ({
  ...bia,
  whatsappId: null,
  allTicket: "enable",
  allHistoric: "disabled",
  allUserChat: "disabled",
  openTickets,
});
const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
const renderUsers = () => {
  answer("get", "/users/", { users: [marina, bia], hasMore: false });
  return renderScreen(<UsersScreen />, { signedIn: { id: selfId } });
};

test("users: a row shows profile, queues and presence", async () => {
  await renderUsers();
  const theirs = within(await row("Bia Nogueira"));
  expect(theirs.getByText(m.users_profile_user())).toBeInTheDocument();
  expect(theirs.getByText("Vendas")).toBeInTheDocument();
  expect(theirs.getByText(m.users_away())).toBeInTheDocument();
  expect(within(await row("Marina Duarte")).getByText(m.users_online())).toBeInTheDocument();
});

test("users: the use of the plan is shown, and without room the button says why", async () => {
  const usage = (used: number) => answer("get", "/companies/listPlan/:id", { usage: usageOf({ used, limit: 4 }) });
  usage(3);
  const { user, router } = await renderUsers();
  expect(await screen.findByText("Usuários do plano: 3 de 4")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.users_add() })).toBeEnabled();
  usage(4);
  listChanges.notify(["users"]);
  expect(await screen.findByText(errorMessage("ERR_PLAN_LIMIT_USERS", { limit: 4 }))).toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.users_add() })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: m.platform_room_more() }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/subscription"));
});

test("users: the signed-in user cannot delete themselves", async () => {
  await renderUsers();
  const own = within(await row("Marina Duarte"));
  expect(own.getByRole("button", { name: m.users_edit_of({ name: "Marina Duarte" }) })).toBeEnabled();
  expect(own.queryByRole("button", { name: m.users_delete_of({ name: "Marina Duarte" }) })).not.toBeInTheDocument();
});

test.each([
  [0, m.users_delete_none],
  [4, () => m.users_delete_returns({ count: 4 })],
])("users: deleting one with %i open conversations says what happens to them", async (count, words) => {
  answer("get", `/users/${bia.id}`, wire(count));
  const { user } = await renderUsers();
  await user.click(await screen.findByRole("button", { name: m.users_delete_of({ name: bia.name }) }));
  const question = await screen.findByRole("alertdialog");
  expect(await within(question).findByText(words())).toBeInTheDocument();
});

test("users: a refused deletion keeps the question open with the reason", async () => {
  answer("get", `/users/${bia.id}`, wire(0));
  refuse("delete", `/users/${bia.id}`, "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderUsers();
  await user.click(await screen.findByRole("button", { name: m.users_delete_of({ name: bia.name }) }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: m.ui_delete() }));
  expect(await question.findByRole("alert")).toHaveTextContent(errorMessage("ERR_NO_PERMISSION"));
});

test("users: a deletion is confirmed, and the question closes", async () => {
  answer("get", `/users/${bia.id}`, wire(0));
  const sent = answer("delete", `/users/${bia.id}`);
  const { user } = await renderUsers();
  await user.click(await screen.findByRole("button", { name: m.users_delete_of({ name: bia.name }) }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: m.ui_delete() }));
  expect(await screen.findByText(m.users_deleted())).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(sent).toHaveLength(1);
});

import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, disconnect, hold, refuse } from "../../testing/answers.ts";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { goOffline, search } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { TagsScreen } from "./index.tsx";

const vip = { id: "0190d3a0-0000-7000-8000-00000000aaaa", name: "VIP", color: "#b9890f", kanban: 1, ticketsCount: 3 };
const late = {
  id: "0190d3a0-0000-7000-8000-00000000bbbb",
  name: "Atraso",
  color: "#c2410c",
  kanban: 0,
  ticketsCount: 0,
};
const page = (...tags: (typeof vip)[]) => ({ tags, hasMore: false });
const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
const addButton = () => screen.findByRole("button", { name: m.tags_add() });
const deleteButton = (name: string) => screen.findByRole("button", { name: m.tags_delete_of({ name }) });
const question = () => screen.findByRole("alertdialog", { name: m.lists_delete_title({ name: "VIP" }) });

test("tags: each shows its number of conversations", async () => {
  answer("get", "/tags", page(vip, late));
  await renderScreen(<TagsScreen />);
  expect(within(await row("VIP")).getByText("3")).toBeInTheDocument();
  expect(within(await row("Atraso")).getByText("0")).toBeInTheDocument();
});

test.each([
  ["admin", 1],
  ["supervisor", 1],
  ["user", 0],
] as const)("tags: the profile %s gets %i buttons that change a tag, and the add button", async (profile, times) => {
  answer("get", "/tags", page(vip));
  await renderScreen(<TagsScreen />, { signedIn: { profile } });
  const tag = within(await row("VIP"));
  expect(tag.queryAllByRole("button", { name: m.tags_edit_of({ name: "VIP" }) })).toHaveLength(times);
  expect(tag.queryAllByRole("button", { name: m.tags_delete_of({ name: "VIP" }) })).toHaveLength(times);
  expect(await addButton()).toBeEnabled();
});

test("tags: deleting asks first and says how many conversations lose the tag", async () => {
  answer("get", "/tags", page(vip));
  const { user } = await renderScreen(<TagsScreen />);
  await user.click(await deleteButton("VIP"));
  expect(await question()).toHaveTextContent(m.tags_delete_used({ count: 3 }));
  await user.click(within(await question()).getByRole("button", { name: m.ui_cancel() }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(await row("VIP")).toBeInTheDocument();
});

test("tags: a refused deletion keeps the question open and says why", async () => {
  answer("get", "/tags", page(vip));
  refuse("delete", `/tags/${vip.id}`, "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderScreen(<TagsScreen />);
  await user.click(await deleteButton("VIP"));
  await user.click(within(await question()).getByRole("button", { name: m.ui_delete() }));
  const dialog = await question();
  expect(await within(dialog).findByRole("alert")).toHaveTextContent(errorMessage("ERR_NO_PERMISSION"));
  expect(within(dialog).getByRole("button", { name: m.ui_delete() })).toBeEnabled();
});

test("tags: a double click on delete sends one request", async () => {
  answer("get", "/tags", page(vip));
  const answered = Promise.withResolvers<void>();
  const sent = hold("delete", `/tags/${vip.id}`, answered.promise);
  const { user } = await renderScreen(<TagsScreen />);
  await user.click(await deleteButton("VIP"));
  await user.dblClick(within(await question()).getByRole("button", { name: m.ui_delete() }));
  answered.resolve();
  expect(await screen.findByText(m.tags_deleted())).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

test("tags: a search asks the server, and clearing it shows every tag again", async () => {
  const asked: string[] = [];
  server.use(
    http.get("/tags", ({ request }) => {
      const word = new URL(request.url).searchParams.get("searchParam") ?? "";
      asked.push(word);
      return HttpResponse.json(word ? page() : page(vip));
    }),
  );
  const { user } = await renderScreen(<TagsScreen />);
  await row("VIP");
  await search(user, "urgente");
  expect(await screen.findByText(m.lists_none_found_title())).toBeInTheDocument();
  expect(asked).toEqual(["", "urgente"]);
  await user.click(screen.getByRole("button", { name: m.lists_clear_search() }));
  expect(await row("VIP")).toBeInTheDocument();
});

test("tags: a company without tags is offered to add one", async () => {
  answer("get", "/tags", page());
  const { user } = await renderScreen(<TagsScreen />);
  expect(await screen.findByText(m.tags_empty_title())).toBeInTheDocument();
  await user.click(screen.getAllByRole("button", { name: m.tags_add() })[0] as HTMLElement);
  expect(await screen.findByRole("dialog", { name: m.tags_new_title() })).toBeInTheDocument();
});

test("tags: a refused list shows the reason with its code, and a button tries again", async () => {
  refuse("get", "/tags", "ERR_INTERNAL", { status: 500 });
  const { user } = await renderScreen(<TagsScreen />);
  const problem = await screen.findByRole("alert");
  expect(problem).toHaveTextContent(errorMessage("ERR_INTERNAL"));
  expect(problem).toHaveTextContent("ERR_INTERNAL");
  answer("get", "/tags", page(vip));
  await user.click(within(problem).getByRole("button", { name: m.ui_try_again() }));
  expect(await row("VIP")).toBeInTheDocument();
});

test("tags: offline the loaded tags stay and cannot be changed", async () => {
  answer("get", "/tags", page(vip));
  const { replication } = await renderScreen(<TagsScreen />);
  await row("VIP");
  goOffline(replication);
  expect(await screen.findByText(m.lists_offline())).toBeInTheDocument();
  expect(await row("VIP")).toBeInTheDocument();
  expect(await addButton()).toBeDisabled();
  expect(await deleteButton("VIP")).toBeDisabled();
});

test("tags: offline without loaded tags the screen says that it needs the server", async () => {
  disconnect("get", "/tags");
  const replication = createFakeServer();
  replication.online = false;
  await renderScreen(<TagsScreen />, { replication });
  expect(await screen.findByText(m.lists_offline_title())).toBeInTheDocument();
  expect(screen.queryByText(m.tags_empty_title())).not.toBeInTheDocument();
});

test("tags on a phone: a row opens a sheet with its actions, for an agent without them", async () => {
  becomePhone();
  answer("get", "/tags", page(vip));
  const { user, unmount } = await renderScreen(<TagsScreen />);
  await user.click(await screen.findByRole("button", { name: /VIP/ }));
  const sheet = await screen.findByRole("dialog", { name: "VIP" });
  await user.click(within(sheet).getByRole("button", { name: m.tags_delete_of({ name: "VIP" }) }));
  expect(await question()).toBeInTheDocument();
  unmount();
  await renderScreen(<TagsScreen />, { signedIn: { profile: "user" } });
  await user.click(await screen.findByRole("button", { name: /VIP/ }));
  await screen.findByRole("dialog", { name: "VIP" });
  expect(screen.queryByRole("button", { name: m.tags_delete_of({ name: "VIP" }) })).not.toBeInTheDocument();
});

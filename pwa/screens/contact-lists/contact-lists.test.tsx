import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { listChanges } from "../../session/server-data/list-changes.ts";
import { answer, disconnect, refuse } from "../../testing/answers.ts";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { field, goOffline, saveButton, search } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { ContactListsScreen } from "./index.tsx";
import type { ListRow } from "./parts/list-calls.ts";
import { lojistas } from "./testing/given-lists.ts";

const page = (...records: ListRow[]) => ({ records, hasMore: false });
const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
const button = (name: string) => screen.findByRole("button", { name });
const question = () => screen.findByRole("alertdialog", { name: m.lists_delete_title({ name: "Lojistas" }) });

test("contact lists: a row has the number of contacts and opens the list", async () => {
  answer("get", "/contact-lists", page(lojistas));
  const { user, router } = await renderScreen(<ContactListsScreen />, { path: "/contact-lists" });
  expect(within(await row("Lojistas")).getByText("4")).toBeInTheDocument();
  await user.click(await button(m.contact_lists_open_of({ name: "Lojistas" })));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/contact-lists/${lojistas.id}/contacts`));
});

test("contact lists: a search asks the server in lower case", async () => {
  const asked: string[] = [];
  server.use(
    http.get("/contact-lists", ({ request }) => {
      const wanted = new URL(request.url).searchParams.get("searchParam") ?? "";
      asked.push(wanted);
      return HttpResponse.json(wanted ? page() : page(lojistas));
    }),
  );
  const { user } = await renderScreen(<ContactListsScreen />);
  await row("Lojistas");
  await search(user, "NATAL");
  expect(await screen.findByText(m.lists_none_found_title())).toBeInTheDocument();
  expect(asked).toEqual(["", "natal"]);
});

test("contact lists: a new list is created with its trimmed name and opened", async () => {
  answer("get", "/contact-lists", page());
  const sent = answer("post", "/contact-lists", { ...lojistas });
  const { user, router } = await renderScreen(<ContactListsScreen />, { path: "/contact-lists" });
  expect(await screen.findByText(m.contact_lists_empty_title())).toBeInTheDocument();
  await user.click(screen.getAllByRole("button", { name: m.contact_lists_add() })[0] as HTMLElement);
  await user.type(await field(m.contact_lists_name()), " Lojistas ");
  await user.click(saveButton());
  expect(await screen.findByText(m.contact_lists_saved())).toBeInTheDocument();
  expect(sent).toEqual([{ name: "Lojistas" }]);
  expect(router.state.location.pathname).toBe(`/contact-lists/${lojistas.id}/contacts`);
});

test("contact lists: a name needs 2 letters, and nothing is sent before", async () => {
  answer("get", "/contact-lists", page(lojistas));
  const { user } = await renderScreen(<ContactListsScreen />);
  await user.click(await button(m.contact_lists_edit_of({ name: "Lojistas" })));
  await user.clear(await field(m.contact_lists_name()));
  await user.click(saveButton());
  expect(await screen.findByText(m.lists_required())).toBeInTheDocument();
  await user.type(await field(m.contact_lists_name()), "L");
  expect(await screen.findByText(m.lists_too_short())).toBeInTheDocument();
  const sent = answer("put", `/contact-lists/${lojistas.id}`, { ...lojistas });
  await user.type(await field(m.contact_lists_name()), "ojas");
  await user.click(saveButton());
  await waitFor(() => expect(sent).toEqual([{ name: "Lojas" }]));
});

test("contact lists: deleting asks, says how many people are deleted, and a refusal names the campaign", async () => {
  answer("get", "/contact-lists", page(lojistas));
  server.use(
    http.delete(`/contact-lists/${lojistas.id}`, () =>
      HttpResponse.json(
        { error: "ERR_CONTACT_LIST_USED", details: { campaign: { id: "1", name: "Reposição" } } },
        { status: 409 },
      ),
    ),
  );
  const { user } = await renderScreen(<ContactListsScreen />);
  await user.click(await button(m.contact_lists_delete_of({ name: "Lojistas" })));
  expect(await question()).toHaveTextContent(m.contact_lists_delete_with({ count: 4 }));
  await user.click(within(await question()).getByRole("button", { name: m.ui_delete() }));
  expect(await within(await question()).findByRole("alert")).toHaveTextContent(
    m.contact_lists_delete_used({ campaign: "Reposição" }),
  );
  refuse("delete", `/contact-lists/${lojistas.id}`, "ERR_NO_CONTACT_LIST_FOUND", { status: 404 });
  await user.click(within(await question()).getByRole("button", { name: m.ui_delete() }));
  expect(
    await within(await question()).findByText(new RegExp(errorMessage("ERR_NO_CONTACT_LIST_FOUND"))),
  ).toBeVisible();
});

test("contact lists: the example spreadsheet is saved as a file", async () => {
  answer("get", "/contact-lists", page(lojistas));
  server.use(http.get("/contact-lists/example", () => HttpResponse.text("xlsx")));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { user } = await renderScreen(<ContactListsScreen />);
  await user.click(await button(m.contact_lists_example_of({ name: "Lojistas" })));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  saved.mockRestore();
});

test("contact lists: a change on the server is shown", async () => {
  answer("get", "/contact-lists", page(lojistas));
  await renderScreen(<ContactListsScreen />);
  await row("Lojistas");
  answer("get", "/contact-lists", page({ ...lojistas, name: "Atacado", contactsCount: 1200 }));
  listChanges.notify(["contactLists"]);
  expect(within(await row("Atacado")).getByText("1.200")).toBeInTheDocument();
});

test("contact lists: offline the loaded lists stay, and a half-written dialog keeps its text", async () => {
  answer("get", "/contact-lists", page(lojistas));
  const { user, replication } = await renderScreen(<ContactListsScreen />);
  await user.click(await button(m.contact_lists_edit_of({ name: "Lojistas" })));
  await user.type(await field(m.contact_lists_name()), " do Sul");
  goOffline(replication);
  await waitFor(() => expect(saveButton()).toBeDisabled());
  expect(await field(m.contact_lists_name())).toHaveValue("Lojistas do Sul");
  await user.click(screen.getByRole("button", { name: m.ui_cancel() }));
  expect(await screen.findByText(m.contact_lists_offline())).toBeInTheDocument();
  expect(await button(m.contact_lists_delete_of({ name: "Lojistas" }))).toBeDisabled();
});

test("contact lists: without loaded lists the screen says that it needs the server", async () => {
  disconnect("get", "/contact-lists");
  const { replication } = await renderScreen(<ContactListsScreen />);
  goOffline(replication);
  expect(await screen.findByText(m.lists_offline_title())).toBeInTheDocument();
  expect(screen.queryByText(m.contact_lists_empty_title())).not.toBeInTheDocument();
});

test("contact lists on a phone: a row opens a sheet with every action", async () => {
  becomePhone();
  answer("get", "/contact-lists", page(lojistas));
  const { user } = await renderScreen(<ContactListsScreen />);
  await user.click(await screen.findByRole("button", { name: /Lojistas/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Lojistas" }));
  for (const name of [
    m.contact_lists_open_of({ name: "Lojistas" }),
    m.contact_lists_example_of({ name: "Lojistas" }),
    m.contact_lists_edit_of({ name: "Lojistas" }),
    m.contact_lists_delete_of({ name: "Lojistas" }),
  ])
    expect(sheet.getByRole("button", { name })).toBeEnabled();
});

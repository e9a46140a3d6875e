import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { testTime } from "../../../../contracts/testing/clock.ts";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { listChanges } from "../../../session/server-data/list-changes.ts";
import { answer, refuse } from "../../../testing/answers.ts";
import { becomePhone } from "../../../testing/browser-gaps.ts";
import { field, goOffline, saveButton } from "../../../testing/dialog.ts";
import { givenConnection, givenQueue } from "../../../testing/refs.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { bazar, horta, jonas, lojistas, summaryOf, tropeiro } from "../testing/given-lists.ts";
import { ContactListItemsScreen } from "./index.tsx";

const listPath = `/contact-lists/${lojistas.id}`;
let asked: URLSearchParams[];
beforeEach(() => {
  asked = [];
  answer("get", listPath, { ...lojistas });
  answer("get", `${listPath}/summary`, { ...summaryOf() });
  lists([bazar, horta, jonas, tropeiro]);
});

function lists(contacts: (typeof bazar)[]) {
  server.use(
    http.get("/contact-list-items", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ contacts, hasMore: false });
    }),
  );
}

const render = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<ContactListItemsScreen listId={lojistas.id} />, { path: `${listPath}/contacts`, ...options });
const row = async (name: string) => within((await screen.findByText(name)).closest("tr") as HTMLElement);
const button = (name: string) => screen.findByRole("button", { name });
const strip = async () => within(await screen.findByRole("region", { name: m.contact_lists_summary() }));
const source = async (user: Awaited<ReturnType<typeof render>>["user"], item: string) => {
  await user.click(await button(m.contact_lists_bring()));
  await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${item}`) }));
};

test("list items: each person has a number and the state on WhatsApp", async () => {
  await render();
  expect((await row("Bazar Lua Nova")).getByText("+55 (31) 95550-0233")).toBeInTheDocument();
  expect((await row("Bazar Lua Nova")).getByText(m.contact_lists_valid())).toBeInTheDocument();
  expect((await row("Horta da Célia")).getByText(m.contact_lists_invalid())).toBeInTheDocument();
  expect((await row("Horta da Célia")).getByText(m.contact_lists_no_email())).toBeInTheDocument();
  expect((await row("Jonas Vilela")).getByText(m.contact_lists_opted_out_on({ day: "02/11" }))).toBeInTheDocument();
  expect((await row("Tropeiro da Rua")).getByText(m.contact_lists_checking())).toBeInTheDocument();
  expect(await screen.findByRole("heading", { name: "Lojistas" })).toBeInTheDocument();
});

test("list items: the head leads back to the lists", async () => {
  const { user, router } = await render();
  await user.click(await button(m.ui_back()));
  await waitFor(() => expect(router.state.location.pathname).toBe("/contact-lists"));
});

test("list items: the parts ask the server for people with WhatsApp and people left out", async () => {
  const { user } = await render();
  await row("Bazar Lua Nova");
  await user.click(await button(m.contact_lists_part_out()));
  await waitFor(() => expect(asked.at(-1)?.get("part")).toBe("out"));
  expect(asked.at(-1)?.get("contactListId")).toBe(lojistas.id);
  expect(asked[0]?.get("part")).toBe("all");
});

test("list items: the summary counts and shows the progress of the check, or that it waits for a connection", async () => {
  const replication = createFakeServer();
  await render({ replication });
  expect((await strip()).getByRole("list")).toHaveTextContent("4contatos2têm WhatsApp1sem WhatsApp1pediu para sair");
  expect(await (await strip()).findByText(m.contact_lists_check_waits())).toBeInTheDocument();
  givenConnection(replication);
  replication.poke();
  expect(await (await strip()).findByText(m.contact_lists_check_ends({ time: "5 s" }))).toBeInTheDocument();
  expect((await strip()).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "3");
});

test("list items: a finished check can be started again, for all or for the selected people", async () => {
  answer("get", `${listPath}/summary`, { ...summaryOf({ checking: 0 }) });
  const sent = answer("post", `${listPath}/check`, { queued: 4 });
  const { user } = await render();
  await user.click(await (await strip()).findByRole("button", { name: m.contact_lists_check_again() }));
  expect(await screen.findByText(m.contact_lists_check_begun())).toBeInTheDocument();
  await user.click(await screen.findByRole("checkbox", { name: m.contacts_select({ name: "Horta da Célia" }) }));
  const bar = within(await screen.findByRole("region", { name: m.contacts_selection() }));
  await user.click(bar.getByRole("button", { name: m.contact_lists_check_again() }));
  await waitFor(() => expect(sent).toEqual([{}, { itemIds: [horta.id] }]));
  await waitFor(() => expect(screen.queryByRole("region", { name: m.contacts_selection() })).not.toBeInTheDocument());
});

test("list items: an admin deletes several people after a question", async () => {
  const sent = answer("post", "/contact-list-items/delete", { deleted: 2 });
  const { user } = await render();
  await user.click(await screen.findByRole("checkbox", { name: m.contacts_select({ name: "Horta da Célia" }) }));
  await user.click(await screen.findByRole("checkbox", { name: m.contacts_select({ name: "Jonas Vilela" }) }));
  const bar = within(await screen.findByRole("region", { name: m.contacts_selection() }));
  await user.click(bar.getByRole("button", { name: m.ui_delete() }));
  const question = within(
    await screen.findByRole("alertdialog", { name: m.contact_lists_items_delete_title({ count: 2 }) }),
  );
  expect(question.getByText("Horta da Célia")).toBeInTheDocument();
  await user.click(question.getByRole("button", { name: m.ui_delete() }));
  expect(await screen.findByText(m.contact_lists_items_deleted({ count: 2 }))).toBeInTheDocument();
  expect(sent).toEqual([{ ids: [horta.id, jonas.id] }]);
});

test("list items: a supervisor is not offered to delete people", async () => {
  const { user } = await render({ signedIn: { profile: "supervisor" } });
  await user.click(await screen.findByRole("checkbox", { name: m.contacts_select({ name: "Horta da Célia" }) }));
  const bar = within(await screen.findByRole("region", { name: m.contacts_selection() }));
  expect(bar.queryByRole("button", { name: m.ui_delete() })).not.toBeInTheDocument();
  const name = m.contact_lists_item_delete_of({ name: "Horta da Célia" });
  expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  expect(await button(m.contact_lists_item_edit_of({ name: "Horta da Célia" }))).toBeEnabled();
});

test("list items: a person is added with the number that was understood", async () => {
  const sent = answer("post", "/contact-list-items", { ...bazar });
  const { user } = await render();
  await row("Bazar Lua Nova");
  await user.click(await button(m.contact_lists_item_add()));
  await user.type(await field(m.contact_lists_col_name()), "Empório Arruda");
  await user.type(await field(m.contact_lists_col_number()), "+55 (31) 95550-0170");
  await user.click(saveButton());
  expect(await screen.findByText(m.contact_lists_item_saved())).toBeInTheDocument();
  expect(sent).toEqual([{ name: "Empório Arruda", number: "+5531955500170", email: "", contactListId: lojistas.id }]);
});

test("list items: invalid fields are reported, and a number that another person has names them", async () => {
  server.use(
    http.post("/contact-list-items", () =>
      HttpResponse.json({ error: "ERR_DUPLICATED_LIST_ITEM", details: { name: "Bazar Lua Nova" } }, { status: 400 }),
    ),
  );
  const { user } = await render();
  await row("Bazar Lua Nova");
  await user.click(await button(m.contact_lists_item_add()));
  await user.type(await field(m.contact_lists_col_name()), "E");
  await user.type(await field(m.contact_lists_col_number()), "31 9555");
  await user.type(await field(m.contact_lists_col_email()), "x");
  await user.click(saveButton());
  expect(await screen.findByText(m.lists_too_short())).toBeInTheDocument();
  expect(screen.getByText(m.tickets_error_number())).toBeInTheDocument();
  expect(screen.getByText(m.lists_email_invalid())).toBeInTheDocument();
  await user.type(await field(m.contact_lists_col_name()), "mpório");
  await user.clear(await field(m.contact_lists_col_number()));
  await user.type(await field(m.contact_lists_col_number()), "5531955500233");
  await user.clear(await field(m.contact_lists_col_email()));
  await user.click(saveButton());
  expect(await screen.findByText(m.contact_lists_item_present({ name: "Bazar Lua Nova" }))).toBeInTheDocument();
});

test("list items: contacts of a queue are added, and the toast says how many were new", async () => {
  const replication = createFakeServer();
  const queue = givenQueue(replication);
  const sent = answer("post", `${listPath}/contacts`, { added: 12, known: 3 });
  const { user } = await render({ replication });
  await source(user, m.contact_lists_bring_queue());
  await user.click(await screen.findByRole("button", { name: m.contact_lists_bring_save() }));
  expect(await screen.findByText(m.lists_required())).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: new RegExp(`^${m.contact_lists_bring_queue_field()}`) }));
  await user.click(await screen.findByRole("option", { name: "Vendas" }));
  await user.click(await screen.findByRole("button", { name: m.contact_lists_bring_save() }));
  expect(await screen.findByText(m.contact_lists_added_some({ added: 12, known: 3 }))).toBeInTheDocument();
  expect(sent).toEqual([{ kind: "queue", queueId: queue.id }]);
});

test("list items: people who wrote in the last 90 days are added from a day of the company's time zone", async () => {
  const sent = answer("post", `${listPath}/contacts`, { added: 0, known: 0 });
  const { user } = await render();
  await source(user, m.contact_lists_bring_active());
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: m.contact_lists_bring_save() }));
  expect(await screen.findByText(m.contact_lists_added_nobody())).toBeInTheDocument();
  const [body] = sent as { kind: string; day: string }[];
  const days = (testTime() - Date.parse(`${body?.day}T12:00:00Z`)) / 86_400_000;
  expect(body?.kind).toBe("activeSince");
  expect(Math.abs(days - 90)).toBeLessThan(1.5);
});

test("list items: the export has the people of the shown part", async () => {
  let query = "";
  server.use(
    http.get(`${listPath}/export`, ({ request }) => {
      query = new URL(request.url).search;
      return HttpResponse.text("Nome");
    }),
  );
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { user } = await render();
  await user.click(await button(m.contact_lists_part_valid()));
  await user.click(await button(m.contact_lists_export()));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  saved.mockRestore();
  expect(query).toContain("part=valid");
});

test("list items: a spreadsheet is uploaded into the list", async () => {
  const id = "0190d3a0-0000-7000-8000-00000000a111";
  const view = {
    ...{ id, name: "lojistas.csv", status: "preview", headers: ["Nome", "Número"], sample: [["Rui", "5531955500001"]] },
    ...{
      headerRow: 1,
      head: [
        ["Nome", "Número"],
        ["Rui", "5531955500001"],
      ].map((cells, row) => ({ rowNumber: row + 1, cells })),
    },
    ...{ mapping: null, total: 30, done: 0, counts: null, error: null },
  };
  let uploaded = 0;
  server.use(
    http.post(`${listPath}/upload`, () => {
      uploaded += 1;
      return HttpResponse.json({ id });
    }),
    http.get(`/contacts/imports/${id}`, () => HttpResponse.json(view)),
  );
  const { user } = await render();
  await source(user, m.contact_lists_bring_spreadsheet());
  await button(m.contacts_import_choose());
  const input = document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
  await user.upload(input, new File(["Nome"], "lojistas.csv"));
  expect(await screen.findByRole("table", { name: m.contacts_import_sample() })).toBeInTheDocument();
  expect(uploaded).toBe(1);
});

test("list items: the campaign that needs the list is named", async () => {
  const usedBy = { id: "1", name: "Reposição", status: "PROGRAMADA", scheduledAt: "2026-11-25T13:00:00.000Z" };
  answer("get", `${listPath}/summary`, { ...summaryOf({ usedBy }) });
  await render();
  expect(
    await screen.findByText(m.contact_lists_used_scheduled({ campaign: "Reposição", day: "25/11" })),
  ).toBeInTheDocument();
});

test("list items: a change on the server updates people and counts", async () => {
  await render();
  await row("Tropeiro da Rua");
  lists([{ ...tropeiro, isWhatsappValid: true }]);
  answer("get", `${listPath}/summary`, { ...summaryOf({ valid: 3, checking: 0 }) });
  listChanges.notify(["contactLists"]);
  expect(await (await row("Tropeiro da Rua")).findByText(m.contact_lists_valid())).toBeInTheDocument();
  await waitFor(async () => expect((await strip()).queryByRole("progressbar")).not.toBeInTheDocument());
});

test("list items: a list that does not exist says so", async () => {
  refuse("get", listPath, "ERR_NO_CONTACT_LIST_FOUND", { status: 404 });
  refuse("get", `${listPath}/summary`, "ERR_NO_CONTACT_LIST_FOUND", { status: 404 });
  refuse("get", "/contact-list-items", "ERR_NO_CONTACT_LIST_FOUND", { status: 404 });
  await render();
  expect(await screen.findByText(errorMessage("ERR_NO_CONTACT_LIST_FOUND"))).toBeInTheDocument();
});

test("list items: offline the people stay, and a half-written person keeps the text", async () => {
  const { user, replication } = await render();
  await row("Bazar Lua Nova");
  await user.click(await button(m.contact_lists_item_add()));
  await user.type(await field(m.contact_lists_col_name()), "Empório");
  goOffline(replication);
  await waitFor(() => expect(saveButton()).toBeDisabled());
  expect(await field(m.contact_lists_col_name())).toHaveValue("Empório");
  await user.click(screen.getByRole("button", { name: m.ui_cancel() }));
  expect(await screen.findByText(m.contact_lists_items_offline())).toBeInTheDocument();
  expect(await button(m.contact_lists_bring())).toBeDisabled();
  expect(await button(m.contact_lists_export())).toBeDisabled();
});

test("list items on a phone: a row opens a sheet, and the filter sheet has the parts", async () => {
  becomePhone();
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: /Jonas Vilela/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Jonas Vilela" }));
  expect(sheet.getByText(m.contact_lists_opted_out_on({ day: "02/11" }))).toBeInTheDocument();
  await user.click(sheet.getByRole("button", { name: m.contact_lists_item_edit_of({ name: "Jonas Vilela" }) }));
  expect(await field(m.contact_lists_col_number())).toHaveValue("+55 (34) 95550-0139");
  await user.click(screen.getByRole("button", { name: m.ui_cancel() }));
  await user.click(await button(m.lists_filter()));
  const filter = within(await screen.findByRole("dialog", { name: m.lists_filter() }));
  await user.click(filter.getByRole("button", { name: m.contact_lists_part_valid() }));
  await waitFor(() => expect(asked.at(-1)?.get("part")).toBe("valid"));
});

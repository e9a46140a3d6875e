import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../testing/given-desk.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { withCampaigns } from "../contact-lists/testing/given-lists.ts";
import { ContactsScreen } from "./index.tsx";

const person = (change: { id?: string; name?: string; number?: string; active?: boolean; isGroup?: boolean } = {}) => ({
  ...{ id: "0190d3a0-0000-7000-8000-00000000c001", name: "Helena Sampaio", number: "5531955500148", email: "" },
  ...{ isGroup: false, active: true, disableBot: false, profilePicUrl: "", extraInfo: [] },
  ...change,
});
const helena = person();
const bento = person({ id: "0190d3a0-0000-7000-8000-00000000c002", name: "Bento Prado", number: "5531955500149" });
const group = person({
  id: "0190d3a0-0000-7000-8000-00000000c003",
  name: "Obra da Serra",
  number: "1203",
  isGroup: true,
});

let desk: GivenDesk;
let pages: URLSearchParams[];
let calls: string[];
beforeEach(() => {
  desk = givenDesk();
  pages = [];
  calls = [];
  lists([helena, bento]);
  const takes = ({ request }: { request: Request }) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return HttpResponse.json({});
  };
  server.use(http.put("/contacts/block/:id", takes), http.delete("/contacts/:id", takes));
});

function lists(contacts: object[]) {
  server.use(
    http.get("/contacts", ({ request }) => {
      pages.push(new URL(request.url).searchParams);
      return HttpResponse.json({ contacts, hasMore: false, count: contacts.length });
    }),
  );
}

const render = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<ContactsScreen />, { replication: desk.replication, ...options });
const notFound = () => m.lists_failed({ reason: errorMessage("ERR_NO_CONTACT_FOUND") });
const row = async (name: string) => within((await screen.findByText(name)).closest("tr") as HTMLElement);
const select = (name: string) => screen.findByRole("checkbox", { name: m.contacts_select({ name }) });
const bar = async () => within(await screen.findByRole("region", { name: m.contacts_selection() }));

test("contacts: shows name, masked number and whether a contact is blocked or not on WhatsApp", async () => {
  lists([helena, { ...bento, active: false }, { ...helena, id: "c9", name: "Otto Sá", hasNoWhatsapp: true }]);
  await render();
  expect((await row("Otto Sá")).getByText(m.contacts_no_whatsapp())).toBeInTheDocument();
  expect((await row("Helena Sampaio")).getByText("+55 (31) 95550-0148")).toBeInTheDocument();
  expect((await row("Bento Prado")).getByText(m.contacts_blocked())).toBeInTheDocument();
});

test("contacts: the search is sent to the server", async () => {
  const { user } = await render();
  await user.type(await screen.findByRole("searchbox"), "bento");
  await waitFor(() => expect(pages.at(-1)?.get("searchParam")).toBe("bento"));
});

test("contacts: the tag filter is sent to the server", async () => {
  const tag = desk.tag({ name: "Obra" });
  const { user } = await render();
  await row("Helena Sampaio");
  await user.click(screen.getByRole("button", { name: m.contacts_tag_filter() }));
  await user.click(await screen.findByRole("checkbox", { name: "Obra" }));
  await waitFor(() => expect(pages.at(-1)?.get("contactTag")).toBe(JSON.stringify([tag.id])));
});

test("contacts: blocking is sent at once and confirmed by a toast", async () => {
  const { user } = await render();
  await row("Helena Sampaio");
  await user.click(screen.getByRole("button", { name: m.contacts_block({ name: "Helena Sampaio" }) }));
  expect(await screen.findByText(m.contacts_blocked_toast())).toBeInTheDocument();
  expect(calls).toEqual([`PUT /contacts/block/${helena.id}`]);
});

test("contacts: a block refused by the server shows the reason", async () => {
  server.use(
    http.put("/contacts/block/:id", () => HttpResponse.json({ error: "ERR_NO_CONTACT_FOUND" }, { status: 404 })),
  );
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.contacts_block({ name: "Helena Sampaio" }) }));
  expect(await screen.findByText(notFound())).toBeInTheDocument();
});

test("contacts: deleting asks with the name and says that the conversations are deleted too", async () => {
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.contacts_delete_of({ name: "Helena Sampaio" }) }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(m.contacts_delete_with())).toBeInTheDocument();
  expect(calls).toEqual([]);
  await user.click(dialog.getByRole("button", { name: m.ui_delete() }));
  expect(await screen.findByText(m.contacts_deleted())).toBeInTheDocument();
  expect(calls).toEqual([`DELETE /contacts/${helena.id}`]);
});

test("contacts: a failed deletion keeps the dialog open with the reason", async () => {
  server.use(http.delete("/contacts/:id", () => HttpResponse.json({ error: "ERR_NO_CONTACT_FOUND" }, { status: 404 })));
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.contacts_delete_of({ name: "Helena Sampaio" }) }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: m.ui_delete() }));
  expect(await dialog.findByText(notFound())).toBeInTheDocument();
});

test.each([
  { profile: "user" as const, offered: [m.contacts_selection_export] },
  { profile: "supervisor" as const, offered: [m.contacts_merge, m.contacts_selection_export] },
  { profile: "admin" as const, offered: [m.contacts_merge, m.contacts_selection_export, m.contacts_selection_delete] },
])("contacts: for two selected contacts $profile is offered the permitted actions", async ({ profile, offered }) => {
  const { user } = await render({ signedIn: { profile } });
  await user.click(await select("Helena Sampaio"));
  await user.click(await select("Bento Prado"));
  const names = (await bar()).getAllByRole("button").map((button) => button.textContent);
  expect(names.filter(Boolean)).toEqual(offered.map((name) => name()));
});

test.each([
  { profile: "user" as const, times: 0 },
  { profile: "supervisor" as const, times: 1 },
])(
  "contacts: $profile of a company with campaigns gets $times buttons that add to a list",
  async ({ profile, times }) => {
    answer("get", "/contact-lists/list", []);
    const { user } = await render({ signedIn: { profile, ...withCampaigns } });
    await user.click(await select("Helena Sampaio"));
    const buttons = (await bar()).queryAllByRole("button", { name: m.contacts_selection_add_to_list() });
    expect(buttons).toHaveLength(times);
    for (const button of buttons) {
      await user.click(button);
      const name = m.contact_lists_add_to_title({ count: 1 });
      expect(await screen.findByRole("dialog", { name })).toBeInTheDocument();
    }
  },
);

test("contacts: a group cannot be merged with a person", async () => {
  lists([helena, group]);
  const { user } = await render();
  await user.click(await select("Helena Sampaio"));
  await user.click(await select("Obra da Serra"));
  expect((await bar()).queryByRole("button", { name: m.contacts_merge() })).not.toBeInTheDocument();
});

test("contacts: a supervisor is not offered to delete a contact", async () => {
  await render({ signedIn: { profile: "supervisor" } });
  await row("Helena Sampaio");
  const name = m.contacts_delete_of({ name: "Helena Sampaio" });
  expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
});

test("contacts: exporting the selection requests only these contacts and saves a file", async () => {
  let ids: unknown;
  server.use(
    http.get("/contacts/export", ({ request }) => {
      ids = JSON.parse(new URL(request.url).searchParams.get("ids") ?? "null");
      return HttpResponse.text("nome;número\nHelena;5531");
    }),
  );
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { user } = await render();
  await user.click(await select("Helena Sampaio"));
  await user.click((await bar()).getByRole("button", { name: m.contacts_selection_export() }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(ids).toEqual([helena.id]);
  saved.mockRestore();
});

test("contacts: undoing the block of a selection leaves who was blocked before", async () => {
  becomePhone();
  lists([helena, { ...bento, active: false }]);
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: /Helena Sampaio/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Helena Sampaio" }));
  await user.click(sheet.getByRole("button", { name: m.lists_select_many() }));
  await user.click(await screen.findByRole("button", { name: /Bento Prado/ }));
  await user.click(await screen.findByRole("button", { name: m.contacts_action_block() }));
  await user.click(await screen.findByRole("button", { name: m.tickets_undo() }));
  await screen.findByText(m.contacts_unblocked_toast());
  expect(calls).toEqual(Array(2).fill(`PUT /contacts/block/${helena.id}`));
});

test("contacts: opening a ticket preselects the contact of the row", async () => {
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.contacts_open_ticket({ name: "Helena Sampaio" }) }));
  const dialog = within(await screen.findByRole("dialog", { name: m.tickets_new_title() }));
  expect(dialog.getByRole("combobox", { name: m.tickets_new_contact() })).toHaveValue("Helena Sampaio");
});

test("contacts: without a network the list shows this device's contacts and offers only creating and editing", async () => {
  desk.contact({ name: "Dona Iracema" });
  server.use(http.get("/contacts", () => HttpResponse.error()));
  const { desk: local } = await render();
  await cutNetwork(desk, local);
  const iracema = await row("Dona Iracema");
  expect(await screen.findByText(m.contacts_offline_kept())).toBeInTheDocument();
  expect(iracema.getByRole("button", { name: m.contacts_block({ name: "Dona Iracema" }) })).toBeDisabled();
  expect(iracema.getByRole("button", { name: m.contacts_edit_of({ name: "Dona Iracema" }) })).toBeEnabled();
  expect(screen.getByRole("button", { name: m.contacts_export() })).toBeDisabled();
  expect(screen.getByRole("button", { name: m.contacts_add() })).toBeEnabled();
});

test("contacts: a contact created without a network is shown as queued", async () => {
  const { desk: local } = await render();
  await row("Helena Sampaio");
  await cutNetwork(desk, local);
  await local.send("contact.create", { name: "Dona Iracema", number: "5537955501562" });
  expect((await row("Dona Iracema")).getByText(m.contacts_queued())).toBeInTheDocument();
  expect(screen.queryByRole("checkbox", { name: m.contacts_select({ name: "Dona Iracema" }) })).not.toBeInTheDocument();
});

test.each([
  ["all rows of one page", { hasMore: false }, () => m.contacts_show({ count: 1 })],
  ["one of several pages, not counted", { hasMore: true }, () => m.contacts_show_more_than({ count: "1" })],
  ["counted rows", { hasMore: true, count: 2_418 }, () => m.contacts_show({ count: 2_418 })],
  ["more than are counted", { hasMore: true, count: 10_001 }, () => m.contacts_show_more_than({ count: "10.000" })],
])("contacts on a phone: the filter says how many contacts match: %s", async (_case, page, text) => {
  becomePhone();
  answer("get", "/contacts", { contacts: [helena], ...page });
  const { user } = await render();
  await screen.findByText("Helena Sampaio");
  await user.click(screen.getByRole("button", { name: m.lists_filter() }));
  const sheet = within(await screen.findByRole("dialog", { name: m.contacts_filter_title() }));
  expect(sheet.getByRole("button", { name: text() })).toBeInTheDocument();
});

test("contacts on a phone: a row opens a sheet with the contact's actions", async () => {
  becomePhone();
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: /Helena Sampaio/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Helena Sampaio" }));
  await user.click(sheet.getByRole("button", { name: m.contacts_block({ name: "Helena Sampaio" }) }));
  await waitFor(() => expect(calls).toEqual([`PUT /contacts/block/${helena.id}`]));
});

import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test, vi } from "vitest";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { synced } from "../../../../sync/client/testing/desk.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { compositionOrders, confirmComposition } from "../../../testing/composition.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { ContactDrawer } from "./contact-drawer.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";
let companyId: string;

let desk: GivenDesk;
let contact: ContactDocument;
let ticket: TicketDocument;
let earlier: object[];
beforeEach(() => {
  companyId = uuidv7();
  desk = givenDesk();
  contact = desk.contact({ name: "Helena Sampaio", number: "5531955500148", email: "helena@exemplo.com.br" });
  ticket = givenTicket();
  earlier = [];
  server.use(
    http.get("/tickets/:id/timeline", () => HttpResponse.json({ events: [] })),
    http.get("/contacts/:id/tickets", () => HttpResponse.json({ tickets: earlier })),
    http.get("/contacts/:id/merges", () => HttpResponse.json({ merges: [] })),
    http.get("/messages/:id/media", () => HttpResponse.json({ messages: [], hasMore: false })),
  );
});

const givenTicket = (change: Partial<TicketDocument> = {}) =>
  desk.ticket({ contactId: contact.id, contactName: contact.name, ...change });
const note = (change: Partial<TicketDocument["notes"][number]> = {}) => ({
  ...{ id: uuidv7(), note: "Prefere a tarde", userId: ME, userName: "Marina Duarte", createdAt: ticket.createdAt },
  ...change,
});

async function render(options: Parameters<typeof renderScreen>[1] = {}) {
  const part = (
    <DirectoryProvider>
      <ContactDrawer ticketId={ticket.id} open asPane notesAsked={0} onClose={vi.fn()} />
    </DirectoryProvider>
  );
  const rendered = await renderScreen(part, {
    replication: desk.replication,
    signedIn: { id: ME, companyId },
    ...options,
  });
  await screen.findByRole("textbox", { name: m.tickets_note_write() });
  await synced(rendered.desk);
  return rendered;
}
const noteField = () => screen.getByRole("textbox", { name: m.tickets_note_write() });
const applied = (expected: object[]) => waitFor(() => expect(desk.replication.applied).toMatchObject(expected));

test("drawer: shows how the contact can be reached and which connection they use", async () => {
  const connection = desk.connection({ name: "Loja Savassi" });
  ticket = givenTicket({ connectionId: connection.id });
  await render();
  expect(await screen.findByText("+55 (31) 95550-0148")).toBeInTheDocument();
  expect(screen.getByText("helena@exemplo.com.br")).toBeInTheDocument();
  expect(screen.getByText("Loja Savassi")).toBeInTheDocument();
});

test("drawer: a number that WhatsApp did not find is marked", async () => {
  contact = desk.contact({ name: "Otto Sá", hasNoWhatsapp: true });
  ticket = givenTicket();
  await render();
  expect(await screen.findByText(m.contacts_no_whatsapp_long())).toBeInTheDocument();
});

/** A contact of the server that is not on the device. */
const elsewhere = (change: object = {}) => ({
  ...{ ...contact, id: ticket.contactId, name: "Raul", email: "raul@exemplo.com.br", optedOutAt: null },
  ...change,
});

test("drawer: a contact that is not on this device is shown from the server, and its opt-out is set there", async () => {
  ticket = givenTicket({ contactId: uuidv7(), contactName: "Raul" });
  const set: unknown[] = [];
  server.use(
    http.get(`/contacts/${ticket.contactId}`, () =>
      HttpResponse.json(elsewhere({ optedOutAt: set.length > 0 ? "2026-10-05T12:00:00.000Z" : null })),
    ),
    http.post(`/contacts/${ticket.contactId}/consent`, async ({ request }) => {
      set.push(await request.json());
      return HttpResponse.json({ optedOutAt: null, entries: [] });
    }),
  );
  const { user } = await render();
  expect(await screen.findByText("raul@exemplo.com.br")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.tickets_edit() })).not.toBeInTheDocument();
  expect(screen.getByText(m.consent_in())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.consent_set() }));
  await user.type(await screen.findByRole("textbox", { name: m.consent_reason() }), "Pediu por telefone");
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: m.consent_set() }));
  expect(await screen.findByRole("button", { name: m.consent_lift() })).toBeInTheDocument();
  expect(set).toEqual([{ state: "out", reason: "Pediu por telefone" }]);
});

test("drawer: without a network a contact that is not on this device is announced as such", async () => {
  ticket = givenTicket({ contactId: uuidv7(), contactName: "Raul" });
  server.use(http.get(`/contacts/${ticket.contactId}`, () => HttpResponse.error()));
  await render();
  expect(await screen.findByText(m.tickets_contact_missing())).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.consent_set() })).not.toBeInTheDocument();
});

test("drawer: the contact is blocked and unblocked", async () => {
  const calls: unknown[] = [];
  server.use(
    http.put(`/contacts/block/${contact.id}`, async ({ request }) => {
      calls.push(await request.json());
      desk.replication.put("contacts", { ...contact, rev: contact.rev + calls.length, active: calls.length % 2 === 0 });
      desk.replication.poke("contacts");
      return HttpResponse.json({});
    }),
  );
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.contacts_action_block() }));
  await user.click(await screen.findByRole("button", { name: m.contacts_action_unblock() }));
  expect(await screen.findByRole("button", { name: m.contacts_action_block() })).toBeInTheDocument();
  expect(calls).toEqual([{ active: false }, { active: true }]);
});

test("notes: Enter adds a note and empties the field; a note of one letter is refused with a reason", async () => {
  const { user } = await render();
  await user.type(noteField(), "x{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(m.tickets_note_short());
  expect(noteField()).toHaveValue("x");
  await user.type(noteField(), "yz{Enter}");
  await waitFor(() => expect(noteField()).toHaveValue(""));
  await applied([{ type: "note.add", payload: { ticketId: ticket.id, note: "xyz" } }]);
});

test("notes: a note that has not left this device is marked", async () => {
  const { user, desk: local } = await render();
  await cutNetwork(desk, local);
  await user.type(noteField(), "Prefere a tarde{Enter}");
  const item = (await screen.findByText("Prefere a tarde", { selector: "li *" })).closest("li") as HTMLElement;
  expect(within(item).getByText(m.tickets_only_here())).toBeInTheDocument();
});

test("notes: an unfinished note is restored when the drawer opens again", async () => {
  const { user, unmount, desk: local } = await render();
  await user.type(noteField(), "Ligar de");
  await waitFor(async () => expect((await local.unsent.note.get(ticket.id))?.text).toBe("Ligar de"));
  unmount();
  await render({ sameDevice: true });
  await waitFor(() => expect(noteField()).toHaveValue("Ligar de"));
  await user.clear(noteField());
});

test("notes: an agent may delete their own note but not a colleague's", async () => {
  const theirs = note({ userId: uuidv7(), userName: "Bia Prado", note: "Da Bia" });
  ticket = givenTicket({ notes: [theirs, note({ note: "Minha" })] });
  const { user } = await render({ signedIn: { id: ME, profile: "user" } });
  const inBias = within((await screen.findByText("Da Bia")).closest("li") as HTMLElement);
  expect(inBias.queryByRole("button", { name: m.tickets_note_delete() })).not.toBeInTheDocument();
  const inMine = within(screen.getByText("Minha").closest("li") as HTMLElement);
  await user.click(inMine.getByRole("button", { name: m.tickets_note_delete() }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: m.tickets_note_delete() }));
  await applied([{ type: "note.delete", payload: { noteId: ticket.notes[1]?.id } }]);
});

test("tags: an existing tag can be added and another removed", async () => {
  const [urgent, obra] = [desk.tag({ name: "Urgente" }), desk.tag({ name: "Obra" })];
  ticket = givenTicket({ tagIds: [urgent.id] });
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.tickets_tag_remove({ name: "Urgente" }) }));
  await user.click(screen.getByRole("button", { name: m.tickets_tag_add() }));
  await user.click(await screen.findByRole("option", { name: "Obra" }));
  await applied([
    { type: "ticket.tag", payload: { remove: [urgent.id] } },
    { type: "ticket.tag", payload: { add: [obra.id] } },
  ]);
});

test("tags: a lane of the board replaces the ticket's lane, with a toast that undoes it", async () => {
  const [vip, budget] = [desk.tag({ name: "VIP", isKanban: true }), desk.tag({ name: "Orçamento", isKanban: true })];
  ticket = givenTicket({ tagIds: [vip.id] });
  const { user } = await render();
  await screen.findByRole("button", { name: m.tickets_tag_remove({ name: "VIP" }) });
  await user.click(screen.getByRole("button", { name: m.tickets_tag_add() }));
  const option = await screen.findByRole("option", { name: /^Orçamento/ });
  expect(option).toHaveTextContent(m.tickets_stage_replaces({ name: "VIP" }));
  await user.click(option);
  expect(await screen.findByText(m.tickets_stage_changed({ from: "VIP", to: "Orçamento" }))).toBeInTheDocument();
  // The toast may be drawn before the changed row.
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: m.tickets_tag_remove({ name: "VIP" }) })).not.toBeInTheDocument(),
  );
  await applied([{ type: "ticket.tag", payload: { add: [budget.id] } }]);
  await user.click(screen.getByRole("button", { name: m.tickets_undo() }));
  expect(await screen.findByRole("button", { name: m.tickets_tag_remove({ name: "VIP" }) })).toBeInTheDocument();
  await applied([{}, { type: "ticket.tag", payload: { add: [vip.id], remove: [budget.id] } }]);
});

test("tags: a first lane, and a tag that is no lane, are added without a toast", async () => {
  const [urgent, budget] = [desk.tag({ name: "Urgente" }), desk.tag({ name: "Orçamento", isKanban: true })];
  const { user } = await render();
  for (const name of [/^Orçamento/, /^Urgente/]) {
    await user.click(await screen.findByRole("button", { name: m.tickets_tag_add() }));
    await user.click(await screen.findByRole("option", { name }));
  }
  await applied([{ payload: { add: [budget.id] } }, { payload: { add: [urgent.id] } }]);
  expect(screen.queryByRole("button", { name: m.tickets_undo() })).not.toBeInTheDocument();
});

test("tags: an unknown name creates the tag and adds it", async () => {
  const { user } = await render();
  await user.click(screen.getByRole("button", { name: m.tickets_tag_add() }));
  await user.type(await screen.findByRole("combobox", { name: m.tickets_tag_add() }), "Atacado");
  await user.click(await screen.findByRole("option", { name: m.tickets_tag_create({ name: "Atacado" }) }));
  await applied([{ type: "tag.create", payload: { name: "Atacado" } }, { type: "ticket.tag" }]);
});

test("tags: a user who may not answer the ticket sees the tags but cannot change them", async () => {
  const tag = desk.tag({ name: "Urgente" });
  ticket = givenTicket({ tagIds: [tag.id], canAnswer: false });
  await render();
  expect(await screen.findByText("Urgente")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.tickets_tag_remove({ name: "Urgente" }) })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.tickets_tag_add() })).not.toBeInTheDocument();
});

test("drawer: the bot can be switched off for this contact only", async () => {
  const { user } = await render();
  await user.click(await screen.findByRole("switch", { name: m.tickets_contact_robot() }));
  await applied([{ type: "contact.update", payload: { contactId: contact.id, change: { disableBot: true } } }]);
});

test("drawer: an edit conflict shows both versions; keeping ours sends it over the colleague's", async () => {
  let refused = 0;
  desk.replication.onCommand = () => (refused++ === 0 ? "ERR_EDIT_CONFLICT" : undefined);
  const { user, desk: local } = await render();
  const change = { name: "Helena Sampaio Reis" };
  await local.send("contact.update", { contactId: contact.id, change, baseRev: contact.rev });
  expect(await screen.findByText(m.tickets_conflict_title())).toBeInTheDocument();
  expect(screen.getByText(/Helena Sampaio Reis/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.tickets_conflict_keep_mine() }));
  await applied([{ type: "contact.update", payload: { change } }]);
});

test("drawer: lists the contact's other tickets with number and status, without the present one", async () => {
  const at = "2026-10-01T12:00:00.000Z";
  const wire = { isGroup: false, queueId: null, contactId: contact.id, contact: { name: contact.name, number: "" } };
  const old = { ...wire, id: uuidv7(), number: 12, status: "closed", createdAt: at, updatedAt: at };
  earlier = [{ ...old, id: ticket.id, number: 99 }, old];
  await render();
  const link = await screen.findByRole("link", { name: /#12/ });
  expect(link).toHaveAttribute("href", `/tickets/${old.id}`);
  expect(link).toHaveTextContent(m.tickets_tab_closed());
  expect(screen.queryByRole("link", { name: /#99/ })).not.toBeInTheDocument();
});

test.each([
  { trouble: "no network", answer: () => HttpResponse.error(), says: m.tickets_needs_network, offersRetry: false },
  {
    trouble: "a server error",
    answer: () => new HttpResponse(null, { status: 500 }),
    says: m.tickets_not_read,
    offersRetry: true,
  },
])("drawer: with $trouble the sections from the server show a notice", async ({ answer, says, offersRetry }) => {
  server.use(http.get("/contacts/:id/tickets", answer));
  await render();
  expect(await screen.findByText(says())).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.queryAllByRole("button", { name: m.tickets_retry() })).toHaveLength(offersRetry ? 1 : 0),
  );
});

test("drawer: the Histórico button scrolls to the timeline and the contact's other tickets", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.tickets_history() }));
  const history = screen.getByRole("group", { name: m.tickets_history() });
  await waitFor(() => expect(history).toHaveFocus());
  expect(scrolled.mock.contexts).toContain(history);
  expect(history).toHaveTextContent(m.tickets_timeline());
  expect(await screen.findByText(m.tickets_earlier_none())).toBeInTheDocument();
  expect(history).toHaveTextContent(m.tickets_earlier());
  scrolled.mockRestore();
});

test.each(compositionOrders)("notes: Enter that confirms a composition adds no note: %s", async (order) => {
  const { user } = await render();
  confirmComposition(noteField(), "日本", order);
  await user.type(noteField(), "です{Enter}");
  await applied([{ type: "note.add", payload: { note: "日本です" } }]);
});

import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test, vi } from "vitest";
import { synced } from "../../../../sync/client/testing/desk.ts";
import type { ContactDocument } from "../../../../sync/contracts/contacts.ts";
import type { TicketDocument } from "../../../../sync/contracts/tickets.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { ContactDrawer } from "./contact-drawer.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";

let desk: GivenDesk;
let contact: ContactDocument;
let ticket: TicketDocument;
let earlier: object[];
beforeEach(() => {
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
  const rendered = await renderScreen(part, { replication: desk.replication, signedIn: { id: ME }, ...options });
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

test("drawer: a contact that is not on this device yet is announced as such and cannot be edited", async () => {
  ticket = givenTicket({ contactId: uuidv7(), contactName: "Raul" });
  await render();
  expect(await screen.findByText(m.tickets_contact_missing())).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.tickets_edit() })).not.toBeInTheDocument();
});

test("notes: Enter adds a note and empties the field; a note of one letter is refused with a reason", async () => {
  const { user } = await render();
  await user.type(noteField(), "x{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(m.tickets_note_short());
  expect(noteField()).toHaveValue("x");
  await user.type(noteField(), "yz{Enter}");
  expect(noteField()).toHaveValue("");
  await applied([{ type: "note.add", payload: { ticketId: ticket.id, note: "xyz" } }]);
});

test("notes: a note that has not left this device is marked", async () => {
  const { user, desk: local } = await render();
  await cutNetwork(desk, local);
  await user.type(noteField(), "Prefere a tarde{Enter}");
  const item = (await screen.findByText("Prefere a tarde")).closest("li") as HTMLElement;
  expect(within(item).getByText(m.tickets_only_here())).toBeInTheDocument();
});

test("notes: an unfinished note is restored when the drawer opens again", async () => {
  const { user, unmount } = await render();
  await user.type(noteField(), "Ligar de");
  unmount();
  await render();
  expect(noteField()).toHaveValue("Ligar de");
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

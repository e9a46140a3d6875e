import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test, vi } from "vitest";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { testNow } from "../../../../contracts/testing/clock.ts";
import { synced } from "../../../../sync/client/testing/desk.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { renderConversation } from "../testing/render-conversation.tsx";
import { Conversation } from "./conversation.tsx";

const agent = { id: "0190d3a0-0000-7000-8000-0000000000a1", profile: "user" as const };

let desk: GivenDesk;
beforeEach(() => {
  desk = givenDesk();
});

const render = (change: Partial<TicketDocument>, options = {}) =>
  renderConversation(desk, desk.ticket({ contactName: "Helena", ...change }), { signedIn: agent, ...options });
const header = () => within(screen.getByRole("banner"));
const buttons = () =>
  header()
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
const applied = (types: string[]) =>
  waitFor(() => expect(desk.replication.applied.map(({ type }) => type)).toEqual(types));

const states: { what: string; change: Partial<TicketDocument>; offers: string[]; not: string[] }[] = [
  {
    what: "a waiting ticket",
    change: { status: "pending", canAnswer: false },
    offers: [m.tickets_accept()],
    not: [m.tickets_resolve(), m.tickets_transfer(), m.tickets_return_full(), m.tickets_reopen()],
  },
  {
    what: "a ticket that one attends",
    change: { status: "open" },
    offers: [m.tickets_resolve(), m.tickets_transfer(), m.tickets_return_full()],
    not: [m.tickets_accept(), m.tickets_reopen()],
  },
  {
    what: "a colleague's ticket",
    change: { status: "open", canAnswer: false },
    offers: [],
    not: [m.tickets_resolve(), m.tickets_transfer(), m.tickets_return_full(), m.tickets_accept()],
  },
  {
    what: "a resolved ticket",
    change: { status: "closed", canReopen: true, updatedAt: testNow().toISOString() },
    offers: [m.tickets_reopen()],
    not: [m.tickets_resolve(), m.tickets_transfer(), m.tickets_accept()],
  },
];

test.each(states)("conversation header: offers the available actions for $what", async ({ change, offers, not }) => {
  await render(change);
  expect(buttons()).toEqual(expect.arrayContaining(offers));
  for (const name of not) expect(buttons()).not.toContain(name);
});

test("conversation header: shows number, queue and assignee", async () => {
  const queue = desk.queue({ name: "Entregas" });
  const bia = desk.colleague({ name: "Bia Prado" });
  await render({ number: 48_117, queueId: queue.id, userId: bia.id, canAnswer: false });
  expect(header().getByText("#48117")).toBeInTheDocument();
  expect(await header().findByText("Entregas")).toBeInTheDocument();
  expect(header().getByText(m.tickets_attended_by({ name: "Bia Prado" }))).toBeInTheDocument();
});

test("conversation header: a name is drawn in the direction of its own letters", async () => {
  await render({ contactName: "ليلى حداد" });
  expect(header().getByRole("heading", { name: "ليلى حداد" })).toHaveAttribute("dir", "auto");
});

test("closing a ticket: returns to the list and names the closed ticket", async () => {
  const { user, router } = await render({});
  await user.click(header().getAllByRole("button", { name: m.tickets_resolve() })[0] as HTMLElement);
  expect(await screen.findByText(m.tickets_resolved({ name: "Helena" }))).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/tickets");
  await applied(["ticket.close"]);
});

test.each([
  { profile: "user" as const, offered: false },
  { profile: "admin" as const, offered: true },
])("deleting a ticket: offered to $profile: $offered", async ({ profile, offered }) => {
  const { user } = await render({}, { signedIn: { ...agent, profile } });
  await user.click(header().getByRole("button", { name: m.tickets_more_actions() }));
  const menu = within(await screen.findByRole("menu"));
  expect(menu.queryAllByRole("menuitem", { name: m.tickets_delete() })).toHaveLength(offered ? 1 : 0);
});

test("deleting a ticket: asks for confirmation, then leaves for the list", async () => {
  const { user, router } = await render({}, { signedIn: { ...agent, profile: "admin" } });
  await user.click(header().getByRole("button", { name: m.tickets_more_actions() }));
  await user.click(await screen.findByRole("menuitem", { name: m.tickets_delete() }));
  const question = within(await screen.findByRole("alertdialog", { name: m.tickets_delete_title() }));
  expect(desk.replication.applied).toEqual([]);
  await user.click(question.getByRole("button", { name: m.tickets_delete() }));
  await applied(["ticket.delete"]);
  expect(router.state.location.pathname).toBe("/tickets");
});

test("ticket action: a refused one shows the action and the reason in the conversation until the user decides", async () => {
  desk.replication.onCommand = () => "ERR_NO_PERMISSION";
  const { user } = await render({});
  await user.click(header().getAllByRole("button", { name: m.tickets_return_full() })[0] as HTMLElement);
  const reason = () => screen.queryByText(errorMessage("ERR_NO_PERMISSION"), { exact: false });
  await waitFor(() => expect(reason()).toHaveTextContent(m.tickets_command_return()));
  await user.click(screen.getByRole("button", { name: m.tickets_discard() }));
  await waitFor(() => expect(reason()).not.toBeInTheDocument());
});

const givenBlockable = () => {
  const contact = desk.contact({ name: "Helena" });
  server.use(
    http.put(`/contacts/block/${contact.id}`, async ({ request }) => {
      const { active } = (await request.json()) as { active: boolean };
      desk.replication.put("contacts", { ...contact, rev: contact.rev + 1, active });
      desk.replication.poke("contacts");
      return HttpResponse.json({});
    }),
  );
  return contact;
};

test("blocking from the conversation: a mark and a notice in place of the composer, undone in the toast or the notice", async () => {
  const contact = givenBlockable();
  const { user } = await render({ contactId: contact.id });
  await user.click(header().getByRole("button", { name: m.tickets_more_actions() }));
  await user.click(await screen.findByRole("menuitem", { name: m.contacts_block({ name: "Helena" }) }));
  expect(await screen.findByText(m.tickets_blocked_notice())).toBeInTheDocument();
  expect(header().getByText(m.contacts_blocked())).toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: m.tickets_composer_label({ name: "Helena" }) })).toBeNull();
  await user.click(await screen.findByRole("button", { name: m.tickets_undo() }));
  await waitFor(() => expect(screen.queryByText(m.tickets_blocked_notice())).toBeNull());
  await user.click(header().getByRole("button", { name: m.tickets_more_actions() }));
  await user.click(await screen.findByRole("menuitem", { name: m.contacts_block({ name: "Helena" }) }));
  await user.click(await screen.findByRole("button", { name: m.contacts_action_unblock() }));
  expect(
    await screen.findByRole("textbox", { name: m.tickets_composer_label({ name: "Helena" }) }),
  ).toBeInTheDocument();
  expect(header().queryByText(m.contacts_blocked())).toBeNull();
});

test("blocking from the conversation: the reason of a failure is shown, and the contact stays as it was", async () => {
  const contact = desk.contact({ name: "Helena", active: false });
  server.use(http.put("/contacts/block/:id", () => HttpResponse.error()));
  const { user } = await render({ contactId: contact.id });
  await user.click(await screen.findByRole("button", { name: m.contacts_action_unblock() }));
  expect(await screen.findByText(m.lists_unreachable())).toBeInTheDocument();
  expect(screen.getByText(m.tickets_blocked_notice())).toBeInTheDocument();
});

test("blocking from the conversation: is not offered for a contact that is not on this device", async () => {
  const { user } = await render({ contactId: uuidv7() });
  await user.click(header().getByRole("button", { name: m.tickets_more_actions() }));
  await screen.findByRole("menu");
  expect(screen.queryByRole("menuitem", { name: m.contacts_block({ name: "Helena" }) })).toBeNull();
});

test("conversation: is marked as read when opened by a user who may answer it", async () => {
  await render({ unreadMessages: 2 });
  await applied(["ticket.read"]);
});

test("conversation: is not marked as read by a user who may not answer it", async () => {
  const { desk: local } = await render({ unreadMessages: 2, canAnswer: false });
  await synced(local);
  expect(desk.replication.applied).toEqual([]);
});

test("conversation: shows the ticket's events between its messages", async () => {
  const ticket = desk.ticket({ contactName: "Helena" });
  desk.message(ticket, { body: "Antes", createdAt: "2026-11-23T12:00:00.000Z" });
  desk.message(ticket, { body: "Depois", createdAt: "2026-11-23T12:10:00.000Z" });
  const user = { id: agent.id, name: "Bia Prado" };
  const step = {
    id: uuidv7(),
    type: "accepted",
    user,
    device: "",
    at: "2026-11-23T12:05:00.000Z",
    from: null,
    to: null,
  };
  const { log } = await renderConversation(desk, ticket, { events: [{ ...step, rating: null, numbers: null }] });
  const event = await log.findByText(new RegExp(m.tickets_timeline_accepted({ name: "Bia Prado" })));
  expect(log.getByText("Antes").compareDocumentPosition(event)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(log.getByText("Depois").compareDocumentPosition(event)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test("conversation: a ticket deleted by a colleague returns the user to the list with a notice", async () => {
  const ticket = desk.ticket({ contactName: "Helena" });
  server.use(http.get("/tickets/u/:id", () => HttpResponse.json({ error: "ERR_NO_TICKET_FOUND" }, { status: 404 })));
  const { router } = await renderConversation(desk, ticket);
  desk.replication.remove("tickets", ticket.id);
  desk.replication.poke("tickets");
  expect(await screen.findByText(m.tickets_was_deleted())).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.pathname).toBe("/tickets"));
});

test("conversation: a ticket that is not on this device is loaded from the server", async () => {
  const contact = { name: "Dona Iracema", number: "5537955501562" };
  const at = "2025-01-10T12:00:00.000Z";
  const wire = { id: uuidv7(), status: "closed", isGroup: false, queueId: null, contactId: uuidv7(), contact };
  server.use(
    http.get(`/tickets/u/${wire.id}`, () => HttpResponse.json({ ...wire, createdAt: at, updatedAt: at })),
    http.get(`/tickets/${wire.id}/timeline`, () => HttpResponse.json({ events: [] })),
  );
  const part = <Conversation ticketId={wire.id} onBack={vi.fn()} onContact={vi.fn()} onNote={vi.fn()} />;
  await renderScreen(<DirectoryProvider>{part}</DirectoryProvider>, { replication: desk.replication });
  expect(await screen.findByRole("heading", { name: "Dona Iracema" })).toBeInTheDocument();
});

test("transfer: requires a queue, preselects a colleague's only queue, names the recipient in a toast, and runs once for a double click", async () => {
  const queue = desk.queue({ name: "Entregas" });
  desk.queue({ name: "Vendas" });
  const bia = desk.colleague({ name: "Bia Prado", queueIds: [queue.id] });
  const { user } = await render({});
  await user.click(header().getAllByRole("button", { name: m.tickets_transfer() })[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: m.tickets_transfer_title() }));
  const transfer = dialog.getByRole("button", { name: m.tickets_transfer() });
  await user.click(transfer);
  expect(dialog.getAllByText(m.tickets_queue_choose())).toHaveLength(2);
  expect(desk.replication.applied).toEqual([]);
  await user.type(dialog.getByRole("combobox", { name: m.tickets_transfer_user() }), "bia");
  await user.click(await screen.findByRole("option", { name: "Bia Prado" }));
  await user.dblClick(transfer);
  const to = { queueId: queue.id, userId: bia.id };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([{ type: "ticket.transfer", payload: to }]));
  expect(await screen.findByText(m.tickets_is_with({ name: "Helena", to: "Bia Prado" }))).toBeInTheDocument();
});

test("transfer: a colleague without a queue cannot receive the ticket, and the dialog says so", async () => {
  desk.queue({ name: "Vendas" });
  desk.colleague({ name: "Bia Prado" });
  const { user } = await render({});
  await user.click(header().getAllByRole("button", { name: m.tickets_transfer() })[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: m.tickets_transfer_title() }));
  await user.type(dialog.getByRole("combobox", { name: m.tickets_transfer_user() }), "bia");
  await user.click(await screen.findByRole("option", { name: "Bia Prado" }));
  expect(await dialog.findByText(m.tickets_transfer_user_no_queues({ name: "Bia Prado" }))).toBeInTheDocument();
});

test("transfer: on a phone another queue is chosen without the list", async () => {
  const vendas = desk.queue({ name: "Vendas" });
  const { user } = await render({});
  await user.click(header().getAllByRole("button", { name: m.tickets_transfer() })[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: m.tickets_transfer_title() }));
  const others = within(dialog.getByRole("group", { name: m.tickets_queue_choose() }));
  await user.click(others.getByRole("button", { name: "Vendas" }));
  expect(others.getByRole("button", { name: "Vendas" })).toHaveAttribute("aria-pressed", "true");
  await user.click(dialog.getByRole("button", { name: m.tickets_transfer() }));
  const to = { queueId: vendas.id, userId: null };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([{ type: "ticket.transfer", payload: to }]));
});

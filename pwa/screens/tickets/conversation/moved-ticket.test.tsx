import { useLocation } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { OtherOpenTicket } from "../../../../contracts/desk/tickets.ts";
import type { DeviceDesk, TicketView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk } from "../../../session/desk.tsx";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { formDrafts } from "../../../session/form-drafts.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { begunForm } from "../begun-forms.ts";
import { NewTicketDialog } from "../parts/new-ticket-dialog.tsx";
import { composer } from "../testing/render-conversation.tsx";
import { Conversation } from "./conversation.tsx";

let desk: GivenDesk;
let device: DeviceDesk;
beforeEach(() => {
  desk = givenDesk();
  server.use(
    http.get("/tickets/:id/timeline", () => HttpResponse.json({ events: [] })),
    http.get("/tickets/u/:id", () => HttpResponse.json({ error: "ERR_NO_TICKET_FOUND" }, { status: 404 })),
    http.get("/contacts", () => HttpResponse.json({ contacts: [], count: 0, hasMore: false })),
  );
});

const nothing = () => {};

/** The conversation of the address. */
function Shown() {
  device = useDesk();
  const id = useLocation().pathname.split("/")[2];
  if (!id) return null;
  return (
    <DirectoryProvider>
      <Conversation key={id} ticketId={id} onBack={nothing} onContact={nothing} onNote={nothing} />
    </DirectoryProvider>
  );
}

/** Begins a conversation with Pedro without a network, writes a message and a draft, and goes online. */
async function givenGhost(may: Partial<OtherOpenTicket> = {}) {
  const contact = desk.contact({ name: "Pedro Lacerda" });
  const names = { contactId: contact.id, contactName: contact.name };
  const real = desk.ticket({ ...names, canAnswer: may.canAnswer ?? true, number: 4805 });
  const { router, user } = await renderScreen(<Shown />, { replication: desk.replication, path: "/tickets" });
  await waitFor(() => expect(device.status.get().firstSyncDone).toBe(true));
  const connect = await cutNetwork(desk, device);
  const details = { ticketId: real.id, number: 4805, userName: "Tiago", queueName: "Trocas", canSee: true, ...may };
  desk.replication.onCommand = ({ type }) =>
    type === "ticket.create" ? { code: "ERR_OTHER_OPEN_TICKET", details: { canAnswer: true, ...details } } : undefined;
  const ghost = await device.send("ticket.create", { contactId: contact.id });
  await device.send("message.send", { ticketId: ghost, body: "Oi Pedro" });
  await router.navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: ghost } });
  await user.type(await composer(real), "Posso reservar?");
  const at = () => router.state.location.pathname;
  return { connect, real, ghost, user, at };
}

test("a conversation that exists already: the screen goes there, with the text in the field", async () => {
  const { connect, real, at } = await givenGhost();
  connect();
  await waitFor(() => expect(at()).toBe(`/tickets/${real.id}`));
  expect(await screen.findByText(m.tickets_arrived_field())).toBeVisible();
  expect(await composer(real)).toHaveValue("Posso reservar?");
  expect(desk.replication.applied).toMatchObject([{ type: "message.send", payload: { ticketId: real.id } }]);
  expect(screen.queryByText(m.tickets_was_deleted())).not.toBeInTheDocument();
});

test("a conversation that exists already: a begun transfer and a begun location go there", async () => {
  const { connect, real, ghost, at } = await givenGhost();
  formDrafts.write(begunForm("transfer", ghost), { note: "Quer trocar o azul" });
  formDrafts.write(begunForm("transfer", real.id), { note: "Cliente antigo", queueId: "q1" });
  formDrafts.write(begunForm("place", ghost), { name: "Loja" });
  connect();
  await waitFor(() => expect(at()).toBe(`/tickets/${real.id}`));
  expect(await screen.findByText(m.tickets_transfer_begun())).toBeVisible();
  await waitFor(() => expect(formDrafts.read(begunForm("place", real.id))).toEqual({ name: "Loja" }));
  const note = "Cliente antigo\n\nQuer trocar o azul";
  expect(formDrafts.read(begunForm("transfer", real.id))).toEqual({ note, queueId: "q1" });
  expect(formDrafts.names().filter((name) => name.endsWith(ghost))).toEqual([]);
});

test("a conversation of a colleague: the texts stay in sight with the colleague's name, and are not sent", async () => {
  const { connect, real, at } = await givenGhost({ canAnswer: false });
  connect();
  await waitFor(() => expect(at()).toBe(`/tickets/${real.id}`));
  expect(await screen.findByText(m.tickets_arrived_kept({ name: "Tiago" }))).toBeVisible();
  expect(screen.getByText(/Oi Pedro\s+Posso reservar\?/)).toBeVisible();
  expect(screen.getByRole("button", { name: m.tickets_copy_texts() })).toBeVisible();
  expect(desk.replication.applied).toEqual([]);
});

test("a conversation of another queue: says whose it is, keeps the texts, and discarding leaves nothing", async () => {
  const { connect, user, at, ghost } = await givenGhost({ canAnswer: false, canSee: false });
  connect();
  expect(await screen.findByText(m.tickets_other_whose({ name: "Tiago", queue: "Trocas" }))).toBeVisible();
  expect(await screen.findByText(/Oi Pedro\s+Posso reservar\?/)).toBeVisible();
  expect(screen.queryByText(m.error_other_open_ticket(), { exact: false })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.tickets_discard() }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent("Posso reservar?");
  await user.click(screen.getAllByRole("button", { name: m.tickets_discard() }).at(-1) as HTMLElement);
  await waitFor(() => expect(at()).toBe("/tickets"));
  expect(await device.pendingCount()).toBe(0);
  expect(await device.draft(ghost).get()).toBe("");
});

async function renderDialog(open: Partial<TicketView>, preset = true) {
  const contact = desk.contact({ name: "Pedro Lacerda", number: "5531988001101" });
  const ticket = desk.ticket({ contactId: contact.id, contactName: contact.name, ...open });
  desk.message(ticket, { body: "O azul veio com uma bolha" });
  const drawn = await renderScreen(
    <DirectoryProvider>
      <NewTicketDialog open contact={preset ? contact : null} onClose={nothing} />
    </DirectoryProvider>,
    { replication: desk.replication },
  );
  return { ...drawn, ticket };
}

test.each(["open", "pending"] as const)(
  "new ticket: the contact's own %s conversation is opened at once",
  async (status) => {
    const { router, ticket } = await renderDialog({ status });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${ticket.id}`));
    expect(desk.replication.applied).toEqual([]);
  },
);

test("new ticket: a colleague's conversation is shown with its last message, and opened on request", async () => {
  const tiago = desk.colleague({ name: "Tiago Prates" });
  const { user, router, ticket } = await renderDialog({ userId: tiago.id, canAnswer: false });
  const dialog = await screen.findByRole("dialog", { name: m.tickets_existing_title({ name: "Pedro Lacerda" }) });
  await waitFor(() => expect(dialog).toHaveTextContent(m.tickets_existing_with({ name: "Tiago Prates" })));
  await waitFor(() => expect(dialog).toHaveTextContent("O azul veio com uma bolha"));
  await user.click(screen.getByRole("button", { name: m.tickets_existing_open() }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${ticket.id}`));
  expect(desk.replication.applied).toEqual([]);
});

test("new ticket: choosing a contact whose conversation is open opens that one", async () => {
  desk.queue({ name: "Vendas" });
  const { user, router, ticket } = await renderDialog({ contactNumber: "553188001101", contactId: "merged" }, false);
  await user.type(await screen.findByRole("combobox", { name: m.tickets_new_contact() }), "pedro");
  await user.click(await screen.findByRole("option", { name: /Pedro Lacerda/ }));
  await user.click(screen.getByRole("button", { name: new RegExp(`^${m.tickets_queue()}`) }));
  await user.click(await screen.findByRole("option", { name: "Vendas" }));
  await user.click(screen.getByRole("button", { name: m.tickets_save() }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${ticket.id}`));
  expect(desk.replication.applied).toEqual([]);
});

import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { QueueRef } from "../../../../contracts/desk/refs.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { NewTicketDialog } from "./new-ticket-dialog.tsx";

let desk: GivenDesk;
let sales: QueueRef;
const onClose = vi.fn();
beforeEach(() => {
  desk = givenDesk();
  sales = desk.queue({ name: "Vendas" });
  onClose.mockClear();
  server.use(http.get("/contacts", () => HttpResponse.json({ contacts: [], hasMore: false })));
});

async function render(options: Parameters<typeof renderScreen>[1] = {}) {
  const part = (
    <DirectoryProvider>
      <NewTicketDialog open onClose={onClose} />
    </DirectoryProvider>
  );
  const rendered = await renderScreen(part, { replication: desk.replication, ...options });
  const dialog = within(await screen.findByRole("dialog", { name: m.tickets_new_title() }));
  const contact = () => dialog.getByRole("combobox", { name: m.tickets_new_contact() });
  const save = () => dialog.getByRole("button", { name: m.tickets_save() });
  const queue = () => dialog.getByRole("button", { name: new RegExp(`^${m.tickets_queue()}`) });
  return { ...rendered, dialog, contact, save, queue };
}

const option = (name: string | RegExp) => screen.findByRole("option", { name });
const applied = (expected: object[]) => waitFor(() => expect(desk.replication.applied).toMatchObject(expected));

test("new ticket: choosing a contact of this device and a queue opens a conversation", async () => {
  const contact = desk.contact({ name: "Helena Sampaio" });
  const drawn = await render();
  const { user } = drawn;
  expect(drawn.save()).toBeDisabled();
  await user.type(drawn.contact(), "helena");
  await user.click(await option(/Helena Sampaio/));
  await user.click(drawn.queue());
  await user.click(await option("Vendas"));
  await user.click(drawn.save());
  await applied([{ type: "ticket.create", payload: { contactId: contact.id, queueId: sales.id, status: "open" } }]);
  expect(onClose).toHaveBeenCalledOnce();
  const [command] = desk.replication.applied;
  await waitFor(() => expect(drawn.router.state.location.pathname).toBe(`/tickets/${command?.id}`));
});

test("new ticket: a contact that only the server has is found too, and listed once", async () => {
  const here = desk.contact({ name: "Helena Sampaio" });
  const there = { id: "0190d3a0-0000-7000-8000-00000000c001", name: "Helena de Tal", number: "5531955500149" };
  server.use(http.get("/contacts", () => HttpResponse.json({ contacts: [here, there], hasMore: false })));
  const { user, contact } = await render();
  await user.type(contact(), "helena");
  await option(/Helena de Tal/);
  expect(screen.getAllByRole("option", { name: /Helena Sampaio/ })).toHaveLength(1);
});

test("new ticket: an unknown contact can be created; a typed number is put into the number field", async () => {
  const { user, dialog, contact, save, queue } = await render();
  await user.type(contact(), "5537955501562");
  await user.click(await option(m.tickets_new_contact_create({ name: "5537955501562" })));
  expect(dialog.getByLabelText(m.tickets_field_number())).toHaveValue("5537955501562");
  await user.click(queue());
  await user.click(await option("Vendas"));
  await user.click(save());
  expect(dialog.getByLabelText(m.tickets_field_name())).toHaveAccessibleDescription(m.lists_required());
  expect(desk.replication.applied).toEqual([]);
  await user.type(dialog.getByLabelText(m.tickets_field_name()), "Dona Iracema");
  await user.click(save());
  await applied([
    { type: "contact.create", payload: { name: "Dona Iracema", number: "+5537955501562" } },
    { type: "ticket.create", payload: { queueId: sales.id } },
  ]);
});

test("new ticket: an agent must choose a queue and is offered only their own", async () => {
  desk.contact({ name: "Helena Sampaio" });
  desk.queue({ name: "Entregas" });
  const queues = [{ id: sales.id, name: "Vendas", color: "", UserQueue: { queueId: sales.id } }];
  const { user, contact, save, dialog, queue } = await render({ signedIn: { profile: "user", queues } });
  await user.type(contact(), "helena");
  await user.click(await option(/Helena Sampaio/));
  await user.click(save());
  expect(dialog.getAllByText(m.tickets_queue_choose())).toHaveLength(2);
  expect(desk.replication.applied).toEqual([]);
  await user.click(queue());
  await option("Vendas");
  expect(screen.queryByRole("option", { name: "Entregas" })).not.toBeInTheDocument();
});

test("new ticket: uses the company's default connection unless another one is chosen", async () => {
  const contact = desk.contact({ name: "Helena Sampaio" });
  desk.connection({ name: "Loja Savassi", isDefault: true });
  const other = desk.connection({ name: "Ateliê", isDefault: false, status: "DISCONNECTED" });
  const { user, contact: field, save, dialog, queue } = await render();
  const connection = dialog.getByRole("button", { name: new RegExp(`^${m.tickets_connection()}`) });
  await waitFor(() => expect(connection).toHaveTextContent("Loja Savassi"));
  await user.type(field(), "helena");
  await user.click(await option(/Helena Sampaio/));
  await user.click(queue());
  await user.click(await option("Vendas"));
  await user.click(connection);
  await user.click(await option(new RegExp(`Ateliê.*${m.connections_status_disconnected()}`)));
  await user.click(save());
  await applied([{ type: "ticket.create", payload: { contactId: contact.id, connectionId: other.id } }]);
});

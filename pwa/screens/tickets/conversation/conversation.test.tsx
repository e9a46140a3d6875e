import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { MessageRow } from "../../../../contracts/desk/messages.ts";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { givenTicket } from "../../../../sync/client/testing/given.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { compositionOrders, confirmComposition } from "../../../testing/composition.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { Conversation } from "./conversation.tsx";

beforeEach(() => {
  server.use(
    http.get("/tickets/:id/timeline", () => HttpResponse.json({ events: [] })),
    http.get("/contacts", () => HttpResponse.json({ contacts: [], count: 0, hasMore: false })),
  );
});

/** Opens Helena's conversation; the server has these messages, oldest first. */
async function openConversation(messages: Partial<MessageRow>[], replication = createFakeServer()) {
  const ticket = givenTicket({ contactName: "Helena Sampaio" });
  replication.put("tickets", ticket);
  const rows = messages.map((message) => replication.message(ticket.id, message));
  const part = (
    <DirectoryProvider>
      <Conversation ticketId={ticket.id} onBack={vi.fn()} onContact={vi.fn()} onNote={vi.fn()} />
    </DirectoryProvider>
  );
  const rendered = await renderScreen(part, { replication });
  await screen.findByText(rows.at(-1)?.body ?? "");
  return { ...rendered, ticket, rows };
}

const composer = () => screen.findByRole("textbox", { name: m.tickets_composer_label({ name: "Helena Sampaio" }) });
const find = () => screen.findByRole("searchbox", { name: m.tickets_find() });
const marked = () => document.querySelector("[data-found]")?.getAttribute("data-message");

test("search: counts the hits, starts at the newest, and moves to the others", async () => {
  const { user, rows } = await openConversation([
    { body: "Quero a *cúpula* azul" },
    { body: "Qual tamanho?", fromMe: true },
    { body: "A cupula grande" },
    { body: "Obrigada" },
  ]);
  await user.click(screen.getByRole("button", { name: m.tickets_find() }));
  await user.type(await find(), "cupula");
  expect(await screen.findByText(m.tickets_find_place({ place: 2, count: 2 }))).toBeInTheDocument();
  expect(screen.getByText(m.tickets_find_all())).toBeInTheDocument();
  expect(marked()).toBe(rows[2]?.id);
  await user.click(screen.getByRole("button", { name: m.tickets_find_older() }));
  expect(marked()).toBe(rows[0]?.id);
  await user.click(screen.getByRole("button", { name: m.tickets_find_newer() }));
  expect(marked()).toBe(rows[2]?.id);
});

test("search: Enter moves to the older hit; Escape closes the search and removes the mark", async () => {
  const { user, rows } = await openConversation([{ body: "vaso um" }, { body: "vaso dois" }]);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("f");
  await user.type(await find(), "vaso");
  await waitFor(() => expect(marked()).toBe(rows[1]?.id));
  await user.keyboard("{Enter}");
  expect(marked()).toBe(rows[0]?.id);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("searchbox", { name: m.tickets_find() })).not.toBeInTheDocument();
  expect(marked()).toBeUndefined();
  expect(await composer()).toHaveFocus();
});

const many = (first: Partial<MessageRow>) => [
  first,
  ...Array.from({ length: 40 }, (_, place) => ({ body: `Linha ${place + 1}` })),
];

test("search: shows how far back it searched, and loads older messages from the server on request", async () => {
  const { user, rows } = await openConversation(many({ body: "Meu pedido é o 48.117" }));
  await user.click(screen.getByRole("button", { name: m.tickets_find() }));
  await user.type(await find(), "48.117");
  expect(await screen.findByText(m.tickets_find_none())).toBeInTheDocument();
  expect(screen.queryByText(m.tickets_find_all())).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.tickets_find_more() }));
  expect(await screen.findByText(m.tickets_find_place({ place: 1, count: 1 }))).toBeInTheDocument();
  await waitFor(() => expect(marked()).toBe(rows[0]?.id));
});

test("search: without a network it searches the loaded messages and says that the rest is on the server", async () => {
  const { user, replication, rows } = await openConversation(many({ body: "Meu pedido é o 48.117" }));
  replication.online = false;
  await user.click(screen.getByRole("button", { name: m.tickets_find() }));
  await user.type(await find(), "linha 35");
  await waitFor(() => expect(marked()).toBe(rows[35]?.id));
  await user.click(screen.getByRole("button", { name: m.tickets_find_more() }));
  expect(await screen.findByText(/está no servidor/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.tickets_find_more() })).not.toBeInTheDocument();
});

test("search: does not find deleted messages", async () => {
  const { user } = await openConversation([{ body: "segredo", isDeleted: true }, { body: "Oi" }]);
  await user.click(screen.getByRole("button", { name: m.tickets_find() }));
  await user.type(await find(), "segredo");
  expect(await screen.findByText(m.tickets_find_none())).toBeInTheDocument();
});

test("schedule: the dialog opens with this contact and the draft; saving empties the composer", async () => {
  const { user, replication, ticket } = await openConversation([{ body: "Oi" }]);
  await user.type(await composer(), "Sua peça chegou");
  await user.click(screen.getByRole("button", { name: m.tickets_schedule() }));
  expect(await screen.findByLabelText(m.schedules_body())).toHaveValue("Sua peça chegou");
  expect(screen.getByRole("combobox", { name: m.schedules_contact() })).toHaveValue("Helena Sampaio");
  await user.click(screen.getByRole("button", { name: m.ui_save() }));
  await waitFor(() => expect(replication.applied.map(({ type }) => type)).toContain("schedule.create"));
  const created = replication.applied.find(({ type }) => type === "schedule.create");
  expect(created?.payload).toMatchObject({ contactId: ticket.contactId, body: "Sua peça chegou" });
  expect(await composer()).toHaveValue("");
});

test("schedule: the key S opens the dialog, and cancelling keeps the draft", async () => {
  const { user } = await openConversation([{ body: "Oi" }]);
  await user.type(await composer(), "Até segunda");
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("s");
  await screen.findByLabelText(m.schedules_body());
  await user.click(screen.getByRole("button", { name: m.ui_cancel() }));
  expect(await composer()).toHaveValue("Até segunda");
});

test("quick reply with a file: choosing it shows the file, and sending sends the file with the text", async () => {
  const replication = createFakeServer();
  const fileId = crypto.randomUUID();
  const reply = { id: crypto.randomUUID(), rev: 1, shortcode: "pix", message: "A chave é esta", userId: null };
  replication.put("quickMessages", { ...reply, isGeneral: true, isActive: true, fileId, fileName: "pix.png" });
  const { user } = await openConversation([{ body: "Como pago?" }], replication);
  const field = await composer();
  await user.type(field, "/pix");
  await user.click(await screen.findByRole("option", { name: /pix.*pix\.png/ }));
  expect(await screen.findByRole("button", { name: m.tickets_remove_file({ name: "pix.png" }) })).toBeInTheDocument();
  expect(field).toHaveValue("A chave é esta");
  await user.click(screen.getByRole("button", { name: m.tickets_send() }));
  await waitFor(() => expect(replication.applied.map(({ type }) => type)).toContain("message.send"));
  const sent = replication.applied.find(({ type }) => type === "message.send");
  expect(sent?.payload).toMatchObject({ fileId, body: expect.stringContaining("A chave é esta") });
  expect(screen.queryByRole("button", { name: m.tickets_remove_file({ name: "pix.png" }) })).not.toBeInTheDocument();
});

test("quick reply with a file: after the file is removed, only the text is sent", async () => {
  const replication = createFakeServer();
  const reply = { id: crypto.randomUUID(), rev: 1, shortcode: "pix", message: "A chave é esta", userId: null };
  const file = { fileId: crypto.randomUUID(), fileName: "pix.png" };
  replication.put("quickMessages", { ...reply, isGeneral: true, isActive: true, ...file });
  const { user } = await openConversation([{ body: "Como pago?" }], replication);
  await user.type(await composer(), "/pix");
  await user.click(await screen.findByRole("option", { name: /pix/ }));
  await user.click(await screen.findByRole("button", { name: m.tickets_remove_file({ name: "pix.png" }) }));
  await user.click(screen.getByRole("button", { name: m.tickets_send() }));
  await waitFor(() => expect(replication.applied.map(({ type }) => type)).toContain("message.send"));
  expect(replication.applied.find(({ type }) => type === "message.send")?.payload).toMatchObject({ fileId: null });
});

test.each(compositionOrders)("search: Enter that confirms a composition stays at its hit: %s", async (order) => {
  const { user } = await openConversation([{ body: "A cúpula azul" }, { body: "A cúpula grande" }]);
  await user.click(screen.getByRole("button", { name: m.tickets_find() }));
  confirmComposition(await find(), "cupula", order);
  expect(await screen.findByText(m.tickets_find_place({ place: 2, count: 2 }))).toBeInTheDocument();
  await user.type(await find(), "{Enter}");
  expect(await screen.findByText(m.tickets_find_place({ place: 1, count: 2 }))).toBeInTheDocument();
});

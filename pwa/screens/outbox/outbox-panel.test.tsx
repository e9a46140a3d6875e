import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test, vi } from "vitest";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import type { DeviceDesk } from "../../../sync/client/index.ts";
import { synced } from "../../../sync/client/testing/desk.ts";
import { givenChat } from "../../../sync/client/testing/given.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { cutNetwork, type GivenDesk, givenDesk } from "../../testing/given-desk.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { OutboxPanel } from "./outbox-panel.tsx";

let desk: GivenDesk;
let helena: TicketDocument;
const onClose = vi.fn();
beforeEach(() => {
  desk = givenDesk();
  helena = desk.ticket({ contactName: "Helena" });
  onClose.mockClear();
  notDelivered([]);
});

function notDelivered(messages: object[]) {
  server.use(http.get("/messages/not-delivered", () => HttpResponse.json({ messages, hasMore: false })));
}

async function renderPanel() {
  const rendered = await renderScreen(<OutboxPanel open onClose={onClose} />, { replication: desk.replication });
  await screen.findByRole("dialog", { name: m.tickets_outbox_title() });
  await synced(rendered.desk);
  return rendered;
}

async function renderOffline() {
  const rendered = await renderPanel();
  return { ...rendered, reconnect: await cutNetwork(desk, rendered.desk) };
}

const say = (local: DeviceDesk, ticket: TicketDocument, body: string) =>
  local.send("message.send", { ticketId: ticket.id, body, seenMessageId: null });
const card = async (name: string) =>
  within((await screen.findByRole("heading", { name })).closest("li") as HTMLElement);
const discardQuestion = async () => within(await screen.findByRole("alertdialog"));

/** Clicks until the dialog opens: an entry cannot be discarded while the device tries to send it. */
async function askToDiscard(user: UserEvent, label: string) {
  await waitFor(async () => {
    await user.click((await card("Helena")).getByRole("button", { name: label }));
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
  });
  return discardQuestion();
}

test("outbox: says when nothing is pending", async () => {
  await renderPanel();
  expect(await screen.findByText(m.tickets_outbox_empty())).toBeInTheDocument();
  expect(await screen.findByText(m.tickets_not_delivered_none())).toBeInTheDocument();
});

test("outbox: pending entries are grouped by conversation, with the contact's name and in sending order", async () => {
  const raul = desk.ticket({ contactName: "Raul" });
  const { desk: local } = await renderOffline();
  await say(local, helena, "Primeiro");
  await say(local, raul, "Oi, Raul");
  await local.send("ticket.close", { ticketId: helena.id });
  const inHelenas = await card("Helena");
  expect(await inHelenas.findByText(m.tickets_outbox_in_order({ count: 2 }))).toBeInTheDocument();
  const lines = inHelenas.getAllByRole("listitem").map((line) => line.querySelector("p")?.textContent);
  expect(lines).toEqual([m.tickets_command_message({ text: "Primeiro" }), m.tickets_command_close()]);
  expect((await card("Raul")).getByText(m.tickets_command_message({ text: "Oi, Raul" }))).toBeInTheDocument();
});

test("outbox: without a network it says that entries are sent automatically later", async () => {
  const { user, desk: local, reconnect } = await renderOffline();
  await say(local, helena, "Primeiro");
  expect(await screen.findByText(new RegExp(m.tickets_outbox_offline()))).toBeInTheDocument();
  expect(screen.getByText(m.tickets_outbox_waits_network())).toBeInTheDocument();
  act(reconnect);
  await user.click(screen.getByRole("button", { name: m.tickets_outbox_try_now() }));
  expect(await screen.findByText(m.tickets_outbox_empty())).toBeInTheDocument();
  expect(desk.replication.applied).toMatchObject([{ payload: { body: "Primeiro" } }]);
});

test("outbox: discarding several messages asks with the contact's name and shows the texts that would be lost", async () => {
  const { user, desk: local } = await renderOffline();
  await say(local, helena, "Primeiro");
  await say(local, helena, "Segundo");
  const question = await askToDiscard(user, m.tickets_outbox_discard_many({ count: 2 }));
  expect(question.getByText(m.tickets_outbox_discard_group({ count: 2, name: "Helena" }))).toBeInTheDocument();
  expect(question.getAllByRole("listitem").map((line) => line.textContent)).toEqual(["“Primeiro”", "“Segundo”"]);
  await user.click(question.getByRole("button", { name: m.tickets_outbox_discard_many({ count: 2 }) }));
  expect(await screen.findByText(m.tickets_outbox_empty())).toBeInTheDocument();
  expect(await local.pendingCount()).toBe(0);
});

test("outbox: cancelling the discard dialog keeps every entry", async () => {
  const { user, desk: local } = await renderOffline();
  await say(local, helena, "Primeiro");
  const question = await askToDiscard(user, m.tickets_discard());
  await user.click(question.getByRole("button", { name: m.tickets_outbox_keep() }));
  expect((await card("Helena")).getByText(m.tickets_command_message({ text: "Primeiro" }))).toBeInTheDocument();
});

test("outbox: texts can be copied before they are discarded", async () => {
  const { user, desk: local } = await renderOffline();
  await say(local, helena, "Primeiro");
  await say(local, helena, "Segundo");
  const question = await askToDiscard(user, m.tickets_outbox_discard_many({ count: 2 }));
  await user.click(question.getByRole("button", { name: m.tickets_outbox_copy() }));
  expect(await navigator.clipboard.readText()).toBe("Primeiro\nSegundo");
});

test("outbox: refused entries are listed separately with the reason and can be retried", async () => {
  desk.replication.onCommand = () => "ERR_NO_PERMISSION";
  const { user, desk: local } = await renderPanel();
  await local.send("ticket.return", { ticketId: helena.id });
  expect(await screen.findByText(m.tickets_outbox_needs_you())).toBeInTheDocument();
  const inHelenas = await card("Helena");
  expect(inHelenas.getByText(errorMessage("ERR_NO_PERMISSION"))).toBeInTheDocument();
  desk.replication.onCommand = () => undefined;
  await user.click(inHelenas.getByRole("button", { name: m.tickets_retry() }));
  await waitFor(() => expect(desk.replication.applied).toMatchObject([{ type: "ticket.return" }]));
  expect(await screen.findByText(m.tickets_outbox_empty())).toBeInTheDocument();
});

test("outbox: a change that belongs to no conversation has its own heading", async () => {
  const { desk: local } = await renderOffline();
  await local.send("tag.create", { name: "Atacado" });
  const others = await card(m.tickets_outbox_others());
  expect(others.getByText(m.tickets_command_tag_create({ name: "Atacado" }))).toBeInTheDocument();
});

test("outbox: following the link to the conversation closes the panel", async () => {
  const { user, router, desk: local } = await renderOffline();
  await say(local, helena, "Primeiro");
  await user.click((await card("Helena")).getByRole("link"));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${helena.id}`));
});

test("outbox: messages of an internal chat have a link to the first of them, which closes the panel", async () => {
  const chat = givenChat({ title: "Plantão da loja" });
  desk.replication.put("chats", chat);
  const { user, router, desk: local } = await renderOffline();
  const first = await local.send("chatMessage.send", { chatId: chat.id, body: "Alguém na loja?" });
  await local.send("chatMessage.send", { chatId: chat.id, body: "Chegou a coleta" });
  await user.click((await card("Plantão da loja")).getByRole("link"));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: `/chats/${chat.id}` }));
  expect(router.state.location.search).toEqual({ message: first });
});

const failed = (change: object = {}) => ({
  ...{ id: uuidv7(), ticketId: helena.id, body: "Chega segunda", mediaType: "chat", errorCode: "ERR_CHANNEL_REFUSED" },
  ...{ createdAt: "2026-11-20T12:00:00.000Z", mayDecide: true, contact: { name: "Helena" } },
  ...change,
});

test("not delivered: shows message and reason; retrying or discarding removes it from the list at once", async () => {
  const message = failed();
  notDelivered([message]);
  const { user } = await renderPanel();
  const item = within((await screen.findByText("Chega segunda")).closest("li") as HTMLElement);
  expect(item.getByText(new RegExp(errorMessage("ERR_CHANNEL_REFUSED")))).toBeInTheDocument();
  await user.click(item.getByRole("button", { name: m.tickets_discard() }));
  await user.click((await discardQuestion()).getByRole("button", { name: m.tickets_discard() }));
  expect(await screen.findByText(m.tickets_not_delivered_none())).toBeInTheDocument();
  const sent = { type: "message.discard", payload: { messageId: message.id } };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([sent]));
});

test("not delivered: a user who may not decide sees the message without buttons", async () => {
  notDelivered([failed({ mayDecide: false })]);
  await renderPanel();
  const item = within((await screen.findByText("Chega segunda")).closest("li") as HTMLElement);
  expect(item.queryByRole("button")).not.toBeInTheDocument();
  expect(item.getByRole("link")).toHaveAttribute("href", `/tickets/${helena.id}`);
});

test("outbox: commands sent in the last 24 hours are counted, and listed with their conversation on request", async () => {
  const { user, desk: local } = await renderPanel();
  expect(await screen.findByText(m.tickets_outbox_empty())).toBeInTheDocument();
  expect(screen.queryByText(/24 horas/)).not.toBeInTheDocument();
  await say(local, helena, "Chega segunda");
  await user.click(await screen.findByRole("button", { name: /Saíram daqui nas últimas 24 horas: 1\. Última: hoje/ }));
  expect(await screen.findByText(/Chega segunda/)).toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "Helena" })).toHaveAttribute("href", `/tickets/${helena.id}`);
});

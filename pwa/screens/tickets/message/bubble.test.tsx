import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test } from "vitest";
import { writeCards } from "../../../../contracts/desk/bodies/cards.ts";
import { writePlace } from "../../../../contracts/desk/bodies/places.ts";
import { menuText } from "../../../../contracts/desk/menu-text.ts";
import type { MessageMedia, MessageRow } from "../../../../contracts/desk/messages.ts";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { server } from "../../../testing/server.ts";
import { renderConversation } from "../testing/render-conversation.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";
const signedIn = { id: ME };

let desk: GivenDesk;
let ticket: TicketDocument;
beforeEach(() => {
  desk = givenDesk();
  ticket = desk.ticket({ contactName: "Helena Sampaio", userId: ME });
});

const media = (change: Partial<MessageMedia> = {}): MessageMedia => ({
  ...{ fileId: uuidv7(), name: "nota.pdf", mimetype: "application/pdf", size: 2_048, seconds: null, waveform: null },
  state: "ready",
  ...change,
});
const ours = (change: Partial<MessageRow> = {}) => desk.message(ticket, { fromMe: true, userId: ME, ...change });
const theirs = (change: Partial<MessageRow> = {}) => desk.message(ticket, change);
const render = (options = {}) => renderConversation(desk, ticket, { signedIn, ...options });
const bubble = (message: MessageRow) => within(document.querySelector(`[data-message="${message.id}"]`) as HTMLElement);

async function openMenu(user: Awaited<ReturnType<typeof render>>["user"], message: MessageRow) {
  await user.click(bubble(message).getByRole("button", { name: m.tickets_message_menu() }));
  return within(await screen.findByRole("menu"));
}

test.each<{ kind: string; row: () => Partial<MessageRow>; shows: string }>([
  { kind: "text without its marks", row: () => ({ body: "*Bom dia*" }), shows: "Bom dia" },
  {
    kind: "contact card",
    row: () => ({ mediaType: "vcard", body: writeCards([{ name: "Bento", number: "5531955500149" }]) }),
    shows: "Bento",
  },
  {
    kind: "place",
    row: () => ({
      mediaType: "locationMessage",
      body: writePlace({ latitude: -19.9, longitude: -43.9, name: "Ateliê" }),
    }),
    shows: "Ateliê",
  },
  {
    kind: "kind that is unknown",
    row: () => ({ mediaType: "unsupported", body: "{}" }),
    shows: m.tickets_media_unsupported(),
  },
  {
    kind: "file that is on its way",
    row: () => ({ mediaType: "image", body: "", media: media({ fileId: null, state: "pending" }) }),
    shows: m.tickets_media_wait({ channel: "WhatsApp" }),
  },
  {
    kind: "document",
    row: () => ({ mediaType: "document", body: "", media: media({ name: "orçamento.pdf" }) }),
    shows: "orçamento.pdf",
  },
])("bubble: shows a $kind", async ({ row, shows }) => {
  const message = theirs(row());
  await render();
  expect(await bubble(message).findByText(shows)).toBeInTheDocument();
});

test("bubble: names the author to a screen reader: contact, user, colleague or bot", async () => {
  const bia = desk.colleague({ name: "Bia Prado" });
  const said = [theirs(), ours(), ours({ userId: bia.id }), ours({ userId: null, origin: "greeting" })];
  await render();
  const authors = () => said.map((message) => bubble(message).getByText(/:$/).textContent?.trim());
  const names = ["Helena Sampaio:", `${m.tickets_you()}:`, "Bia Prado:", `${m.tickets_robot()}:`];
  await waitFor(() => expect(authors()).toEqual(names));
});

test("bubble: a bot menu is labelled as such and shows all entries only when it is expanded", async () => {
  const body = menuText("Como podemos ajudar?", ["Vendas", "Entregas", "Suporte", "Financeiro", "Trocas"]);
  const message = ours({ userId: null, origin: "menu", body });
  const { user } = await render();
  expect(bubble(message).getByText(m.tickets_robot_menu())).toBeInTheDocument();
  expect(bubble(message).queryByText(/Trocas/)).not.toBeInTheDocument();
  await user.click(bubble(message).getByTitle(m.tickets_robot_open()));
  expect(bubble(message).getByText(/Trocas/)).toBeInTheDocument();
});

test("bubble: a deleted message stays readable, struck through, and cannot be copied or replied to", async () => {
  const message = theirs({ body: "Meu endereço", isDeleted: true });
  await render();
  expect(bubble(message).getByText("Meu endereço").closest("s")).not.toBeNull();
  expect(bubble(message).getByText(m.tickets_deleted())).toBeInTheDocument();
  expect(bubble(message).queryByRole("button", { name: m.tickets_message_menu() })).not.toBeInTheDocument();
});

test("bubble: a quote names its author and scrolls to the quoted message", async () => {
  const first = theirs({ body: "Qual o prazo?" });
  const quoted = { id: first.id, body: first.body, fromMe: false, mediaType: "chat" as const, author: "" };
  const answer = ours({ body: "Dez dias", quoted });
  const { user } = await render();
  await user.click(bubble(answer).getByRole("button", { name: m.tickets_go_quoted({ name: "Helena Sampaio" }) }));
  expect(document.querySelector(`[data-message="${first.id}"]`)).toHaveFocus();
});

test.each([
  { ack: 0, state: m.tickets_delivery_accepting },
  { ack: 1, state: m.tickets_delivery_sent },
  { ack: 2, state: m.tickets_delivery_delivered },
  { ack: 3, state: m.tickets_delivery_read },
])("bubble: a message with ack $ack shows its delivery status", async ({ ack, state }) => {
  const message = ours({ ack });
  await render();
  expect(bubble(message).getByRole("button", { name: m.tickets_life_show({ state: state() }) })).toBeInTheDocument();
});

test("bubble: clicking the tick shows the time of each stage and which stages are not reached", async () => {
  const message = ours({
    ack: 1,
    life: {
      server: "2026-11-23T12:00:01.000Z",
      accepted: "2026-11-23T12:00:02.000Z",
      delivered: null,
      read: null,
      played: null,
    },
  });
  const { user } = await render();
  await user.click(bubble(message).getByRole("button", { name: new RegExp(m.tickets_life_label()) }));
  const steps = within(bubble(message).getByRole("list", { name: m.tickets_life_label() })).getAllByRole("listitem");
  expect(steps).toHaveLength(5);
  expect(steps[2]).toHaveTextContent(/^WhatsApp\d\d:\d\d:02$/);
  expect(steps[4]).toHaveTextContent(m.tickets_life_not_yet());
});

test("bubble: a message that failed to send shows the reason and advice, and can be retried once", async () => {
  const message = ours({ errorCode: "ERR_SENDING_WAPP_MSG" });
  const { user, desk: device } = await render();
  expect(bubble(message).getByRole("alert")).toHaveTextContent(errorMessage("ERR_SENDING_WAPP_MSG"));
  expect(bubble(message).getByRole("alert")).toHaveTextContent(m.tickets_help_sending());
  await user.dblClick(bubble(message).getByRole("button", { name: m.tickets_retry() }));
  const sent = { type: "message.retry", payload: { messageId: message.id } };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([sent]));
  await waitFor(async () => expect(await device.pendingCount()).toBe(0));
  expect(desk.replication.applied).toHaveLength(1);
});

test("bubble: retry is not offered where it cannot help", async () => {
  const message = ours({ errorCode: "ERR_CHANNEL_REFUSED" });
  await render();
  expect(bubble(message).getByRole("alert")).toHaveTextContent(m.tickets_help_refused());
  expect(bubble(message).queryByRole("button", { name: m.tickets_retry() })).not.toBeInTheDocument();
});

test("bubble: discarding a failed message asks for confirmation", async () => {
  const message = ours({ errorCode: "ERR_CHANNEL_REFUSED" });
  const { user } = await render();
  await user.click(bubble(message).getByRole("button", { name: m.tickets_discard() }));
  const question = within(await screen.findByRole("alertdialog", { name: m.tickets_discard_title() }));
  expect(desk.replication.applied).toEqual([]);
  await user.click(question.getByRole("button", { name: m.tickets_discard() }));
  await waitFor(() => expect(desk.replication.applied).toMatchObject([{ type: "message.discard" }]));
});

test("bubble: a file that is still at the channel is fetched on request", async () => {
  const message = theirs({ mediaType: "image", body: "", media: media({ fileId: null, size: 0, state: "remote" }) });
  const { user } = await render();
  await user.click(bubble(message).getByRole("button", { name: m.tickets_media_fetch() }));
  const sent = { type: "message.fetchMedia", payload: { messageId: message.id } };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([sent]));
});

test.each([
  { error: "ERR_PLAN_LIMIT_STORAGE", text: errorMessage("ERR_PLAN_LIMIT_STORAGE") },
  { error: undefined, text: m.tickets_media_failed() },
])("bubble: a file that was not stored shows why ($error), and is requested again", async ({ error, text }) => {
  const absent = media({ fileId: null, state: "failed", error });
  const message = theirs({ mediaType: "image", body: "", media: absent });
  const { user } = await render();
  expect(bubble(message).getByText(text)).toBeInTheDocument();
  await user.click(bubble(message).getByRole("button", { name: m.tickets_media_again() }));
  await waitFor(() => expect(desk.replication.applied).toMatchObject([{ type: "message.fetchMedia" }]));
});

test("bubble: reactions are counted, and our own is distinguished", async () => {
  const message = theirs({
    reactions: [
      { emoji: "👍", fromMe: false },
      { emoji: "👍", fromMe: true },
    ] as MessageRow["reactions"],
  });
  await render();
  const list = within(bubble(message).getByRole("list", { name: m.tickets_reactions() }));
  expect(list.getByRole("listitem", { name: m.tickets_reaction_ours({ emoji: "👍" }) })).toHaveTextContent("👍2");
});

test("message menu: choosing our own reaction again removes it", async () => {
  const message = theirs({ reactions: [{ emoji: "👍", fromMe: true }] as MessageRow["reactions"] });
  const { user } = await render();
  const menu = await openMenu(user, message);
  await user.click(menu.getByRole("menuitem", { name: m.tickets_reaction_take_back({ emoji: "👍" }) }));
  const sent = { type: "message.react", payload: { messageId: message.id, emoji: "" } };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([sent]));
});

test("message menu: deleting for everyone is offered only for our own messages and asks for confirmation", async () => {
  const [question, answer] = [theirs(), ours({ ack: 1 })];
  const { user } = await render();
  const menu = await openMenu(user, question);
  expect(menu.queryByRole("menuitem", { name: m.tickets_delete_message() })).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  await user.click((await openMenu(user, answer)).getByRole("menuitem", { name: m.tickets_delete_message() }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: m.tickets_delete_message() }));
  const sent = { type: "message.delete", payload: { messageId: answer.id } };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([sent]));
});

test("message menu: a user who may not answer the ticket may copy, but not reply, react or delete", async () => {
  ticket = desk.ticket({ contactName: "Raul", canAnswer: false });
  const message = ours({ ack: 1 });
  const { user } = await render();
  const items = (await openMenu(user, message)).getAllByRole("menuitem").map((item) => item.textContent);
  expect(items).toEqual([m.tickets_forward(), m.tickets_copy()]);
});

test("message menu: forwarding sends once to each chosen contact, even on a double click", async () => {
  const [bento, dora] = [desk.contact({ name: "Bento Prado" }), desk.contact({ name: "Dora Prado" })];
  const message = theirs({ body: "Segue o orçamento" });
  server.use(http.get("/contacts", () => HttpResponse.json({ contacts: [], hasMore: false })));
  const { user } = await render();
  await user.click((await openMenu(user, message)).getByRole("menuitem", { name: m.tickets_forward() }));
  const dialog = within(await screen.findByRole("dialog", { name: m.tickets_forward_title() }));
  const forward = dialog.getByRole("button", { name: m.tickets_forward() });
  expect(forward).toBeDisabled();
  for (const { name } of [bento, dora]) {
    await user.type(dialog.getByRole("combobox", { name: m.tickets_forward_to() }), "prado");
    await user.click(await screen.findByRole("option", { name: new RegExp(name) }));
  }
  await user.click(forward);
  const question = within(await screen.findByRole("alertdialog", { name: m.tickets_forward_question({ count: 2 }) }));
  expect(question.getByText(/Bento Prado.*Dora Prado/)).toBeInTheDocument();
  await user.dblClick(question.getByRole("button", { name: m.tickets_forward() }));
  expect(await screen.findByText(m.tickets_forwarded({ count: 2 }))).toBeInTheDocument();
  const payload = { messageIds: [message.id], contactIds: [bento.id, dora.id] };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([{ type: "message.forward", payload }]));
});

test("message menu: earlier versions are loaded from the server, and a failure offers a retry", async () => {
  const message = ours({ body: "Chega terça", ack: 1, editedAt: "2026-11-23T12:00:00.000Z" });
  let attempts = 0;
  const versions = [{ id: "v1", body: "Chega segunda", cause: "edited", at: "2026-11-23T11:00:00.000Z" }];
  server.use(
    http.get(`/messages/${message.id}/versions`, () => {
      attempts += 1;
      return attempts === 1 ? new HttpResponse(null, { status: 500 }) : HttpResponse.json({ versions });
    }),
  );
  const { user } = await render();
  await user.click((await openMenu(user, message)).getByRole("menuitem", { name: m.tickets_versions() }));
  const dialog = within(await screen.findByRole("dialog", { name: m.tickets_versions() }));
  await user.click(await dialog.findByRole("button", { name: m.tickets_retry() }));
  expect(await dialog.findByText("Chega segunda")).toBeInTheDocument();
});

test("bubble: a campaign message names its campaign; without the name it says that it is one", async () => {
  const origin = "campaign" as const;
  const named = ours({ userId: null, origin, campaign: { id: "c", name: "Primavera" } });
  const unnamed = ours({ userId: null, origin });
  await render();
  expect(await bubble(named).findByText("Campanha Primavera")).toBeInTheDocument();
  expect(bubble(unnamed).getByText("Campanha")).toBeInTheDocument();
});

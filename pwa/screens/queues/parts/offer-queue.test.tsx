import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { QueueRef } from "../../../../contracts/desk/refs.ts";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../../testing/answers.ts";
import { goOffline } from "../../../testing/dialog.ts";
import { givenConnection, givenQueue } from "../../../testing/refs.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { UnofferedNotice } from "../unoffered-notice.tsx";

let replication: ReturnType<typeof createFakeServer>;
let queue: QueueRef;
let old: QueueRef;
beforeEach(() => {
  replication = createFakeServer();
  queue = givenQueue(replication, { name: "Financeiro" });
  old = givenQueue(replication, { name: "Vendas" });
});
const renderNotice = () => renderScreen(<UnofferedNotice />, { replication });
const says = () => screen.findByText(m.queues_unoffered({ queue: "Financeiro" }));
const offerButton = () => screen.findByRole("button", { name: m.queues_offer_in({ connection: "Loja Savassi" }) });
/** Finds the button once the desk is online. */
async function readyButton() {
  await waitFor(async () => expect(await offerButton()).toBeEnabled());
  return offerButton();
}

test("offer queues: a queue that a connection offers is not named", async () => {
  givenConnection(replication, { queueIds: [queue.id] });
  await renderNotice();
  expect(await screen.findByText(m.queues_unoffered({ queue: "Vendas" }))).toBeInTheDocument();
  expect(screen.queryByText(m.queues_unoffered({ queue: "Financeiro" }))).not.toBeInTheDocument();
});

test("offer queues: one connection offers the queue with one click, beside its present ones", async () => {
  const { id } = givenConnection(replication, { queueIds: [old.id] });
  answer("get", `/whatsapp/${id}`, { name: "Loja Savassi", greetingMessage: "Olá!", queues: [{ id: old.id }] });
  const sent = answer("put", `/whatsapp/${id}`);
  const { user } = await renderNotice();
  await user.click(await readyButton());
  const words = m.queues_offered({ queue: "Financeiro", connection: "Loja Savassi" });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(sent).toMatchObject([{ queueIds: [old.id, queue.id], greetingMessage: "Olá!" }]);
});

test("offer queues: with several connections the user chooses one", async () => {
  givenConnection(replication, { name: "Loja Savassi", queueIds: [old.id] });
  const { id } = givenConnection(replication, { name: "Loja Lourdes" });
  answer("get", `/whatsapp/${id}`, { name: "Loja Lourdes" });
  const sent = answer("put", `/whatsapp/${id}`);
  const { user } = await renderNotice();
  await user.click(await screen.findByRole("button", { name: m.queues_offer_in_which() }));
  await user.click(await screen.findByRole("menuitem", { name: "Loja Lourdes" }));
  await waitFor(() => expect(sent).toMatchObject([{ queueIds: [queue.id] }]));
});

test("offer queues: a refusal is shown beside the button", async () => {
  const { id } = givenConnection(replication, { queueIds: [old.id] });
  refuse("get", `/whatsapp/${id}`, "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderNotice();
  await user.click(await readyButton());
  expect(await screen.findByRole("alert")).toHaveTextContent(errorMessage("ERR_NO_PERMISSION"));
});

test("offer queues: without a connection a link leads to the connections", async () => {
  replication.remove("refs", old.id);
  const { user, router } = await renderNotice();
  await says();
  await user.click(screen.getByRole("link", { name: m.queues_offer_connect() }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/connections"));
});

test("offer queues: offline the queue is named, and its button is disabled", async () => {
  givenConnection(replication, { queueIds: [old.id] });
  await renderNotice();
  await says();
  goOffline(replication);
  await waitFor(async () => expect(await offerButton()).toBeDisabled());
});

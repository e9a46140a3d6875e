import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { givenConnection, givenQueue } from "../../testing/refs.ts";
import { renderScreen } from "../../testing/render.tsx";
import { QueuesScreen } from "./index.tsx";
import { UnofferedNotice } from "./unoffered-notice.tsx";

function givenThree() {
  const replication = createFakeServer();
  const sales = givenQueue(replication, { name: "Vendas" });
  const [workshop, reception] = ["Oficinas", "Recepção"].map((name) => givenQueue(replication, { name }));
  const connection = givenConnection(replication, { queueIds: [sales.id] });
  return { replication, connection, ids: [sales.id, workshop?.id, reception?.id] };
}

test("unoffered queues: several are one sentence, and one click offers them all", async () => {
  const { replication, connection, ids } = givenThree();
  answer("get", `/whatsapp/${connection.id}`, {
    name: connection.name,
    greetingMessage: "Escolha:",
    queues: [{ id: ids[0] }],
  });
  const sent = answer("put", `/whatsapp/${connection.id}`);
  const { user } = await renderScreen(<UnofferedNotice />, { replication });
  const words = m.queues_unoffered_many({ count: 2, queues: "Oficinas e Recepção" });
  expect(await screen.findByText(words)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.queues_offer_in({ connection: connection.name }) }));
  await waitFor(() => expect(sent).toMatchObject([{ queueIds: ids }]));
});

test("unoffered queues on a phone: the sentence is short, because each row says it", async () => {
  becomePhone();
  const { replication } = givenThree();
  await renderScreen(<UnofferedNotice />, { replication });
  expect(await screen.findByText(m.queues_unoffered_count({ count: 2 }))).toBeInTheDocument();
});

test("queues screen: the search ignores accents", async () => {
  const { replication } = givenThree();
  answer("get", "/queue", [
    { id: "1", name: "Recepção", color: "#1d7f52", greetingMessage: "" },
    { id: "2", name: "Vendas", color: "#1d7f52", greetingMessage: "" },
  ]);
  const { user } = await renderScreen(<QueuesScreen />, { replication });
  expect(await screen.findByRole("row", { name: /Vendas/ })).toBeInTheDocument();
  await user.type(screen.getByRole("searchbox"), "recepcao");
  await waitFor(() => expect(screen.queryByRole("row", { name: /Vendas/ })).not.toBeInTheDocument());
  expect(screen.getByRole("row", { name: /Recepção/ })).toBeInTheDocument();
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { QueueRef } from "../../../../contracts/desk/refs.ts";
import { connectionNames } from "../../../../contracts/wire/connections.ts";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer } from "../../../testing/answers.ts";
import { saveButton, tab } from "../../../testing/dialog.ts";
import { givenConnection, givenQueue } from "../../../testing/refs.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { ConnectionDialog } from "./connection-dialog.tsx";

const nameField = () => screen.findByLabelText(m.connections_field_name());

let replication: ReturnType<typeof createFakeServer>;
let queues: QueueRef[];
const close = vi.fn();
beforeEach(() => {
  replication = createFakeServer();
  queues = [givenQueue(replication, { name: "Vendas" }), givenQueue(replication, { name: "Suporte" })];
  close.mockClear();
});
const redirect = (minutes: string, queueId: string | null) => ({
  [connectionNames.redirectAfterMinutes]: minutes,
  [connectionNames.redirectQueueId]: queueId,
});
const renderNew = () =>
  renderScreen(<ConnectionDialog connection={null} queues={queues} onClose={close} />, { replication });

test("connection dialog: a new connection is sent with its queues and without a redirect", async () => {
  const sent = answer("post", "/whatsapp");
  const { user } = await renderNew();
  await user.type(await nameField(), " Loja Savassi ");
  await user.click(screen.getByRole("checkbox", { name: "Vendas" }));
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([
    { name: "Loja Savassi", queueIds: [queues[0]?.id], ...redirect("0", null), historyDays: 7 },
  ]);
});

test("connection dialog: a name that is too short is reported at its field", async () => {
  const { user } = await renderNew();
  await user.type(await nameField(), "L{Enter}");
  expect(await nameField()).toHaveAccessibleDescription(m.lists_too_short());
});

test("connection dialog: two queues require a greeting, and the tab of the messages opens and says so", async () => {
  const { user } = await renderNew();
  await user.type(await nameField(), "Loja Savassi");
  await user.click(screen.getByRole("checkbox", { name: "Vendas" }));
  await user.click(screen.getByRole("checkbox", { name: "Suporte" }));
  await user.click(saveButton());
  expect(await tab(m.connections_tab_messages())).toHaveAttribute("aria-selected", "true");
  const greeting = screen.getByLabelText(m.connections_field_greeting());
  expect(greeting).toHaveAccessibleDescription(m.connections_error_greeting());
  const sent = answer("post", "/whatsapp");
  await user.type(greeting, "Olá! Escolha uma fila:");
  await user.click(saveButton());
  await waitFor(() => expect(sent).toMatchObject([{ greetingMessage: "Olá! Escolha uma fila:" }]));
});

test("connection dialog: a redirect requires a queue", async () => {
  const { user } = await renderNew();
  await user.type(await nameField(), "Loja Savassi");
  await user.click(await tab(m.connections_tab_redirect()));
  const minutes = screen.getByLabelText(m.connections_field_redirect_minutes());
  await user.clear(minutes);
  await user.type(minutes, "5");
  await user.click(saveButton());
  expect(await screen.findByText(m.connections_error_redirect_queue())).toBeInTheDocument();
  const sent = answer("post", "/whatsapp");
  await user.click(screen.getByRole("button", { name: new RegExp(m.connections_field_redirect_queue()) }));
  await user.click(await screen.findByRole("option", { name: "Suporte" }));
  await user.click(saveButton());
  await waitFor(() => expect(sent).toMatchObject([redirect("5", queues[1]?.id ?? "")]));
});

test("connection dialog: days of history outside 0 to 90 are refused at their field", async () => {
  const { user } = await renderNew();
  await user.type(await nameField(), "Loja Savassi");
  const days = screen.getByLabelText(m.connections_field_history());
  await user.clear(days);
  await user.type(days, "91");
  await user.click(saveButton());
  await waitFor(() => expect(days).toHaveAccessibleDescription(m.connections_error_history()));
});

test("connection dialog: an existing connection shows the server's values; a new one has no outages tab", async () => {
  const connection = givenConnection(replication);
  const wire = { name: connection.name, greetingMessage: "Olá!", queues: [{ id: queues[0]?.id }], historyDays: 30 };
  answer("get", `/whatsapp/${connection.id}`, wire);
  const { user, unmount } = await renderScreen(
    <ConnectionDialog connection={connection} queues={queues} onClose={close} />,
    { replication },
  );
  expect(await nameField()).toHaveValue("Loja Savassi");
  expect(screen.getByRole("checkbox", { name: "Vendas" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Suporte" })).not.toBeChecked();
  expect(screen.getByLabelText(m.connections_field_history())).toHaveValue("30");
  await user.click(await tab(m.connections_tab_messages()));
  expect(screen.getByLabelText(m.connections_field_greeting())).toHaveValue("Olá!");
  expect(await tab(m.connections_tab_outages())).toBeInTheDocument();
  unmount();
  await renderNew();
  await nameField();
  expect(screen.queryByRole("tab", { name: m.connections_tab_outages() })).not.toBeInTheDocument();
});

test("connection dialog: each outage shows its time, duration, reason and messages received afterwards", async () => {
  const connection = givenConnection(replication);
  const outages = [
    { id: "2", reason: null, since: "2026-11-21T12:00:00Z", until: null, messagesAfter: 0 },
    {
      id: "1",
      reason: "ERR_WAPP_REPLACED",
      since: "2026-11-20T12:00:00Z",
      until: "2026-11-20T12:05:00Z",
      messagesAfter: 3,
    },
  ];
  answer("get", `/whatsapp/${connection.id}`, { name: connection.name });
  answer("get", `/whatsapp/${connection.id}/outages`, { outages });
  const part = <ConnectionDialog connection={connection} queues={queues} onClose={close} />;
  const { user } = await renderScreen(part, { replication });
  await user.click(await tab(m.connections_tab_outages()));
  expect(await screen.findByText(m.connections_outage_recovered({ count: 3 }))).toBeInTheDocument();
  expect(screen.getByText(errorMessage("ERR_WAPP_REPLACED"), { exact: false })).toBeInTheDocument();
  expect(within(screen.getByRole("tabpanel")).getAllByRole("listitem")).toHaveLength(2);
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, hold, refuse } from "../../testing/answers.ts";
import { goOffline } from "../../testing/dialog.ts";
import { givenConnection } from "../../testing/refs.ts";
import { renderScreen } from "../../testing/render.tsx";
import { usageOf } from "../../testing/server.ts";
import { ConnectionsScreen } from "./index.tsx";

let replication: ReturnType<typeof createFakeServer>;
beforeEach(() => {
  replication = createFakeServer();
  answer("get", "/whatsapp-traffic", { connections: [] });
  answer("get", "/facebook/login", { isSetUp: true });
});
const renderConnections = () => renderScreen(<ConnectionsScreen />, { replication });
const row = (name = "Loja Savassi") => screen.findByRole("row", { name: new RegExp(name) });
const sessionButton = (label: string) => screen.findByRole("button", { name: `${label}: Loja Savassi` });

test.each([
  ["CONNECTED", [m.connections_session_disconnect]],
  ["qrcode", [m.connections_session_qr]],
  ["DISCONNECTED", [m.connections_session_try, m.connections_session_new_qr]],
  ["PAIRING", [m.connections_session_disconnect]],
] as const)("connections: the status %s offers its actions and no other", async (status, labels) => {
  givenConnection(replication, { status });
  await renderConnections();
  const buttons = within(await row()).getAllByRole("button", { name: /: Loja Savassi$/ });
  const offered = buttons.map((button) => button.textContent);
  expect(offered).toEqual(expect.arrayContaining(labels.map((label) => label())));
  const others = [m.connections_session_disconnect, m.connections_session_qr, m.connections_session_try];
  for (const other of others.filter((label) => !labels.some((wanted) => wanted() === label())))
    expect(offered).not.toContain(other());
});

test("connections: above the plan none can be added, and nothing is undone", async () => {
  answer("get", "/companies/listPlan/:id", { usage: usageOf({ used: 3, limit: 2 }) });
  givenConnection(replication);
  await renderConnections();
  expect(await screen.findByText("Conexões do plano: 3 de 2.")).toBeInTheDocument();
  expect(screen.getByText(m.platform_room_exceeds(), { exact: false })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.connections_add() })).toBeDisabled();
});

test("connections: a page that is down is linked by its owner's sign-in and has no QR code", async () => {
  givenConnection(replication, { status: "DISCONNECTED", channel: "instagram", number: "" });
  await renderConnections();
  expect(await sessionButton(m.connections_session_relink())).toBeEnabled();
  expect(screen.queryByRole("button", { name: new RegExp(m.connections_session_qr()) })).not.toBeInTheDocument();
});

test("connections: a stopped connection is named above the list with the number of messages that wait", async () => {
  const { id } = givenConnection(replication, { status: "DISCONNECTED", reason: "ERR_WAPP_LOGGED_OUT" });
  const traffic = { id, storedToday: 0, waitingIn: 0, waitingOut: 7, downSince: "2026-11-20T12:00:00Z" };
  answer("get", "/whatsapp-traffic", { connections: [traffic] });
  await renderConnections();
  expect(await screen.findByText(new RegExp(m.connections_need_waiting({ count: 7 })))).toBeInTheDocument();
  expect(within(await row()).getByText(errorMessage("ERR_WAPP_LOGGED_OUT"))).toBeInTheDocument();
});

test("connections: a number that was never connected is not called down", async () => {
  givenConnection(replication, { status: "DISCONNECTED", firstConnectedAt: null, number: "" });
  await renderConnections();
  expect(within(await row()).getByText(m.connections_status_never())).toBeInTheDocument();
  expect(screen.queryByText(m.connections_status_disconnected())).not.toBeInTheDocument();
});

test("connections: disconnecting asks first, and a refusal is shown above the list", async () => {
  const { id } = givenConnection(replication);
  refuse("delete", `/whatsappsession/${id}`, "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderConnections();
  await user.click(await sessionButton(m.connections_session_disconnect()));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: m.connections_session_disconnect() }));
  expect(await screen.findByText(new RegExp(errorMessage("ERR_NO_PERMISSION")))).toBeInTheDocument();
});

test("connections: a double click on try again sends one request, and only its own button is busy", async () => {
  const { id } = givenConnection(replication, { status: "DISCONNECTED" });
  const answered = Promise.withResolvers<void>();
  const sent = hold("post", `/whatsappsession/${id}`, answered.promise);
  const { user } = await renderConnections();
  await user.dblClick(await sessionButton(m.connections_session_try()));
  expect(await sessionButton(m.connections_session_try())).toHaveAttribute("aria-busy", "true");
  expect(await sessionButton(m.connections_session_new_qr())).not.toHaveAttribute("aria-busy");
  answered.resolve();
  await waitFor(async () => expect(await sessionButton(m.connections_session_try())).not.toHaveAttribute("aria-busy"));
  expect(sent).toHaveLength(1);
});

test("connections: a changed status on the server changes the row without a reload", async () => {
  const connection = givenConnection(replication, { status: "DISCONNECTED" });
  await renderConnections();
  expect(await within(await row()).findByText(m.connections_status_disconnected())).toBeInTheDocument();
  replication.put("refs", { ...connection, status: "CONNECTED" });
  replication.poke("refs");
  expect(await screen.findByText(m.connections_status_connected())).toBeInTheDocument();
});

test("connections: offline they are shown, and all their buttons are disabled", async () => {
  givenConnection(replication);
  await renderConnections();
  await row();
  goOffline(replication);
  expect(await screen.findByText(m.connections_offline())).toBeInTheDocument();
  expect(await sessionButton(m.connections_session_disconnect())).toBeDisabled();
  expect(screen.getByRole("button", { name: m.connections_add() })).toBeDisabled();
  expect(screen.getByRole("button", { name: m.connections_restart() })).toBeDisabled();
});

test("connections: without an application at Meta only WhatsApp is offered, with the reason", async () => {
  answer("get", "/facebook/login", { isSetUp: false });
  const { user } = await renderConnections();
  await user.click(await screen.findByRole("button", { name: m.connections_add() }));
  await waitFor(() => expect(screen.getAllByText(m.error_meta_not_set_up())).toHaveLength(2));
  await user.click(await screen.findByRole("menuitem", { name: m.connections_add_whatsapp() }));
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { queueColors } from "../../../contracts/desk/queues.ts";
import { usualHours } from "../../../contracts/hours.ts";
import { queueNames } from "../../../contracts/wire/queues.ts";
import { toWire } from "../../../contracts/wire/rename.ts";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { setDeviceZone } from "../../testing/device-zone.ts";
import { goOffline, saveButton, tab } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { QueueDialog } from "./queue-dialog.tsx";

const [firstColor = "", secondColor = ""] = queueColors;
const vendas = { id: "q1", name: "Vendas", color: firstColor, greetingMessage: "Olá!" };
const wire = {
  id: vendas.id,
  ...toWire(queueNames, {
    ...vendas,
    position: 2,
    completionMessage: "",
    outOfHoursMessage: "Voltamos às 8.",
    ratingMessage: "",
    token: "",
    isRotating: false,
    rotationMinutes: 0,
    isChatbot: false,
    typebotEnabled: false,
    typebotUrl: "",
    typebotSlug: "",
    typebotDelayMs: 1000,
    typebotExpiresMinutes: 0,
    typebotKeywordFinish: "",
    typebotKeywordRestart: "",
    typebotUnknownMessage: "",
    typebotRestartMessage: "",
    schedules: usualHours,
  }),
};
const nameField = () => screen.findByLabelText(m.queues_field_name());

const close = vi.fn();
beforeEach(() => close.mockClear());

function givenVendas() {
  answer("get", "/queue/q1", wire);
  answer("get", "/queue-options", []);
}

test("queue dialog: a new queue has the first color that no other queue has, and is sent", async () => {
  const sent = answer("post", "/queue");
  const { user } = await renderScreen(<QueueDialog id={null} queues={[vendas]} onClose={close} />);
  await user.type(await nameField(), "Suporte");
  expect(screen.getByLabelText(m.queues_field_color())).toHaveValue(secondColor);
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ name: "Suporte", color: secondColor, options: [] }]);
  expect(await screen.findByText("Fila salva")).toBeInTheDocument();
});

test("queue dialog: a color in use is disabled and names its queue; when typed, it is refused at its field", async () => {
  const { user } = await renderScreen(<QueueDialog id={null} queues={[vendas]} onClose={close} />);
  const theirs = await screen.findByRole("button", { name: m.queues_color_of({ color: firstColor, name: "Vendas" }) });
  expect(theirs).toBeDisabled();
  await user.type(await nameField(), "Suporte");
  const color = screen.getByLabelText(m.queues_field_color());
  await user.clear(color);
  await user.type(color, firstColor.toUpperCase());
  await user.click(saveButton());
  expect(color).toHaveAccessibleDescription(m.error_queue_color_already_exists());
});

test("queue dialog: a missing or too short name is reported in Portuguese at its field", async () => {
  const { user } = await renderScreen(<QueueDialog id={null} queues={[]} onClose={close} />);
  const name = await nameField();
  await user.click(saveButton());
  expect(name).toHaveAccessibleDescription("Obrigatório");
  await user.type(name, "F");
  expect(name).toHaveAccessibleDescription("Muito curto!");
});

test("queue dialog: a problem on another tab opens that tab", async () => {
  const { user } = await renderScreen(<QueueDialog id={null} queues={[]} onClose={close} />);
  await user.type(await nameField(), "Vendas");
  await user.click(await tab("Typebot"));
  await user.type(screen.getByLabelText(m.queues_typebot_url()), "https://bot.exemplo.com.br");
  await user.click(await tab(m.queues_tab_data()));
  await user.click(saveButton());
  expect(await tab("Typebot")).toHaveAttribute("aria-selected", "true");
  expect(screen.getByLabelText(m.queues_typebot_slug())).toHaveAccessibleDescription(m.queues_typebot_slug_required());
});

test("queue dialog: switching the rotation on sets a time, and off clears it", async () => {
  givenVendas();
  const { user } = await renderScreen(<QueueDialog id="q1" queues={[vendas]} onClose={close} />);
  await nameField();
  const rotation = screen.getByRole("switch", { name: new RegExp(m.queues_field_rotation()) });
  const time = () => screen.getByRole("button", { name: new RegExp(m.queues_field_rotation_time()) });
  expect(time()).toBeDisabled();
  await user.click(rotation);
  expect(time()).toBeEnabled();
  expect(time()).toHaveTextContent(m.queues_rotation_minutes({ count: 5 }));
  const sent = answer("put", "/queue/q1");
  await user.click(saveButton());
  const rotated = { [queueNames.isRotating]: true, [queueNames.rotationMinutes]: "5" };
  await waitFor(() => expect(sent).toMatchObject([rotated]));
});

test("queue dialog: the first menu option switches the bot on, and the preview shows the customer's text", async () => {
  givenVendas();
  const { user } = await renderScreen(<QueueDialog id="q1" queues={[vendas]} onClose={close} />);
  const menu = await screen.findByRole("region", { name: m.queues_menu() });
  expect(within(menu).getByText(m.queues_menu_none())).toBeInTheDocument();
  await user.click(within(menu).getByRole("button", { name: m.queues_menu_add() }));
  await user.type(within(menu).getByLabelText(m.queues_menu_title()), "Segunda via");
  expect(within(menu).getByRole("figure")).toHaveTextContent("Segunda via");
  expect(screen.getByRole("switch", { name: new RegExp(m.queues_field_chatbot()) })).toBeChecked();
  const sent = answer("put", "/queue/q1");
  await user.click(saveButton());
  await waitFor(() => expect(sent).toMatchObject([{ isChatbot: true, options: [{ title: "Segunda via" }] }]));
});

test("queue dialog: an option without a name keeps it open and is reported", async () => {
  givenVendas();
  const { user } = await renderScreen(<QueueDialog id="q1" queues={[vendas]} onClose={close} />);
  const menu = await screen.findByRole("region", { name: m.queues_menu() });
  await user.click(within(menu).getByRole("button", { name: m.queues_menu_add() }));
  await user.click(saveButton());
  expect(await within(menu).findByText(m.queues_menu_untitled())).toBeInTheDocument();
});

test("queue dialog: with the bot off, the menu says that customers do not receive it", async () => {
  givenVendas();
  const options = [{ id: "o1", parentId: null, title: "Vendas", message: "" }];
  answer("get", "/queue-options", options);
  await renderScreen(<QueueDialog id="q1" queues={[vendas]} onClose={close} />);
  const menu = await screen.findByRole("region", { name: m.queues_menu() });
  expect(within(menu).getByText(m.queues_menu_silent())).toBeInTheDocument();
});

test("queue dialog: Escape does not discard typed text", async () => {
  const { user } = await renderScreen(<QueueDialog id={null} queues={[]} onClose={close} />);
  await user.type(await nameField(), "Suporte");
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalled();
  expect(JSON.stringify({ ...localStorage })).toContain("Suporte");
});

test("queue dialog: offline it says so and offers no saving", async () => {
  const { replication } = await renderScreen(<QueueDialog id={null} queues={[]} onClose={close} />);
  await nameField();
  goOffline(replication);
  expect(await screen.findByText(m.lists_offline())).toBeInTheDocument();
  expect(saveButton()).toBeDisabled();
});

test.each([
  ["America/Manaus", 1],
  ["America/Sao_Paulo", 0],
])("queue dialog: on a device in %s the hours name the company's zone %i times", async (zone, times) => {
  setDeviceZone(zone);
  givenVendas();
  const replication = createFakeServer();
  replication.put("refs", { id: "scheduleType", rev: 1, kind: "setting", name: "queue" });
  const { user } = await renderScreen(<QueueDialog id="q1" queues={[vendas]} onClose={close} />, { replication });
  await user.click(await tab(m.queues_tab_hours()));
  expect(await screen.findByText(m.queues_hours_text())).toBeInTheDocument();
  expect(screen.queryAllByText(m.zone_line({ zone: "horário de Brasília" }))).toHaveLength(times);
});

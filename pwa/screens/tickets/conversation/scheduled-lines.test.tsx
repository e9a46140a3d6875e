import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { ScheduleDocument } from "../../../../contracts/desk/schedules.ts";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { setDeviceZone } from "../../../testing/device-zone.ts";
import { field, saveButton } from "../../../testing/dialog.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { server } from "../../../testing/server.ts";
import { renderConversation } from "../testing/render-conversation.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";
let desk: GivenDesk;
let ticket: TicketDocument;
beforeEach(() => {
  desk = givenDesk();
  const contact = desk.contact({ name: "Helena Sampaio" });
  ticket = desk.ticket({ contactId: contact.id, contactName: contact.name });
  server.use(http.get("/contacts", () => HttpResponse.json({ contacts: [], count: 0, hasMore: false })));
});

const plan = (body: string, change: Partial<ScheduleDocument> = {}) =>
  desk.schedule({ body, contactId: ticket.contactId, userId: ME, sendAt: "2031-03-04T13:00:00.000Z", ...change });
const open = () => renderConversation(desk, ticket, { signedIn: { id: ME, profile: "user" } });
const lines = () => screen.findByRole("region", { name: m.tickets_scheduled_list() });

test("scheduled messages: the conversation lists those of its contact that are still to be sent, earliest first", async () => {
  plan("Sua peça sai amanhã.");
  plan("Ainda hoje, {{firstName}}?", { sendAt: "2031-03-03T13:00:00.000Z" });
  plan("Para outra pessoa", { contactId: "0190d3a0-0000-7000-8000-0000000000c9" });
  plan("Já foi", { status: "sent", sentAt: "2026-01-01T13:00:00.000Z" });
  plan("Não foi", { status: "failed", reason: "ERR_SCHEDULE_TOO_LATE" });
  await open();
  const section = within(await lines());
  expect(section.getAllByText(/^Agendada para /)).toHaveLength(2);
  expect(section.getAllByText(/peça|hoje/).map(({ textContent }) => textContent)).toEqual([
    "Ainda hoje, Helena?",
    "Sua peça sai amanhã.",
  ]);
});

test("scheduled messages: more than two are shown on request", async () => {
  for (const day of [4, 5, 6, 7]) plan(`Aviso ${day}`, { sendAt: `2031-03-0${day}T13:00:00.000Z` });
  const { user } = await open();
  const section = within(await lines());
  expect(section.queryByText("Aviso 6")).not.toBeInTheDocument();
  await user.click(await section.findByRole("button", { name: m.schedules_more({ count: 2 }) }));
  expect(section.getByText("Aviso 7")).toBeInTheDocument();
});

test("scheduled messages: one's own is changed and deleted from the conversation, also without a network", async () => {
  const own = plan("Sua peça sai amanhã.");
  const { user, desk: device } = await open();
  await lines();
  const reconnect = await cutNetwork(desk, device);
  await user.click(within(await lines()).getByRole("button", { name: /^Editar a mensagem agendada/ }));
  const body = await field(m.schedules_body());
  await user.clear(body);
  await user.type(body, "Sua peça saiu hoje.");
  await user.click(saveButton());
  expect(await within(await lines()).findByText("Sua peça saiu hoje.")).toBeInTheDocument();
  expect(within(await lines()).getByText(m.schedules_waiting(), { exact: false })).toBeInTheDocument();
  await user.click(within(await lines()).getByRole("button", { name: /^Editar a mensagem agendada/ }));
  await user.click(await screen.findByRole("button", { name: m.ui_delete() }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: m.ui_delete() }));
  await waitFor(() => expect(screen.queryByRole("region", { name: m.tickets_scheduled_list() })).toBeNull());
  reconnect();
  await waitFor(() =>
    expect(desk.replication.applied).toMatchObject([
      { type: "schedule.change", payload: { scheduleId: own.id, body: "Sua peça saiu hoje." } },
      { type: "schedule.delete", payload: { scheduleId: own.id } },
    ]),
  );
});

test("scheduled messages: a colleague's is only read", async () => {
  plan("Da Bia", { userId: "0190d3a0-0000-7000-8000-0000000000b1" });
  const { user } = await open();
  const section = within(await lines());
  expect(section.queryByRole("button", { name: /^Editar/ })).not.toBeInTheDocument();
  await user.click(section.getByRole("button", { name: /^Ver a mensagem agendada/ }));
  expect(await within(await screen.findByRole("dialog")).findByText("Da Bia")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.ui_save() })).not.toBeInTheDocument();
});

test.each([
  ["America/Manaus", /10:00 \(horário de Brasília\)/],
  ["America/Sao_Paulo", /^[^(]*10:00[^(]*$/],
])(
  "scheduled messages: on a device in %s the conversation names the plan's zone where it differs",
  async (zone, text) => {
    setDeviceZone(zone);
    desk.replication.put("refs", { id: "timeZone", rev: 1, kind: "setting", name: "America/Sao_Paulo" });
    plan("Sua peça sai amanhã.");
    await open();
    expect(await within(await lines()).findByText(text, { selector: "time" })).toBeInTheDocument();
  },
);

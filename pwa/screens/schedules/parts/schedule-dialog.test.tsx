import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { givenSchedule } from "../../../../sync/client/testing/given.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { setDeviceZone } from "../../../testing/device-zone.ts";
import { field, saveButton } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";

const contactField = () => screen.findByRole("combobox", { name: m.schedules_contact() });

const close = vi.fn();
beforeEach(() => {
  close.mockClear();
  server.use(http.get("/contacts", () => HttpResponse.json({ contacts: [], count: 0, hasMore: false })));
});

function renderNew(replication = createFakeServer()) {
  const part = (
    <ScheduleDialog schedule={null} refused={null} sendAt="2026-11-30T15:00" onClose={close} onDelete={vi.fn()} />
  );
  return renderScreen(part, { replication });
}

function renderPlanned(change: Parameters<typeof givenSchedule>[0] = {}, onDelete = vi.fn()) {
  const schedule = givenSchedule(change);
  const replication = createFakeServer();
  const part = <ScheduleDialog schedule={schedule} refused={null} sendAt="" onClose={close} onDelete={onDelete} />;
  return renderScreen(part, { replication });
}

test("schedule dialog: contact and message are required, and each problem is reported at its field", async () => {
  const { user } = await renderNew();
  const body = await field(m.schedules_body());
  await user.click(saveButton());
  expect(await screen.findAllByText("Obrigatório")).toHaveLength(2);
  expect(body).toHaveAccessibleDescription("Obrigatório");
  await user.type(body, "Oi");
  expect(body).toHaveAccessibleDescription("Mensagem muito curta");
  await user.type(body, ", tudo bem?");
  expect(body).not.toHaveAttribute("aria-invalid", "true");
  expect(close).not.toHaveBeenCalled();
});

test("schedule dialog: the contact search starts at three characters and says so", async () => {
  const { user } = await renderNew();
  await user.type(await contactField(), "He");
  expect(await screen.findByText(m.ui_type_more({ count: 3 }))).toBeInTheDocument();
});

test("schedule dialog: a variable is shown with the chosen contact's value", async () => {
  const { user } = await renderPlanned({ body: "Oi {{firstName}}!" });
  expect(await screen.findByText("Oi Helena!")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "{{userName}}" }));
  expect(await screen.findByText("Oi Helena!Marina Duarte")).toBeInTheDocument();
});

test("schedule dialog: date and hour variables use the time of sending", async () => {
  await renderPlanned({ body: "{{ms}}, chega dia {{date}} às {{hour}}", sendAtLocal: "2026-11-30T19:40" });
  expect(await screen.findByText("boa noite, chega dia 30/11/2026 às 19:40")).toBeInTheDocument();
});

test("schedule dialog: a failed schedule shows its reason and is titled as failed", async () => {
  await renderPlanned({ status: "failed", reason: "ERR_SCHEDULE_TOO_LATE" });
  expect(await screen.findByText(errorMessage("ERR_SCHEDULE_TOO_LATE"))).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: m.schedules_failed_title() })).toBeInTheDocument();
});

test("schedule dialog: one that the channel refused can be corrected, and says that a new time sends it again", async () => {
  setDeviceZone("America/Sao_Paulo");
  await renderPlanned({ status: "failed", reason: "ERR_SENDING_WAPP_MSG", sentAt: "2026-07-02T18:30:05.000Z" });
  expect(await field(m.schedules_body())).toHaveValue("Chega segunda");
  expect(await field(m.schedules_send_at())).toHaveAccessibleDescription(m.schedules_again_hint());
  expect(saveButton()).toBeInTheDocument();
});

test("schedule dialog: a colleague's failed schedule is not said to be sent", async () => {
  const sentAt = "2026-07-02T18:30:05.000Z";
  await renderPlanned({ status: "failed", reason: "ERR_SENDING_WAPP_MSG", sentAt, canChange: false });
  expect(await screen.findByText(/^Marcado para /)).toBeInTheDocument();
  expect(screen.queryByText(/^Enviado/)).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.ui_save() })).not.toBeInTheDocument();
});

test("schedule dialog: a sent schedule is read-only", async () => {
  await renderPlanned({ status: "sent", sentAt: "2026-07-02T18:30:05.000Z" });
  expect(await screen.findByText("Chega segunda")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.ui_save() })).not.toBeInTheDocument();
  expect(screen.queryByLabelText(m.schedules_body())).not.toBeInTheDocument();
});

test("schedule dialog: deletion is offered for an existing schedule and not for a new one", async () => {
  const onDelete = vi.fn();
  const { user, unmount } = await renderPlanned({}, onDelete);
  await user.click(await screen.findByRole("button", { name: m.ui_delete() }));
  expect(onDelete).toHaveBeenCalledOnce();
  unmount();
  await renderNew();
  await field(m.schedules_body());
  expect(screen.queryByRole("button", { name: m.ui_delete() })).not.toBeInTheDocument();
});

test("schedule dialog: a refused change opens with its values and the reason", async () => {
  const schedule = givenSchedule();
  const refused = {
    id: "command-1",
    type: "schedule.change",
    payload: { scheduleId: schedule.id, body: "Chega terça" },
    error: { code: "ERR_SCHEDULE_SENT" },
  };
  const part = (
    <ScheduleDialog
      schedule={schedule}
      refused={refused as unknown as Parameters<typeof ScheduleDialog>[0]["refused"]}
      sendAt=""
      onClose={close}
      onDelete={vi.fn()}
    />
  );
  await renderScreen(part);
  expect(await field(m.schedules_body())).toHaveValue("Chega terça");
  expect(screen.getByText(errorMessage("ERR_SCHEDULE_SENT"))).toBeInTheDocument();
});

test("schedule dialog: on a device in Manaus the field names the company's zone and the device's hour", async () => {
  setDeviceZone("America/Manaus");
  const { user } = await renderNew();
  const time = await field(m.schedules_send_at());
  const says = (when: string) => m.zone_here({ zone: "horário de Brasília", when });
  expect(time).toHaveAccessibleDescription(says("14:00"));
  await user.clear(time);
  await user.type(time, "2026-11-30T10:15");
  expect(time).toHaveAccessibleDescription(says("09:15"));
});

test("schedule dialog: what was sent is shown in the company's zone, which is named on a device in Manaus", async () => {
  setDeviceZone("America/Manaus");
  await renderPlanned({ status: "sent", sentAt: "2026-01-05T13:15:00.000Z" });
  expect(await screen.findByText(/05\/01.*10:15 \(horário de Brasília\)/)).toBeInTheDocument();
});

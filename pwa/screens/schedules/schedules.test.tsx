import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import { testNow } from "../../../contracts/testing/clock.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { setDeviceZone } from "../../testing/device-zone.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../testing/given-desk.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { SchedulesScreen } from "./index.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";
const SAO_PAULO = "America/Sao_Paulo";
const today = localMinute(testNow(), SAO_PAULO).slice(0, 10);
/** Returns an instant of today at an hour of the company's time zone, three hours behind UTC. */
const todayAt = (hour: number) => `${today}T${String(hour + 3).padStart(2, "0")}:30:00.000Z`;

let desk: GivenDesk;
beforeEach(() => {
  desk = givenDesk();
  desk.replication.put("refs", { id: "timeZone", rev: 1, kind: "setting", name: SAO_PAULO });
});

const givenSchedule = (change: Partial<ScheduleDocument> = {}) =>
  desk.schedule({ userId: ME, sendAt: todayAt(15), ...change });
const render = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<SchedulesScreen />, { replication: desk.replication, signedIn: { id: ME }, ...options });
const eventName = (name: string, status: string, time = "15:30") => m.schedules_event({ time, name, status });
const event = (name = "Helena", status = m.schedules_status_pending()) =>
  screen.findByRole("button", { name: eventName(name, status) });
const applied = (expected: object[]) => waitFor(() => expect(desk.replication.applied).toMatchObject(expected));

test("calendar: shows each message with the company's local time, its contact and its status", async () => {
  givenSchedule();
  givenSchedule({ contactName: "Raul", status: "failed", reason: "ERR_SCHEDULE_TOO_LATE" });
  givenSchedule({ contactName: "Bento", status: "sent", sentAt: todayAt(15) });
  await render();
  expect(await event()).toBeInTheDocument();
  expect(await event("Raul", m.schedules_status_failed())).toBeInTheDocument();
  expect(await event("Bento", m.schedules_status_sent())).toBeInTheDocument();
});

test("calendar: a failed schedule shows the reason in its card and can be sent again at once", async () => {
  const failed = givenSchedule({ contactName: "Raul", status: "failed", reason: "ERR_SCHEDULE_TOO_LATE" });
  const { user } = await render();
  expect(await screen.findByText(errorMessage("ERR_SCHEDULE_TOO_LATE"))).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.ui_try_again() }));
  await applied([{ type: "schedule.change", payload: { scheduleId: failed.id } }]);
});

test("calendar: an agent may not change a colleague's schedule", async () => {
  givenSchedule({ userId: "0190d3a0-0000-7000-8000-0000000000b2" });
  await render({ signedIn: { id: ME, profile: "user" } });
  await event();
  expect(screen.queryByRole("button", { name: m.schedules_edit_of({ name: "Helena" }) })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.schedules_delete_of({ name: "Helena" }) })).not.toBeInTheDocument();
});

test("calendar: deleting asks for confirmation with the contact's name", async () => {
  const schedule = givenSchedule();
  const { user } = await render();
  const cell = within((await event()).closest("td") as HTMLElement);
  await user.click(cell.getByRole("button", { name: m.schedules_delete_of({ name: "Helena" }) }));
  const question = within(await screen.findByRole("alertdialog", { name: m.lists_delete_title({ name: "Helena" }) }));
  expect(desk.replication.applied).toEqual([]);
  await user.click(question.getByRole("button", { name: m.ui_delete() }));
  await applied([{ type: "schedule.delete", payload: { scheduleId: schedule.id } }]);
  expect(await screen.findByText(m.schedules_deleted())).toBeInTheDocument();
});

test("calendar: an event dropped on another day keeps its time", async () => {
  const schedule = givenSchedule();
  await render();
  await event();
  const cells = screen.getAllByRole("button", { name: /^Abrir / });
  const target = cells.find((cell) => !cell.hasAttribute("aria-current")) as HTMLElement;
  const dataTransfer = { types: ["application/x-balcao-schedule"], getData: () => schedule.id };
  const drop = createEvent.drop(target, { dataTransfer });
  fireEvent(target, drop);
  await waitFor(() => expect(desk.replication.applied).toHaveLength(1));
  const [{ payload }] = desk.replication.applied as unknown as [{ payload: { sendAt: string } }];
  expect(payload.sendAt).toMatch(/T15:30$/);
  expect(payload.sendAt.slice(0, 10)).not.toBe(today);
});

test("calendar: a change made without a network is shown at once and marked as pending", async () => {
  const schedule = givenSchedule();
  const { desk: local } = await render();
  await cutNetwork(desk, local);
  await local.send("schedule.change", { scheduleId: schedule.id, sendAt: `${today}T17:30`, baseRev: 1 });
  const name = m.schedules_event_waiting({ time: "17:30", name: "Helena", status: m.schedules_status_pending() });
  expect(await screen.findByRole("button", { name })).toBeInTheDocument();
  expect(await screen.findByText(m.schedules_offline())).toBeInTheDocument();
});

test("calendar: a refused command is shown above the calendar with its reason until it is discarded", async () => {
  const schedule = givenSchedule();
  desk.replication.onCommand = () => "ERR_SCHEDULE_SENT";
  const { user, desk: local } = await render();
  await event();
  await local.send("schedule.change", { scheduleId: schedule.id, body: "Chega terça", baseRev: 1 });
  expect(await screen.findByText(m.schedules_command_change())).toBeInTheDocument();
  expect(screen.getByText(errorMessage("ERR_SCHEDULE_SENT"), { exact: false })).toBeInTheDocument();
  expect(screen.getByText(/Chega terça/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.ui_try_again() })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.ui_discard() }));
  await waitFor(() => expect(screen.queryByText(m.schedules_command_change())).not.toBeInTheDocument());
});

test("calendar: a day's number opens the day view, and the today button returns to the present day", async () => {
  givenSchedule();
  const { user } = await render();
  await event();
  const month = screen.getByRole("heading", { level: 2, name: /\d{4}$/ });
  await user.click(screen.getAllByRole("button", { current: "date" })[0] as HTMLElement);
  expect(month).not.toHaveTextContent(/\d{4}$/);
  expect(screen.getByRole("button", { name: m.schedules_view_day() })).toHaveAttribute("aria-pressed", "true");
  const shown = month.textContent;
  await user.click(screen.getByRole("button", { name: m.schedules_next() }));
  expect(month).not.toHaveTextContent(shown ?? "");
  await user.click(screen.getByRole("button", { name: m.schedules_today() }));
  expect(month).toHaveTextContent(shown ?? "");
});

test("agenda: a search finds schedules by contact and text, ignoring accents, and says when there are none", async () => {
  givenSchedule({ contactName: "Inês" });
  givenSchedule({ contactName: "Rita", contactNumber: "553188870201" });
  givenSchedule({ contactName: "Raul", body: "O forno está pronto" });
  const { user } = await render();
  const field = await screen.findByRole("searchbox");
  await user.type(field, "ines");
  const table = async () => within(await screen.findByRole("table", { name: m.schedules_title() }));
  expect((await table()).getByText("Inês")).toBeInTheDocument();
  expect((await table()).queryByText("Raul")).not.toBeInTheDocument();
  await user.clear(field);
  await user.type(field, "forno");
  expect(await (await table()).findByText("Raul")).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, "(31) 98887-0201");
  expect(await (await table()).findByText("Rita")).toBeInTheDocument();
  expect((await table()).queryByText("Raul")).not.toBeInTheDocument();
  await user.type(field, "zzz");
  expect(await screen.findByText(m.lists_none_found_title())).toBeInTheDocument();
});

test("agenda: older schedules are loaded from the server on request, and a network error can be retried", async () => {
  server.use(http.get("/schedules", () => HttpResponse.error()));
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.schedules_view_agenda() }));
  await user.click(await screen.findByRole("button", { name: m.schedules_older_show() }));
  expect(await screen.findByText(m.schedules_older_offline())).toBeInTheDocument();
  server.use(http.get("/schedules", () => HttpResponse.json({ schedules: [], hasMore: false })));
  await user.click(screen.getByRole("button", { name: m.ui_try_again() }));
  expect(await screen.findByText(m.schedules_older_none())).toBeInTheDocument();
});

test("calendar: on a device in Manaus the company's zone is named above the company's hours", async () => {
  setDeviceZone("America/Manaus");
  givenSchedule();
  await render();
  expect(await event()).toBeInTheDocument();
  expect(screen.getByText(m.zone_line({ zone: "horário de Brasília" }))).toBeInTheDocument();
});

test("calendar: on a device with the company's hour no zone is named", async () => {
  setDeviceZone("America/Recife");
  givenSchedule();
  await render();
  expect(await event()).toBeInTheDocument();
  expect(screen.queryByText(/Brasília/)).toBeNull();
});

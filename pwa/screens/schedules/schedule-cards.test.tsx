import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { givenSchedule } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { renderScreen } from "../../testing/render.tsx";
import { Legend } from "./calendar-tools.tsx";
import { filledBody } from "./parts/filled-body.ts";
import { ScheduleCards } from "./schedule-cards.tsx";

const helena = givenSchedule({
  contactName: "Helena Sampaio",
  body: "{{ms}}, {{firstName}}! Aqui é {{userName}}. Pedido {{protocol}}",
});

function renderCards(schedules = [helena]) {
  const actions = { onOpen: vi.fn(), onDelete: vi.fn() };
  const replication = createFakeServer();
  replication.put("refs", { id: "ana", rev: 1, kind: "user", name: "Ana Lima", profile: "user", queueIds: [] });
  const part = <ScheduleCards today="2026-07-02" schedules={schedules} actions={actions} onAgain={vi.fn()} />;
  return renderScreen(part, { replication }).then((rendered) => ({ ...rendered, actions }));
}

test("schedule card: shows the text as the contact will read it at the time of sending", async () => {
  await renderCards();
  expect(await screen.findByText("boa tarde, Helena! Aqui é Ana Lima. Pedido {{protocol}}")).toBeInTheDocument();
});

test("schedule card: offers to edit and delete the schedule", async () => {
  const { user, actions } = await renderCards();
  await user.click(await screen.findByRole("button", { name: m.schedules_edit_of({ name: "Helena Sampaio" }) }));
  expect(actions.onOpen).toHaveBeenCalledExactlyOnceWith(helena);
  await user.click(screen.getByRole("button", { name: m.schedules_delete_of({ name: "Helena Sampaio" }) }));
  expect(actions.onDelete).toHaveBeenCalledExactlyOnceWith(helena);
});

test("schedule card: offers neither on a colleague's schedule", async () => {
  await renderCards([{ ...helena, canChange: false }]);
  await screen.findByText("Helena Sampaio");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("filledBody: keeps the variable of the author's name if the author is not on this device", () => {
  expect(filledBody(helena, undefined)).toBe("boa tarde, Helena! Aqui é {{userName}}. Pedido {{protocol}}");
});

test("calendar legend: explains the dashed border", async () => {
  await renderScreen(<Legend />);
  expect(await screen.findByText(m.schedules_waiting())).toBeInTheDocument();
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { usualHours } from "../../../contracts/hours.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, disconnect, refuse } from "../../testing/answers.ts";
import { saveButton } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { CompanyHours } from "./company-hours.tsx";

const companyId = "0190d3a0-0000-7000-8000-00000000c0aa";
const path = `/companies/${companyId}`;
const renderHours = () => renderScreen(<CompanyHours disabled={false} />, { signedIn: { companyId } });
const given = () => answer("get", path, { schedules: usualHours, timeZone: "America/Sao_Paulo" });
const mondayStart = () => screen.findByRole("textbox", { name: `${m.hours_monday()}: ${m.hours_start()}` });

test("company hours: name their time zone", async () => {
  given();
  await renderHours();
  expect(await screen.findByText(m.settings_hours_text({ zone: "horário de Brasília" }))).toBeInTheDocument();
});

test("company hours: changes are sent as a whole week and confirmed", async () => {
  given();
  const sent = answer("put", `${path}/schedules`);
  const { user } = await renderHours();
  await user.clear(await mondayStart());
  await user.type(await mondayStart(), "07:30");
  await user.click(saveButton());
  expect(await screen.findByText(m.settings_hours_saved())).toBeInTheDocument();
  expect(sent).toMatchObject([{ schedules: { length: 7 } }]);
  const [monday] = (sent[0] as { schedules: typeof usualHours }).schedules.filter(
    ({ weekdayEn }) => weekdayEn === "monday",
  );
  expect(monday).toMatchObject({ startTime: "07:30" });
});

test("company hours: a week with a wrong time cannot be saved, and Cancel restores the stored one", async () => {
  given();
  const { user } = await renderHours();
  const before = (await mondayStart()).getAttribute("value");
  await user.clear(await mondayStart());
  await user.type(await mondayStart(), "99");
  expect(saveButton()).toBeDisabled();
  await user.click(screen.getByRole("button", { name: m.ui_cancel() }));
  expect(await mondayStart()).toHaveValue(before);
  expect(saveButton()).toBeEnabled();
});

test("company hours: a refusal is shown, and the typed hours stay", async () => {
  given();
  refuse("put", `${path}/schedules`, "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderHours();
  await user.clear(await mondayStart());
  await user.type(await mondayStart(), "07:30");
  await user.click(saveButton());
  expect(await screen.findByRole("alert")).toHaveTextContent(errorMessage("ERR_NO_PERMISSION"));
  expect(await mondayStart()).toHaveValue("07:30");
});

test("company hours: a failure to load is reported, and a button tries again", async () => {
  disconnect("get", path);
  const { user } = await renderHours();
  const problem = await screen.findByRole("alert");
  expect(problem).toHaveTextContent(m.lists_unreachable());
  given();
  await user.click(within(problem).getByRole("button", { name: m.ui_try_again() }));
  await waitFor(async () => expect(await mondayStart()).toBeInTheDocument());
});

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { hold, refuse } from "../../testing/answers.ts";
import { compositionOrders, confirmComposition } from "../../testing/composition.ts";
import { renderScreen } from "../../testing/render.tsx";
import { SettingsScreen } from "./index.tsx";

const ratings = () => screen.findByRole("switch", { name: new RegExp(m.settings_user_rating()) });

/** Creates a server with a company's settings. */
function givenSettings(settings: Record<string, string>) {
  const replication = createFakeServer();
  for (const [id, name] of Object.entries(settings)) replication.put("refs", { id, kind: "setting", name });
  return replication;
}

test("settings: a switch shows its new value before the response, and the request has it", async () => {
  const answered = Promise.withResolvers<void>();
  const sent = hold("put", "/settings/userRating", answered.promise);
  const { user } = await renderScreen(<SettingsScreen />, { replication: givenSettings({ userRating: "disabled" }) });
  await user.click(await ratings());
  expect(await ratings()).toBeChecked();
  expect(screen.queryByText(m.settings_saved())).not.toBeInTheDocument();
  answered.resolve();
  expect(await screen.findByText(m.settings_saved())).toBeInTheDocument();
  expect(sent).toEqual([{ key: "userRating", value: "enabled" }]);
});

test("settings: a refused change is reverted and says why", async () => {
  refuse("put", "/settings/userRating", "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderScreen(<SettingsScreen />, { replication: givenSettings({ userRating: "disabled" }) });
  await user.click(await ratings());
  expect(await screen.findByText(errorMessage("ERR_NO_PERMISSION"), { exact: false })).toBeInTheDocument();
  expect(await ratings()).not.toBeChecked();
});

test("settings: a colleague's change appears without a reload", async () => {
  const replication = givenSettings({ userRating: "disabled" });
  await renderScreen(<SettingsScreen />, { replication });
  expect(await ratings()).not.toBeChecked();
  replication.put("refs", { id: "userRating", kind: "setting", name: "enabled" });
  replication.poke("refs");
  await waitFor(async () => expect(await ratings()).toBeChecked());
});

test("settings: opening hours have a tab only while the schedule is the company's", async () => {
  const replication = givenSettings({ scheduleType: "company" });
  await renderScreen(<SettingsScreen />, { replication });
  expect(await screen.findByRole("tab", { name: m.settings_tab_hours() })).toBeInTheDocument();
  replication.put("refs", { id: "scheduleType", kind: "setting", name: "queue" });
  replication.poke("refs");
  await waitFor(() => expect(screen.queryByRole("tablist")).not.toBeInTheDocument());
  expect(await ratings()).toBeInTheDocument();
});

test("settings: offline nothing can be changed, and the screen says so", async () => {
  const replication = givenSettings({});
  replication.online = false;
  await renderScreen(<SettingsScreen />, { replication });
  expect(await screen.findByText(m.lists_offline())).toBeInTheDocument();
  for (const toggle of screen.getAllByRole("switch")) expect(toggle).toBeDisabled();
});

test("settings: the area code of numbers is saved on leaving the field, and one that does not exist is not", async () => {
  const sent = hold("put", "/settings/phoneAreaCode", Promise.resolve());
  const { user } = await renderScreen(<SettingsScreen />, { replication: givenSettings({ phoneAreaCode: "31" }) });
  const field = await screen.findByRole("textbox", { name: m.numbers_area_code() });
  await waitFor(() => expect(field).toHaveValue("31"));
  await user.clear(field);
  for (const wrong of ["2{Enter}", "0{Enter}"]) {
    await user.type(field, wrong);
    expect(await screen.findByText(m.numbers_area_code_wrong())).toBeInTheDocument();
  }
  expect(sent).toEqual([]);
  await user.clear(field);
  await user.type(field, "(047){Enter}");
  expect(await screen.findByText(m.settings_saved())).toBeInTheDocument();
  expect(sent).toEqual([{ key: "phoneAreaCode", value: "47" }]);
});

test("settings: the country of numbers is chosen by its name", async () => {
  const sent = hold("put", "/settings/phoneCountry", Promise.resolve());
  const { user } = await renderScreen(<SettingsScreen />, { replication: givenSettings({ phoneCountry: "BR" }) });
  const field = await screen.findByRole("combobox", { name: m.numbers_country() });
  await waitFor(() => expect(field).toHaveValue("Brasil"));
  await user.clear(field);
  await user.type(field, "portug");
  await user.click(await screen.findByRole("option", { name: "Portugal" }));
  await waitFor(() => expect(sent).toEqual([{ key: "phoneCountry", value: "PT" }]));
});

test.each(compositionOrders)("settings: Enter that confirms a composition saves no area code: %s", async (order) => {
  const sent = hold("put", "/settings/phoneAreaCode", Promise.resolve());
  const { user } = await renderScreen(<SettingsScreen />, { replication: givenSettings({ phoneAreaCode: "" }) });
  const field = await screen.findByRole("textbox", { name: m.numbers_area_code() });
  await user.click(field);
  confirmComposition(field, "4", order);
  expect(field).toHaveValue("4");
  await user.type(field, "7{Enter}");
  expect(await screen.findByText(m.settings_saved())).toBeInTheDocument();
  expect(sent).toEqual([{ key: "phoneAreaCode", value: "47" }]);
});

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { hold, refuse } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { SettingsScreen } from "./index.tsx";

const ratings = () => screen.findByRole("switch", { name: new RegExp(m.settings_user_rating()) });

/** A company with these settings, on the server's side of the replication. */
function givenSettings(settings: Record<string, string>) {
  const replication = createFakeServer();
  for (const [id, name] of Object.entries(settings)) replication.put("refs", { id, kind: "setting", name });
  return replication;
}

test("a switch shows its new state while the server has not answered, and what was sent", async () => {
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

test("a refused change goes back and says why", async () => {
  refuse("put", "/settings/userRating", "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderScreen(<SettingsScreen />, { replication: givenSettings({ userRating: "disabled" }) });
  await user.click(await ratings());
  expect(await screen.findByText(errorMessage("ERR_NO_PERMISSION"), { exact: false })).toBeInTheDocument();
  expect(await ratings()).not.toBeChecked();
});

test("a colleague's change is shown without a reload", async () => {
  const replication = givenSettings({ userRating: "disabled" });
  await renderScreen(<SettingsScreen />, { replication });
  expect(await ratings()).not.toBeChecked();
  replication.put("refs", { id: "userRating", kind: "setting", name: "enabled" });
  replication.poke("refs");
  await waitFor(async () => expect(await ratings()).toBeChecked());
});

test("the company's hours have a tab only while the schedule is the company's", async () => {
  const replication = givenSettings({ scheduleType: "company" });
  await renderScreen(<SettingsScreen />, { replication });
  expect(await screen.findByRole("tab", { name: m.settings_tab_hours() })).toBeInTheDocument();
  replication.put("refs", { id: "scheduleType", kind: "setting", name: "queue" });
  replication.poke("refs");
  await waitFor(() => expect(screen.queryByRole("tablist")).not.toBeInTheDocument());
  expect(await ratings()).toBeInTheDocument();
});

test("without a network nothing can be changed, and the screen says so", async () => {
  const replication = givenSettings({});
  replication.online = false;
  await renderScreen(<SettingsScreen />, { replication });
  expect(await screen.findByText(m.lists_offline())).toBeInTheDocument();
  for (const toggle of screen.getAllByRole("switch")) expect(toggle).toBeDisabled();
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, disconnect, refuse } from "../../../testing/answers.ts";
import { field, goOffline, saveButton } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { givenSettings, withCampaigns } from "../testing/given-campaign.ts";
import { CampaignSettingsScreen } from "./index.tsx";

beforeEach(() => void answer("get", "/campaign-settings", givenSettings([{ key: "desconto", value: "15%" }])));

const renderSettings = (replication = createFakeServer()) =>
  renderScreen(<CampaignSettingsScreen />, { signedIn: withCampaigns, replication });
const add = async (user: Awaited<ReturnType<typeof renderSettings>>["user"], key: string, value: string) => {
  await user.type(await field(m.campaigns_settings_key()), key);
  await user.type(await field(m.campaigns_settings_value()), value);
  await user.click(screen.getByRole("button", { name: m.campaigns_settings_add() }));
};

test("campaign settings: pace and variables are saved together", async () => {
  const sent = answer("post", "/campaign-settings", givenSettings());
  const { user } = await renderSettings();
  await user.click(await screen.findByRole("button", { name: new RegExp(`^${m.campaigns_settings_interval()}`) }));
  await user.click(await screen.findByRole("option", { name: "10 segundos" }));
  // Typed with its braces: `{{` is a brace for user-event.
  await add(user, "{{horario}", "das 9h às 18h");
  await user.click(saveButton());
  expect(await screen.findByText("Configurações salvas")).toBeInTheDocument();
  expect(sent).toEqual([
    {
      settings: {
        messageInterval: 10,
        longerIntervalAfter: 20,
        greaterInterval: 60,
        variables: [
          { key: "desconto", value: "15%" },
          { key: "horario", value: "das 9h às 18h" },
        ],
      },
    },
  ]);
});

test("campaign settings: a key that exists is not added again", async () => {
  const { user } = await renderSettings();
  await add(user, "desconto", "20%");
  expect(await field(m.campaigns_settings_key())).toHaveAccessibleDescription("Já existe uma variável {desconto}");
  expect(screen.getAllByRole("row")).toHaveLength(2);
});

test("campaign settings: deleting a variable asks first", async () => {
  const { user } = await renderSettings();
  await user.click(await screen.findByRole("button", { name: m.campaigns_settings_delete_of({ key: "{desconto}" }) }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: m.ui_cancel() }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(screen.getByRole("rowheader", { name: "{desconto}" })).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: m.campaigns_settings_delete_of({ key: "{desconto}" }) }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: m.ui_delete() }));
  expect(await screen.findByText(m.campaigns_settings_no_variables())).toBeInTheDocument();
});

test("campaign settings: a refused save says why and keeps the changes", async () => {
  refuse("post", "/campaign-settings", "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderSettings();
  await add(user, "horario", "x");
  await user.click(saveButton());
  expect(await screen.findByRole("alert")).toHaveTextContent(m.error_no_permission());
  expect(screen.getByRole("rowheader", { name: "{horario}" })).toBeInTheDocument();
});

test("campaign settings: without internet nothing can be changed, and the screen says so", async () => {
  const replication = createFakeServer();
  await renderSettings(replication);
  await screen.findByRole("rowheader", { name: "{desconto}" });
  goOffline(replication);
  expect(await screen.findByText(m.lists_offline())).toBeInTheDocument();
  expect(saveButton()).toBeDisabled();
});

test("campaign settings: not loaded without internet", async () => {
  disconnect("get", "/campaign-settings");
  await renderSettings();
  expect(await screen.findByText(m.campaigns_offline_title())).toBeInTheDocument();
});

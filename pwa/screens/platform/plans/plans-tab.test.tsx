import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../../testing/answers.ts";
import { goOffline, saveButton } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { SettingsScreen } from "../../settings/index.tsx";
import { givenPlanWire } from "../testing/given-company.ts";

const plan = givenPlanWire;
const button = (name: string) => screen.findByRole("button", { name });
const form = async (name: string) => within(await screen.findByRole("form", { name }));

beforeEach(() => {
  localStorage.clear();
  answer("get", "/companies", { companies: [], count: 0, hasMore: false });
  answer("get", "/payment-events", []);
  answer("get", "/plans/all", [plan]);
});

async function openTab() {
  const rendered = await renderScreen(<SettingsScreen />, { signedIn: { super: true } });
  await rendered.user.click(await screen.findByRole("tab", { name: m.platform_plans() }));
  await screen.findByText(plan.name);
  return rendered;
}

test("plans: a new plan is sent in the specification's fields, its price typed in cents", async () => {
  const sent = answer("post", "/plans");
  const { user } = await openTab();
  const box = await form(m.platform_plan_new());
  await user.type(box.getByLabelText(m.platform_name()), "Sob medida");
  for (const [label, count] of [
    [m.platform_users(), "5"],
    [m.platform_connections(), "2"],
    [m.platform_queues(), "3"],
    // Begins with 10, the storage of a plan that does not say how much.
    [m.platform_storage(), "0"],
  ] as const)
    await user.type(box.getByLabelText(label), count);
  await user.type(box.getByLabelText(m.platform_value()), "119050");
  await user.click(box.getByRole("switch", { name: new RegExp(`^${m.platform_public()}`) }));
  await user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([
    {
      ...{ name: "Sob medida", users: 5, connections: 2, queues: 3, storageGb: 100 },
      ...{ value: "1190.50", public: false },
    },
  ]);
});

test("plans: the pencil fills the form, and a taken name is shown at its field", async () => {
  refuse("put", `/plans/${plan.id}`, "ERR_PLAN_NAME_TAKEN");
  const { user } = await openTab();
  await user.click(await button(m.platform_edit_of({ name: plan.name })));
  const box = await form(plan.name);
  expect(box.getByLabelText(m.platform_users())).toHaveValue("12");
  expect(box.getByLabelText<HTMLInputElement>(m.platform_value()).value).toMatch(/^R\$\s349,90$/);
  await user.click(saveButton());
  await waitFor(() =>
    expect(box.getByLabelText(m.platform_name())).toHaveAccessibleDescription(errorMessage("ERR_PLAN_NAME_TAKEN")),
  );
});

test("plans: wrong numbers are said at their fields, and nothing is sent", async () => {
  const sent = answer("post", "/plans");
  const { user } = await openTab();
  const box = await form(m.platform_plan_new());
  await user.type(box.getByLabelText(m.platform_name()), "Sob medida");
  await user.type(box.getByLabelText(m.platform_users()), "muitos");
  await user.type(box.getByLabelText(m.platform_queues()), "10001");
  await user.click(saveButton());
  expect(box.getByLabelText(m.platform_users())).toHaveAccessibleDescription(m.platform_limit_wrong());
  expect(box.getByLabelText(m.platform_queues())).toHaveAccessibleDescription(m.platform_limit_wrong());
  await waitFor(() => expect(box.getByLabelText(m.platform_users())).toHaveFocus());
  expect(sent).toEqual([]);
});

test("plans: a plan in use is not deleted, and the dialog says why", async () => {
  refuse("delete", `/plans/${plan.id}`, "ERR_PLAN_USED");
  const { user } = await openTab();
  await user.click(await button(m.platform_edit_of({ name: plan.name })));
  await user.click((await form(plan.name)).getByRole("button", { name: m.ui_delete() }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: new RegExp(`^${m.ui_delete()}`) }));
  const reason = errorMessage("ERR_PLAN_USED");
  expect(await dialog.findByText(m.platform_call_failed({ reason }))).toBeInTheDocument();
});

test("plans: offline nothing is saved, and what was typed stays on this device", async () => {
  const { user, replication } = await openTab();
  await user.type((await form(m.platform_plan_new())).getByLabelText(m.platform_name()), "Sob medida");
  goOffline(replication);
  expect(await screen.findByText(m.platform_draft_offline())).toBeInTheDocument();
  expect(saveButton()).toBeDisabled();
});

import { screen, waitFor, within } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { IntegrationsCard } from "./integrations-card.tsx";

const stored = [
  { key: "ipixc", value: "ixc.olaria.example" },
  { key: "tokenixc", value: "********" },
  { key: "clientidmkauth", value: "olaria" },
  { key: "clientsecretmkauth", value: "********" },
  { key: "asaas", value: "" },
];
const card = () => within(screen.getByRole("region", { name: m.settings_integrations() }));
const save = () => card().getByRole("button", { name: m.settings_integrations_save() });
const removal = (name: string) => card().queryByRole("button", { name: m.settings_secret_remove_of({ name }) });

test("integrations: shows every key, which secrets are stored and none of them, and that nothing uses them", async () => {
  answer("get", "/settings", stored);
  await renderScreen(<IntegrationsCard disabled={false} />);
  expect(await screen.findByLabelText(m.settings_ixc_address())).toHaveValue("ixc.olaria.example");
  expect(screen.getByText(m.settings_integrations_note())).toBeInTheDocument();
  expect(screen.getByLabelText(m.settings_mkauth_address())).toHaveValue("");
  expect(screen.getByLabelText(m.settings_mkauth_client())).toHaveValue("olaria");
  for (const [label, hint] of [
    [m.settings_ixc_token(), m.settings_secret_kept()],
    [m.settings_mkauth_secret(), m.settings_secret_kept()],
    [m.settings_asaas_token(), m.settings_secret_none()],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveValue("");
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(hint);
  }
  expect(removal(m.settings_ixc_token())).toBeEnabled();
  expect(removal(m.settings_asaas_token())).toBeNull();
  expect(save()).toBeDisabled();
});

test("integrations: only changes are saved, and a secret after the address that would remove it", async () => {
  answer("get", "/settings", stored);
  const sent = answer("put", "/settings/:key");
  const { user } = await renderScreen(<IntegrationsCard disabled={false} />);
  const token = await screen.findByLabelText(m.settings_ixc_token());
  await user.type(token, "novo");
  const address = screen.getByLabelText(m.settings_ixc_address());
  await user.clear(address);
  await user.type(address, "ixc.nova.example");
  expect(token).toHaveAccessibleDescription(m.settings_secret_again());
  expect(screen.getByLabelText(m.settings_mkauth_secret())).toHaveAccessibleDescription(m.settings_secret_kept());
  await user.type(screen.getByLabelText(m.settings_asaas_token()), "chave");
  await user.click(save());
  expect(await screen.findByText(m.settings_saved())).toBeInTheDocument();
  expect(sent).toEqual([
    { key: "ipixc", value: "ixc.nova.example" },
    { key: "tokenixc", value: "novo" },
    { key: "asaas", value: "chave" },
  ]);
  expect(token).toHaveValue("");
});

test("integrations: a stored secret is removed, and a refusal says why", async () => {
  answer("get", "/settings", stored);
  const sent = answer("put", "/settings/tokenixc");
  const { user } = await renderScreen(<IntegrationsCard disabled={false} />);
  await screen.findByLabelText(m.settings_ixc_token());
  answer(
    "get",
    "/settings",
    stored.filter(({ key }) => key !== "tokenixc"),
  );
  await user.click(removal(m.settings_ixc_token()) as HTMLElement);
  expect(await screen.findByText(m.settings_saved())).toBeInTheDocument();
  expect(sent).toEqual([{ key: "tokenixc", value: "" }]);
  await waitFor(() => expect(removal(m.settings_ixc_token())).toBeNull());
  expect(screen.getByLabelText(m.settings_ixc_token())).toHaveAccessibleDescription(m.settings_secret_none());
  refuse("put", "/settings/clientsecretmkauth", "ERR_NO_PERMISSION", { status: 403 });
  await user.click(removal(m.settings_mkauth_secret()) as HTMLElement);
  expect(await card().findByText(/permiss/i)).toBeInTheDocument();
});

test("integrations: what was typed is there again after leaving, without secrets, and goes when it is saved", async () => {
  answer("get", "/settings", stored);
  const signedIn = { id: uuidv7(), companyId: uuidv7() };
  const first = await renderScreen(<IntegrationsCard disabled={false} />, { signedIn });
  const address = () => screen.findByLabelText(m.settings_mkauth_address());
  await first.user.type(await address(), "mk.olaria.example");
  await first.user.type(screen.getByLabelText(m.settings_asaas_token()), "chave-secreta");
  expect(JSON.stringify({ ...localStorage })).not.toContain("chave-secreta");
  first.unmount();
  const second = await renderScreen(<IntegrationsCard disabled={false} />, { signedIn });
  expect(await address()).toHaveValue("mk.olaria.example");
  expect(screen.getByLabelText(m.settings_asaas_token())).toHaveValue("");
  expect(screen.getByText(m.ui_draft_no_secrets(), { exact: false })).toBeInTheDocument();
  answer("put", "/settings/:key");
  await second.user.click(save());
  expect(await screen.findByText(m.settings_saved())).toBeInTheDocument();
  expect(screen.queryByText(m.ui_draft_restored(), { exact: false })).not.toBeInTheDocument();
  expect(JSON.stringify({ ...localStorage })).not.toContain("mk.olaria.example");
  await second.user.type(await address(), "2");
  expect(JSON.stringify({ ...localStorage })).toContain("mk.olaria.example2");
});

test("integrations: offline nothing can be changed", async () => {
  answer("get", "/settings", stored);
  await renderScreen(<IntegrationsCard disabled />);
  await screen.findByLabelText(m.settings_ixc_token());
  for (const control of [...card().getAllByRole("textbox"), save(), removal(m.settings_ixc_token())])
    expect(control).toBeDisabled();
  expect(screen.getByLabelText(m.settings_asaas_token())).toBeDisabled();
});

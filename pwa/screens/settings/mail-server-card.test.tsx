import { screen } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { MailServerCard } from "./mail-server-card.tsx";

test("mail server: only changes are saved, the stored password stays, and the test's result is shown", async () => {
  answer("get", "/settings", [
    { key: "smtpauth", value: "mail.olaria.example" },
    { key: "clientsecretsmtpauth", value: "********" },
  ]);
  const host = answer("put", "/settings/smtpauth");
  const tested = answer("post", "/mail-setup/test", { problem: "login", reply: "535 refused" });
  const { user } = await renderScreen(<MailServerCard disabled={false} />);
  const field = await screen.findByLabelText(m.email_settings_host());
  await user.clear(field);
  await user.type(field, "ftp://olaria.example");
  await user.click(screen.getByRole("button", { name: m.email_settings_save() }));
  expect(screen.getByText(m.email_settings_host_wrong())).toBeInTheDocument();
  expect(tested).toEqual([]);
  await user.clear(field);
  await user.type(field, "mail.olaria.example:587");
  await user.click(screen.getByRole("button", { name: m.email_settings_save() }));
  expect(await screen.findByText(/535 refused/)).toHaveTextContent(m.email_problem_login());
  expect(host).toEqual([{ key: "smtpauth", value: "mail.olaria.example:587" }]);
});

test("mail server: what was typed is there again after leaving, without the password", async () => {
  answer("get", "/settings", [{ key: "clientsecretsmtpauth", value: "********" }]);
  const signedIn = { id: uuidv7(), companyId: uuidv7() };
  const first = await renderScreen(<MailServerCard disabled={false} />, { signedIn });
  const host = () => screen.findByLabelText(m.email_settings_host());
  await first.user.type(await host(), "mail.olaria.example");
  await first.user.type(screen.getByLabelText(m.email_settings_password()), "Segredo-longo-7");
  expect(JSON.stringify({ ...localStorage })).not.toContain("Segredo");
  first.unmount();
  const { user } = await renderScreen(<MailServerCard disabled={false} />, { signedIn });
  expect(await host()).toHaveValue("mail.olaria.example");
  expect(screen.getByLabelText(m.email_settings_password())).toHaveValue("");
  expect(screen.getByText(m.ui_draft_no_secrets(), { exact: false })).toBeInTheDocument();
  answer("put", "/settings/:key");
  answer("post", "/mail-setup/test", { problem: null, reply: "" });
  await user.click(screen.getByRole("button", { name: m.email_settings_save() }));
  expect(await screen.findByText(m.email_settings_ok())).toBeInTheDocument();
  expect(JSON.stringify({ ...localStorage })).not.toContain("mail.olaria.example");
});

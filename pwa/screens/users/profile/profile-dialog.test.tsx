import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, disconnect, hold, refuse } from "../../../testing/answers.ts";
import { field, saveButton } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { ProfileDialog } from "./profile-dialog.tsx";

const id = "0190d3a0-0000-7000-8000-0000000000a1";
const path = `/users/${id}`;
const close = vi.fn();
beforeEach(() => close.mockClear());
const renderProfile = () => renderScreen(<ProfileDialog open onClose={close} />, { signedIn: { id } });
const changeName = async (user: Awaited<ReturnType<typeof renderProfile>>["user"], name: string) => {
  await user.clear(await field(m.profile_name()));
  await user.type(await field(m.profile_name()), name);
};

test("profile: a changed name is sent and confirmed, and the dialog closes", async () => {
  const sent = answer("put", path);
  const { user } = await renderProfile();
  await changeName(user, " Marina Prado ");
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ name: "Marina Prado", email: "ana@demo.example", password: "" }]);
  expect(await screen.findByText(m.profile_saved())).toBeInTheDocument();
});

test("profile: the present password is required only when e-mail or password changes", async () => {
  const { user } = await renderProfile();
  await changeName(user, "Marina Prado");
  expect(screen.queryByLabelText(m.profile_current_password())).not.toBeInTheDocument();
  await user.type(await field(m.profile_email()), ".br");
  expect(await field(m.profile_current_password())).toBeInTheDocument();
});

test("profile: a wrong present password is shown at its field, and the input stays", async () => {
  refuse("put", path, "ERR_WRONG_PASSWORD");
  const { user } = await renderProfile();
  await user.type(await field(m.profile_email()), ".br");
  await user.type(await field(m.profile_current_password()), "errada-de-todo");
  await user.click(saveButton());
  const current = await field(m.profile_current_password());
  await waitFor(() => expect(current).toHaveAccessibleDescription(errorMessage("ERR_WRONG_PASSWORD")));
  expect(await field(m.profile_email())).toHaveValue("ana@demo.example.br");
  expect(close).not.toHaveBeenCalled();
});

test("profile: an e-mail in use is shown at its field", async () => {
  refuse("put", path, "ERR_VALIDATION", { fields: { email: ["taken"] } });
  const { user } = await renderProfile();
  await user.type(await field(m.profile_email()), ".br");
  await user.type(await field(m.profile_current_password()), "Segredo-longo-42");
  await user.click(saveButton());
  const email = await field(m.profile_email());
  await waitFor(() => expect(email).toHaveAccessibleDescription(m.profile_email_taken()));
});

test("profile: a missing name is shown at its field before anything is sent", async () => {
  const { user } = await renderProfile();
  await user.clear(await field(m.profile_name()));
  await user.click(saveButton());
  expect(await field(m.profile_name())).toBeInvalid();
  expect(close).not.toHaveBeenCalled();
});

test.each([
  [true, m.profile_failed],
  [false, m.profile_offline],
])("profile: without an answer and with online=%s the dialog stays and says why", async (online, words) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
  disconnect("put", path);
  const { user } = await renderProfile();
  await changeName(user, "Marina Prado");
  await user.click(saveButton());
  expect(await screen.findByText(words())).toBeInTheDocument();
  expect(await field(m.profile_name())).toHaveValue("Marina Prado");
  vi.restoreAllMocks();
});

test("profile: pressing Enter twice sends it once", async () => {
  const answered = Promise.withResolvers<void>();
  const sent = hold("put", path, answered.promise);
  const { user } = await renderProfile();
  await changeName(user, "Marina Prado{Enter}{Enter}");
  await waitFor(() => expect(sent).toHaveLength(1));
  answered.resolve();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent).toHaveLength(1);
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, disconnect, hold, refuse } from "../../testing/answers.ts";
import { field } from "../../testing/dialog.ts";
import { renderPublic } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { Toaster } from "../../ui/toasts/toast.tsx";
import { PasswordResetScreen } from "./index.tsx";

const EMAIL = "marina@olaria.example";
const NEW = "Jarra-azul-7";
const send = () => screen.findByRole("button", { name: m.reset_send() });
const submit = () => screen.findByRole("button", { name: m.reset_submit() });

beforeEach(() => void answer("get", "/sign-up", { enabled: true, termsUrl: null, privacyUrl: null, helpUrl: null }));
afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

const renderReset = (mailedTo: string | null = null) =>
  renderPublic(<PasswordResetScreen mailedTo={mailedTo} />, "/forgetpsw");

function answerSent(status = 200) {
  const asked: { email: string; language: string | null }[] = [];
  server.use(
    http.post("/forgetpassword/:email", ({ params, request }) => {
      asked.push({ email: String(params.email), language: request.headers.get("accept-language") });
      return HttpResponse.json({ status });
    }),
  );
  return asked;
}

async function renderSecondStep() {
  const asked = answerSent();
  const rendered = renderReset();
  await rendered.user.type(await field(m.login_email()), ` ${EMAIL} `);
  await rendered.user.click(await send());
  await field(m.reset_code());
  return { ...rendered, asked };
}

async function fillSecondStep({ user }: Awaited<ReturnType<typeof renderSecondStep>>, code = "k7m2 pxq4") {
  await user.click(await field(m.reset_code()));
  await user.paste(code);
  await user.type(await field(m.reset_new_password()), NEW);
  await user.type(await field(m.reset_confirm()), NEW);
}

test("reset: a code is asked for, and the pasted code with a space sets the password", async () => {
  const sent = answer("post", "/auth/reset", { status: 200 });
  const rendered = await renderSecondStep();
  expect(rendered.asked).toEqual([{ email: EMAIL, language: "pt" }]);
  expect(screen.getByText(EMAIL)).toBeInTheDocument();
  expect(screen.getByText(/^vale por 1[45]:\d\d$/)).toBeInTheDocument();
  await fillSecondStep(rendered);
  expect(await field(m.reset_code())).toHaveValue("K7M2PXQ4");
  await rendered.user.click(await submit());
  await waitFor(() => expect(rendered.router.state.location.pathname).toBe("/login"));
  expect(sent).toEqual([{ email: EMAIL, code: "K7M2PXQ4", password: NEW }]);
  expect(JSON.stringify(sessionStorage)).not.toContain(EMAIL);
});

test("reset: the first step names an empty, an invalid and an unknown address", async () => {
  answerSent(404);
  const { user } = renderReset();
  await user.click(await send());
  expect(await field(m.login_email())).toHaveAccessibleDescription(m.lists_required());
  await user.type(await field(m.login_email()), "marina@");
  expect(await field(m.login_email())).toHaveAccessibleDescription(m.lists_email_invalid());
  await user.type(await field(m.login_email()), "x.example");
  await user.click(await send());
  await waitFor(async () => expect(await field(m.login_email())).toHaveAccessibleDescription(m.reset_not_found()));
});

test("reset: each wrong field says what is wrong, the first gets the focus, and nothing is sent", async () => {
  const { user } = await renderSecondStep();
  await user.type(await field(m.reset_code()), "k7m");
  await user.click(await submit());
  expect(await field(m.reset_code())).toHaveAccessibleDescription(m.reset_code_short());
  expect(await field(m.reset_new_password())).toHaveAccessibleDescription(m.reset_password_required());
  expect(await field(m.reset_confirm())).toHaveAccessibleDescription(m.reset_password_required());
  expect(await field(m.reset_code())).toHaveFocus();
  await user.type(await field(m.reset_new_password()), "jarra-azul-7");
  expect(await field(m.reset_new_password())).toHaveAccessibleDescription(m.password_weak());
  await user.type(await field(m.reset_confirm()), "jarra");
  expect(await field(m.reset_confirm())).toHaveAccessibleDescription(m.reset_mismatch());
});

test("reset: both passwords can be shown", async () => {
  const { user } = await renderSecondStep();
  const toggles = screen.getAllByRole("button", { name: m.ui_show_password() });
  expect(toggles).toHaveLength(2);
  for (const toggle of toggles) await user.click(toggle);
  expect(await field(m.reset_new_password())).toHaveAttribute("type", "text");
  expect(await field(m.reset_confirm())).toHaveAttribute("type", "text");
});

test("reset: a wrong code is said at its field, too many attempts and a dead server above the form", async () => {
  refuse("post", "/auth/reset", "ERR_RESET_CODE");
  const rendered = await renderSecondStep();
  await fillSecondStep(rendered);
  await rendered.user.click(await submit());
  const code = await field(m.reset_code());
  await waitFor(() => expect(code).toHaveAccessibleDescription(errorMessage("ERR_RESET_CODE")));
  expect(code).toHaveFocus();
  const many = { status: 429, headers: { "retry-after": "1800" } };
  server.use(http.post("/auth/reset", () => HttpResponse.json({ error: "ERR_TOO_MANY_ATTEMPTS" }, many)));
  await rendered.user.click(await submit());
  expect(await screen.findByRole("alert")).toHaveTextContent(m.login_wait_minutes({ count: 30 }));
  disconnect("post", "/auth/reset");
  await rendered.user.click(await submit());
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(m.login_unreachable()));
  expect(await field(m.reset_new_password())).toHaveValue(NEW);
});

test("reset: two clicks send the password once", async () => {
  const answered = Promise.withResolvers<void>();
  const sent = hold("post", "/auth/reset", answered.promise, { status: 200 });
  const rendered = await renderSecondStep();
  await fillSecondStep(rendered);
  await rendered.user.click(await submit());
  await rendered.user.click(await screen.findByRole("button", { name: m.reset_submitting() }));
  answered.resolve();
  await waitFor(() => expect(rendered.router.state.location.pathname).toBe("/login"));
  expect(sent).toHaveLength(1);
});

test("reset: without a network both steps say so and send nothing", async () => {
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const rendered = await renderSecondStep();
  await fillSecondStep(rendered);
  isOnline.mockReturnValue(false);
  fireEvent(window, new Event("offline"));
  expect(await screen.findByText(m.reset_offline())).toBeInTheDocument();
  await rendered.user.click(await submit());
  expect(rendered.router.state.location.pathname).toBe("/forgetpsw");
});

test("reset: another code can be asked for after a minute, and the old one is cleared", async () => {
  const rendered = await renderSecondStep();
  await fillSecondStep(rendered);
  expect(screen.getByRole("button", { name: m.reset_again() })).toBeDisabled();
  rendered.unmount();
  const later = testTime() + 61_000;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  const { user } = renderReset();
  await user.type(await field(m.reset_code()), "AAAA");
  await user.click(screen.getByRole("button", { name: m.reset_again() }));
  await waitFor(() => expect(rendered.asked).toHaveLength(2));
  await waitFor(async () => expect(await field(m.reset_code())).toHaveValue(""));
  expect(screen.getByRole("button", { name: m.reset_again() })).toBeDisabled();
});

test("reset: another code is said to be sent only after the server's answer, and a refusal says why", async () => {
  const { unmount } = await renderSecondStep();
  unmount();
  const later = testTime() + 61_000;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  const { user } = renderPublic(
    <>
      <PasswordResetScreen mailedTo={null} />
      <Toaster />
    </>,
    "/forgetpsw",
  );
  const again = () => screen.findByRole("button", { name: m.reset_again() });
  refuse("post", "/forgetpassword/:email", "ERR_INTERNAL", { status: 500 });
  await user.click(await again());
  expect(await screen.findByRole("alert")).toBeInTheDocument();
  expect(screen.queryByText(m.reset_sent_again())).not.toBeInTheDocument();
  let respond = () => {};
  const sent = hold("post", "/forgetpassword/:email", new Promise<void>((resolve) => (respond = resolve)), {
    status: 200,
  });
  await user.click(await again());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText(m.reset_sent_again())).not.toBeInTheDocument();
  respond();
  expect(await screen.findByText(m.reset_sent_again())).toBeInTheDocument();
});

test("reset: the link in the mail opens the second step, and the address can be changed", async () => {
  const { user } = renderReset(EMAIL);
  expect(await field(m.reset_code())).toHaveFocus();
  expect(screen.queryByText(/^vale por/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.reset_other_email() }));
  expect(await field(m.login_email())).toHaveValue(EMAIL);
  expect(screen.getByRole("link", { name: m.sign_up_title() })).toHaveAttribute("href", "/signup");
  await user.click(screen.getByRole("button", { name: m.reset_has_code() }));
  expect(await field(m.reset_code())).toBeInTheDocument();
});

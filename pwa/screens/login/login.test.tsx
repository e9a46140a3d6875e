import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { givenUser } from "../../../sync/client/testing/given.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { endSession, refreshSession, session, signIn } from "../../session/session.ts";
import { answer, disconnect, hold, refuse } from "../../testing/answers.ts";
import { field } from "../../testing/dialog.ts";
import { renderPublic } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { LoginScreen } from "./index.tsx";

const ana = givenUser({ email: "ana@demo.example" });
const accepted = { token: "bearer", user: ana };
const submit = () => screen.getByRole("button", { name: m.login_submit() });

const offer = (enabled: boolean) => answer("get", "/sign-up", { enabled, termsUrl: null, privacyUrl: null });
beforeEach(() => void offer(false));
afterEach(async () => {
  await endSession("signed-out");
  vi.restoreAllMocks();
});

async function renderFilled(password = "segredo-longo-42") {
  const rendered = renderPublic(<LoginScreen />, "/login");
  await rendered.user.type(await field(m.login_email()), " ana@demo.example ");
  await rendered.user.type(await field(m.login_password()), password);
  return rendered;
}

test("login: sends the trimmed e-mail and the unchanged password, and stores the session", async () => {
  const sent = answer("post", "/auth/login", accepted);
  const { user } = await renderFilled(" com espaços ");
  await user.click(submit());
  await waitFor(() => expect(session.get().user).toMatchObject({ id: ana.id }));
  expect(sent).toEqual([{ email: "ana@demo.example", password: " com espaços " }]);
});

test("login: empty fields are reported at each field, and the first gets the focus", async () => {
  const { user } = renderPublic(<LoginScreen />, "/login");
  await field(m.login_email());
  await user.click(submit());
  expect(await field(m.login_email())).toHaveAccessibleDescription(m.login_email_required());
  expect(await field(m.login_password())).toHaveAccessibleDescription(m.login_password_required());
  expect(await field(m.login_email())).toHaveFocus();
});

test("login: a wrong password is reported in the interface's language, and the e-mail stays", async () => {
  refuse("post", "/auth/login", "ERR_INVALID_CREDENTIALS", { status: 401 });
  const { user } = await renderFilled();
  await user.click(submit());
  expect(await screen.findByRole("alert")).toHaveTextContent(errorMessage("ERR_INVALID_CREDENTIALS"));
  expect(await field(m.login_email())).toHaveValue(" ana@demo.example ".trim());
  expect(await field(m.login_password())).toHaveFocus();
  expect(session.get().user).toBeNull();
});

test("login: too many attempts show how long to wait", async () => {
  const many = { status: 429, headers: { "retry-after": "90" } };
  server.use(http.post("/auth/login", () => HttpResponse.json({ error: "ERR_TOO_MANY_ATTEMPTS" }, many)));
  const { user } = await renderFilled();
  await user.click(submit());
  expect(await screen.findByRole("alert")).toHaveTextContent(m.login_wait_minutes({ count: 2 }));
});

test("login: a server that cannot be reached is not reported as a wrong password", async () => {
  disconnect("post", "/auth/login");
  const { user } = await renderFilled();
  await user.click(submit());
  expect(await screen.findByRole("alert")).toHaveTextContent(m.login_unreachable());
});

test("login: Enter and a click before the response sign in once", async () => {
  const answered = Promise.withResolvers<void>();
  const sent = hold("post", "/auth/login", answered.promise, accepted);
  const { user } = await renderFilled("segredo-longo-42{Enter}{Enter}");
  await user.click(await screen.findByRole("button", { name: m.login_submitting() }));
  answered.resolve();
  await waitFor(() => expect(session.get().user).not.toBeNull());
  expect(sent).toHaveLength(1);
});

test("login: the form says that the device is offline until it is online", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  renderPublic(<LoginScreen />, "/login");
  expect(await screen.findByText(m.login_offline())).toBeInTheDocument();
  online.mockReturnValue(true);
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(screen.queryByText(m.login_offline())).not.toBeInTheDocument());
});

test("login: shows that a session ended, unless the user signed out", async () => {
  answer("post", "/auth/login", accepted);
  await signIn(ana.email, "segredo");
  await endSession("expired");
  const { unmount } = renderPublic(<LoginScreen />, "/login");
  expect(await screen.findByText(m.session_expired())).toBeInTheDocument();
  unmount();
  await signIn(ana.email, "segredo");
  await endSession("signed-out");
  renderPublic(<LoginScreen />, "/login");
  expect(screen.queryByText(m.session_expired())).not.toBeInTheDocument();
});

test.each([true, false])("login: leads to the sign-up only where it is on (%s)", async (enabled) => {
  const asked = offer(enabled);
  renderPublic(<LoginScreen />, "/login");
  await field(m.login_email());
  await waitFor(() => expect(asked).toHaveLength(1));
  if (enabled) expect(await screen.findByRole("link", { name: m.sign_up_title() })).toHaveAttribute("href", "/signup");
  else expect(screen.queryByRole("link", { name: m.sign_up_title() })).not.toBeInTheDocument();
});

test("login: a company past its due date says so with the date, also when the session ended while it was open", async () => {
  answer("post", "/auth/login", accepted);
  await signIn(ana.email, "segredo-longo-42");
  refuse("post", "/auth/refresh_token", "ERR_SUBSCRIPTION_EXPIRED", { details: { dueDate: "2026-11-01T12:00:00Z" } });
  await expect(refreshSession()).rejects.toThrow("ERR_SUBSCRIPTION_EXPIRED");
  renderPublic(<LoginScreen />, "/login");
  expect(await screen.findByText(m.login_due({ date: "01/11/2026" }))).toBeInTheDocument();
});

/** Draws the screen as in the sandbox's frame; returns what it posts and a function that posts to it. */
async function renderFramed() {
  const postMessage = vi.fn();
  const parent = { postMessage } as unknown as Window;
  vi.spyOn(window, "parent", "get").mockReturnValue(parent);
  renderPublic(<LoginScreen />, "/login");
  await field(m.login_email());
  const post = (origin: string, source = parent) => {
    const data = { type: "balcao-sign-in", email: "ana@demo.example", password: "publicada-42" };
    fireEvent(window, new MessageEvent("message", { origin, source, data }));
  };
  return { postMessage, post };
}

test("login in the sandbox's frame: says that nobody is signed in, and signs in with the account it is given", async () => {
  const sent = answer("post", "/auth/login", accepted);
  const { postMessage, post } = await renderFramed();
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: "balcao-signed-out" }, window.location.origin);
  post(window.location.origin);
  await waitFor(() => expect(session.get().user).toMatchObject({ id: ana.id }));
  expect(sent).toEqual([{ email: "ana@demo.example", password: "publicada-42" }]);
});

test("login in a frame: ignores accounts of another origin or of another window", async () => {
  const sent = answer("post", "/auth/login", accepted);
  const { post } = await renderFramed();
  post("https://elsewhere.example");
  post(window.location.origin, window);
  expect(await field(m.login_email())).toBeInTheDocument();
  expect(sent).toEqual([]);
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { givenUser } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { endSession, session } from "../../session/session.ts";
import { answer, disconnect, hold, refuse } from "../../testing/answers.ts";
import { field } from "../../testing/dialog.ts";
import { renderPublic } from "../../testing/render.tsx";
import { SignUpScreen } from "./index.tsx";

const ESSENTIAL = "00000000-0000-4000-8000-000000000001";
const plans = [
  { id: ESSENTIAL, name: "Essencial", users: 3, connections: 1, queues: 5, value: 129.9 },
  { id: "00000000-0000-4000-8000-000000000002", name: "Equipe", users: 6, connections: 3, queues: 8, value: 229.9 },
];
const bia = givenUser({ email: "bia@cafemirante.com.br", profile: "admin" });
const offer = (change: Record<string, unknown> = {}) =>
  answer("get", "/sign-up", { enabled: true, termsUrl: null, privacyUrl: null, ...change });

beforeEach(() => {
  offer();
  answer("get", "/plans/list", plans);
});
afterEach(async () => {
  await endSession("signed-out");
  sessionStorage.clear();
  vi.restoreAllMocks();
});

const submit = () => screen.findByRole("button", { name: m.sign_up_submit() });
const rule = (name: string) => screen.getByText(name, { exact: false, selector: "li" });

async function renderFilled({ password = "Jarra-azul-7" } = {}) {
  const rendered = renderPublic(<SignUpScreen />, "/signup?companyId=9");
  const { user } = rendered;
  await user.type(await field(m.sign_up_company()), "Café Mirante");
  await user.type(await field(m.login_email()), " bia@cafemirante.com.br");
  await user.type(await field(m.sign_up_phone()), "31955500301");
  await user.type(await field(m.login_password()), password);
  await choosePlan(user);
  return rendered;
}
async function choosePlan(user: Awaited<ReturnType<typeof renderPublic>>["user"]) {
  const plan = screen.getByRole("button", { name: new RegExp(m.sign_up_plan()) });
  await waitFor(() => expect(plan).toBeEnabled());
  await user.click(plan);
  await user.click(await screen.findByRole("option", { name: /Essencial/ }));
}

test("sign-up: sends what the server decides with, and the new admin is signed in", async () => {
  const sent = answer("post", "/companies/cadastro", { token: "bearer", user: bia });
  const { user } = await renderFilled();
  expect(screen.getByRole("button", { name: new RegExp(m.sign_up_plan()) })).toHaveTextContent(
    "Essencial · 3 usuários, 1 conexão · R$ 129,90 por mês",
  );
  await user.click(await submit());
  await waitFor(() => expect(session.get().user).toMatchObject({ id: bia.id }));
  expect(sent).toEqual([
    {
      name: "Café Mirante",
      email: "bia@cafemirante.com.br",
      phone: "+55 (31) 95550-0301",
      password: "Jarra-azul-7",
      planId: ESSENTIAL,
    },
  ]);
  expect(sessionStorage.getItem("signUpForm")).toBeNull();
});

test("sign-up: the rules of the password are marked while it is typed", async () => {
  const { user } = renderPublic(<SignUpScreen />, "/signup");
  const password = await field(m.login_password());
  const isMet = (name: string) => rule(name).textContent?.includes(m.password_rule_met());
  const met = () =>
    [m.password_rule_length(), m.password_rule_upper(), m.password_rule_lower(), m.password_rule_digit()].map(isMet);
  expect(met()).toEqual([false, false, false, false]);
  await user.type(password, "Jarra-az");
  expect(met()).toEqual([true, true, true, false]);
  await user.type(password, "7");
  expect(met()).toEqual([true, true, true, true]);
});

test("sign-up: each wrong field says what is wrong, the first gets the focus, and nothing is sent", async () => {
  const { user } = renderPublic(<SignUpScreen />, "/signup");
  await user.type(await field(m.sign_up_company()), "A");
  await user.type(await field(m.login_email()), "bia@");
  await user.type(await field(m.sign_up_phone()), "3195");
  await user.type(await field(m.login_password()), "jarra-azul");
  await user.click(await submit());
  expect(await field(m.sign_up_company())).toHaveAccessibleDescription(m.lists_too_short());
  expect(await field(m.login_email())).toHaveAccessibleDescription(m.lists_email_invalid());
  expect(await field(m.sign_up_phone())).toHaveAccessibleDescription(m.lists_too_short());
  expect(await field(m.login_password())).toHaveAccessibleDescription(m.password_weak());
  expect(screen.getByText(m.sign_up_plan_required())).toBeInTheDocument();
  expect(await field(m.sign_up_company())).toHaveFocus();
  await user.type(await field(m.sign_up_company()), "b".repeat(60));
  expect(await field(m.sign_up_company())).toHaveAccessibleDescription(m.lists_too_long());
});

test("sign-up: an existing account is named at the e-mail, with the way to sign in", async () => {
  refuse("post", "/companies/cadastro", "ERR_VALIDATION", { details: { fields: { email: "taken" } } });
  const { user } = await renderFilled();
  await user.click(await submit());
  const email = await field(m.login_email());
  await waitFor(() => expect(email).toHaveAccessibleDescription(new RegExp(m.sign_up_taken())));
  expect(email).toHaveFocus();
  const ofEmail = within(screen.getByText(m.sign_up_taken()));
  expect(ofEmail.getByRole("link", { name: m.login_title() })).toHaveAttribute("href", "/login");
  await user.type(email, "r");
  expect(email).not.toHaveAccessibleDescription();
});

test("sign-up: too many attempts and a dead server are said in words, and what was typed stays", async () => {
  disconnect("post", "/companies/cadastro");
  const { user } = await renderFilled();
  await user.click(await submit());
  expect(await screen.findByRole("alert")).toHaveTextContent(m.login_unreachable());
  expect(await field(m.login_password())).toHaveValue("Jarra-azul-7");
  refuse("post", "/companies/cadastro", "ERR_NO_PLAN_FOUND", { status: 404 });
  await user.click(await submit());
  expect(await screen.findByText(m.sign_up_plan_gone())).toBeInTheDocument();
});

test("sign-up: without a network it says so, sends nothing, and keeps all but the password over a reload", async () => {
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const { user, unmount } = await renderFilled();
  isOnline.mockReturnValue(false);
  fireEvent(window, new Event("offline"));
  expect(await screen.findByText(m.sign_up_offline())).toBeInTheDocument();
  await user.click(await submit());
  unmount();
  renderPublic(<SignUpScreen />, "/signup");
  expect(await field(m.sign_up_company())).toHaveValue("Café Mirante");
  expect(await field(m.sign_up_phone())).toHaveValue("+55 (31) 95550-0301");
  expect(await field(m.login_password())).toHaveValue("");
  expect(JSON.stringify(sessionStorage)).not.toContain("Jarra");
});

test("sign-up: two clicks create one company", async () => {
  let respond = () => {};
  const sent = hold("post", "/companies/cadastro", new Promise<void>((resolve) => (respond = resolve)), {
    token: "bearer",
    user: bia,
  });
  const { user } = await renderFilled();
  await user.click(await submit());
  await user.click(await screen.findByRole("button", { name: m.sign_up_submitting() }));
  respond();
  await waitFor(() => expect(session.get().user).toMatchObject({ id: bia.id }));
  expect(sent).toHaveLength(1);
});

test("sign-up: links the terms and the privacy policy where they are configured", async () => {
  offer({ termsUrl: "https://desk.example/termos", privacyUrl: "https://desk.example/privacidade" });
  renderPublic(<SignUpScreen />, "/signup");
  expect(await screen.findByRole("link", { name: m.sign_up_terms() })).toHaveAttribute(
    "href",
    "https://desk.example/termos",
  );
  expect(screen.getByRole("link", { name: m.sign_up_privacy() })).toHaveAttribute(
    "rel",
    expect.stringContaining("noopener"),
  );
});

test("sign-up: where it is off there is no form, and no link to terms that are not configured", async () => {
  offer({ enabled: false });
  renderPublic(<SignUpScreen />, "/signup");
  expect(await screen.findByText(m.sign_up_off())).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.sign_up_submit() })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: m.sign_up_terms() })).not.toBeInTheDocument();
});

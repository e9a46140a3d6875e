import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { givenUser } from "../../../sync/client/testing/given.ts";
import { clock } from "../../i18n/date-time.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { endSession, session, signIn } from "../../session/session.ts";
import { answer, disconnect, hold, refuse } from "../../testing/answers.ts";
import { field } from "../../testing/dialog.ts";
import { renderPublic } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { ConfirmLinkScreen } from "./confirm-link.tsx";
import { SignUpScreen } from "./index.tsx";
import { newSignUp, type SignUpProgress } from "./kept-sign-up.ts";

const ESSENTIAL = "00000000-0000-4000-8000-000000000001";
const plans = [
  { id: ESSENTIAL, name: "Essencial", users: 3, connections: 1, queues: 5, storageGb: 10, value: 129.9 },
  {
    id: "00000000-0000-4000-8000-000000000002",
    name: "Equipe",
    users: 6,
    connections: 3,
    queues: 8,
    storageGb: 10,
    value: 229.9,
  },
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

const EMAIL = "bia@cafemirante.com.br";
const NAME = "Beatriz Alencar";
const MINUTE_MS = 60_000;
const PROOF = { proof: "a-proof", expiresAt: "2099-01-01T00:00:00.000Z", account: null };

const button = (name: string) => screen.findByRole("button", { name });
const submit = () => button(m.sign_up_submit());
const code = () => field(m.sign_up_code());
const rule = (name: string) => screen.getByText(name, { exact: false, selector: "li" });
const kept = (): SignUpProgress => JSON.parse(sessionStorage.getItem("signUp") ?? "{}");
type User = ReturnType<typeof renderPublic>["user"];

const answerCode = () =>
  answer("post", "/sign-up/code", { expiresAt: new Date(testTime() + 15 * MINUTE_MS).toISOString() });
const render = (step = "") => renderPublic(<SignUpScreen />, `/signup?companyId=9&step=${step}`);

/** Draws a sign-up that a reload has interrupted. */
function renderKept(part: Partial<SignUpProgress>, step = "") {
  const progress = { ...newSignUp, userName: NAME, email: EMAIL, ...part };
  sessionStorage.setItem("signUp", JSON.stringify(progress));
  return render(step);
}
const atCode = (part: Partial<SignUpProgress> = {}, sentAgo = 0) =>
  renderKept({ sent: { email: EMAIL, sentAt: testTime() - sentAgo }, ...part }, "code");
const atCompany = () =>
  renderKept({ proof: { email: EMAIL, token: "a-proof", expiresAt: testTime() + MINUTE_MS } }, "company");

async function fillYou(user: User) {
  await user.type(await field(m.sign_up_your_name()), NAME);
  await user.type(await field(m.login_email()), " Bia@cafemirante.com.br");
}
async function fillCompany(user: User, password = "Jarra-azul-7") {
  await user.type(await field(m.sign_up_company()), "Café Mirante");
  await user.type(await field(m.sign_up_phone()), "31955500301");
  await user.type(await field(m.login_password()), password);
  const plan = screen.getByRole("button", { name: new RegExp(m.sign_up_plan()) });
  await waitFor(() => expect(plan).toBeEnabled());
  await user.click(plan);
  await user.click(await screen.findByRole("option", { name: /Essencial/ }));
}
const presentStep = () => screen.getByRole("listitem", { current: "step" });

test("sign-up: name and e-mail, the code, the company; the new admin is signed in", async () => {
  const asked: { body: unknown; language: string | null }[] = [];
  server.use(
    http.post("/sign-up/code", async ({ request }) => {
      asked.push({ body: await request.json(), language: request.headers.get("accept-language") });
      return HttpResponse.json({ expiresAt: testNow().toISOString() });
    }),
  );
  const confirmed = answer("post", "/sign-up/confirm", PROOF);
  const sent = answer("post", "/companies/cadastro", { token: "bearer", user: bia });
  const { user } = render();
  expect(await screen.findByRole("heading", { name: m.sign_up_title() })).toBeInTheDocument();
  expect(presentStep()).toHaveTextContent(m.sign_up_step_you());
  await fillYou(user);
  await user.click(await button(m.sign_up_get_code()));
  expect(await screen.findByRole("heading", { name: m.sign_up_code_title() })).toBeInTheDocument();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(asked).toEqual([{ body: { name: NAME, email: EMAIL, timeZone }, language: "pt" }]);
  expect(presentStep()).toHaveTextContent(m.sign_up_step_code());
  expect(screen.getByText(EMAIL)).toBeInTheDocument();
  expect(await code()).toHaveFocus();
  expect(await code()).toHaveAttribute("autocomplete", "one-time-code");
  expect(await code()).toHaveAttribute("inputmode", "numeric");
  await user.paste("417 250");
  expect(await code()).toHaveValue("417250");
  await user.click(await button(m.sign_up_confirm()));
  expect(await screen.findByRole("heading", { name: m.sign_up_company_title() })).toBeInTheDocument();
  expect(screen.getByText(m.sign_up_company_subtitle({ name: "Beatriz" }))).toBeInTheDocument();
  expect(presentStep()).toHaveTextContent(m.sign_up_step_company());
  expect(confirmed).toEqual([{ email: EMAIL, code: "417250" }]);
  await fillCompany(user);
  expect(screen.getByRole("button", { name: new RegExp(m.sign_up_plan()) })).toHaveTextContent(
    "Essencial · 3 usuários, 1 conexão · R$ 129,90 por mês",
  );
  await user.click(await submit());
  await waitFor(() => expect(session.get().user).toMatchObject({ id: bia.id }));
  expect(sent).toEqual([
    {
      ...{ name: "Café Mirante", email: EMAIL, phone: "+55 (31) 95550-0301", password: "Jarra-azul-7" },
      ...{ planId: ESSENTIAL, userName: NAME, proof: "a-proof" },
    },
  ]);
  expect(sessionStorage.getItem("signUp")).toBeNull();
});

test("sign-up: the first step names what is wrong, the first field gets the focus, and nothing is sent", async () => {
  const asked = answerCode();
  const { user } = render();
  await user.click(await button(m.sign_up_get_code()));
  expect(await field(m.sign_up_your_name())).toHaveAccessibleDescription(m.lists_required());
  expect(await field(m.sign_up_your_name())).toHaveFocus();
  await user.type(await field(m.sign_up_your_name()), "B");
  await user.type(await field(m.login_email()), "bia@");
  expect(await field(m.sign_up_your_name())).toHaveAccessibleDescription(m.lists_too_short());
  expect(await field(m.login_email())).toHaveAccessibleDescription(m.lists_email_invalid());
  expect(asked).toEqual([]);
});

test("sign-up: a wrong code stays visible, says how many attempts are left, and can be corrected", async () => {
  refuse("post", "/sign-up/confirm", "ERR_SIGN_UP_CODE", { details: { attemptsLeft: 3 } });
  const { user } = atCode();
  await user.click(await code());
  await user.paste("417205");
  await user.click(await button(m.sign_up_confirm()));
  const said = `${errorMessage("ERR_SIGN_UP_CODE")} ${m.sign_up_code_left({ count: 3 })}`;
  await waitFor(async () => expect(await code()).toHaveAccessibleDescription(said));
  expect(await code()).toHaveValue("417205");
  await waitFor(async () => expect(await code()).toHaveFocus());
  await user.type(await code(), "{Backspace}");
  expect(await code()).toHaveAccessibleDescription(m.sign_up_code_short());
});

test("sign-up: a code that is not whole is not sent", async () => {
  const confirmed = answer("post", "/sign-up/confirm", PROOF);
  const { user } = atCode();
  await user.type(await code(), "41a7");
  expect(await code()).toHaveValue("417");
  await user.click(await button(m.sign_up_confirm()));
  expect(await code()).toHaveAccessibleDescription(m.sign_up_code_short());
  expect(confirmed).toEqual([]);
});

test("sign-up: an expired code says when, and the main button sends a new one", async () => {
  const expiredAt = new Date(testTime() - MINUTE_MS).toISOString();
  refuse("post", "/sign-up/confirm", "ERR_SIGN_UP_CODE_EXPIRED", { details: { expiredAt } });
  const asked = answerCode();
  const { user } = atCode();
  await user.type(await code(), "417250");
  await user.click(await button(m.sign_up_confirm()));
  const another = await button(m.sign_up_code_new());
  expect(await code()).toHaveAccessibleDescription(m.sign_up_code_expired({ time: clock(expiredAt) }));
  expect(await code()).toHaveValue("417250");
  expect(screen.getByText(m.sign_up_code_kept())).toBeInTheDocument();
  await user.click(another);
  await button(m.sign_up_confirm());
  expect(asked).toMatchObject([{ name: NAME, email: EMAIL }]);
  expect(await code()).toHaveValue("");
});

test("sign-up: a code expires on the screen after 15 minutes, also over a reload", async () => {
  atCode({ code: "4172" }, 16 * MINUTE_MS);
  expect(await button(m.sign_up_code_new())).toBeInTheDocument();
  expect(await code()).toHaveValue("4172");
  expect(screen.queryByRole("button", { name: m.sign_up_confirm() })).not.toBeInTheDocument();
});

test("sign-up: after five wrong codes the field is closed until a time, and another e-mail can be used", async () => {
  server.use(
    http.post("/sign-up/confirm", () =>
      HttpResponse.json({ error: "ERR_SIGN_UP_CODE_LOCKED" }, { status: 429, headers: { "retry-after": "850" } }),
    ),
  );
  const { user } = atCode();
  await user.type(await code(), "417205");
  await user.click(await button(m.sign_up_confirm()));
  const notice = await screen.findByRole("status");
  expect(notice).toHaveTextContent(/^Foram 5 códigos errados\. .* às \d\d:\d\d\./);
  expect(await code()).toBeDisabled();
  expect(await code()).not.toHaveAccessibleDescription();
  expect(await code()).toHaveValue("");
  expect(await button(m.sign_up_confirm())).toBeDisabled();
  expect(screen.getByText(/^14:(1[01]|0\d)$/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.sign_up_code_again() })).not.toBeInTheDocument();
  await user.click(await button(m.sign_up_other_email()));
  expect(await field(m.sign_up_your_name())).toHaveValue(NAME);
  expect(await field(m.login_email())).toHaveValue("");
});

test("sign-up: an address that has to wait is told so in the first step, and gets a code when the wait is over", async () => {
  server.use(
    http.post("/sign-up/code", () =>
      HttpResponse.json({ error: "ERR_SIGN_UP_CODE_LOCKED" }, { status: 429, headers: { "retry-after": "600" } }),
    ),
  );
  const { user, unmount } = renderKept({});
  await user.click(await button(m.sign_up_get_code()));
  expect(await screen.findByRole("status")).toHaveTextContent(/^Foram 5 códigos errados/);
  unmount();
  const asked = answerCode();
  const over = renderKept({ ...kept(), lockedUntil: testTime() - 1 }, "code");
  await over.user.click(await button(m.sign_up_code_again()));
  await waitFor(async () => expect(await code()).toBeEnabled());
  expect(asked).toHaveLength(1);
});

test("sign-up: another code can be asked for after a minute", async () => {
  const asked = answerCode();
  const { unmount } = atCode();
  expect(await screen.findByText(/^(1:00|0:5\d)$/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.sign_up_code_again() })).not.toBeInTheDocument();
  unmount();
  const { user } = atCode({ code: "41" }, 61_000);
  await user.click(await button(m.sign_up_code_again()));
  expect(await screen.findByText(/^(1:00|0:5\d)$/)).toBeInTheDocument();
  expect(await code()).toHaveValue("");
  expect(asked).toHaveLength(1);
});

test("sign-up: a known address is named only after the code, with the ways on", async () => {
  const account = { name: NAME, email: EMAIL, company: "Café Mirante", since: "2025-03-10T12:00:00.000Z" };
  answer("post", "/sign-up/confirm", { proof: null, expiresAt: null, account });
  const { user, unmount } = atCode();
  await user.type(await code(), "417250");
  await user.click(await button(m.sign_up_confirm()));
  expect(await screen.findByRole("heading", { name: m.sign_up_known_title() })).toBeInTheDocument();
  expect(screen.getByText(NAME)).toBeInTheDocument();
  expect(screen.getByText(/^bia@cafemirante\.com\.br · Café Mirante · desde mar\./)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: m.sign_up_forgot() })).toHaveAttribute("href", "/forgetpsw");
  await user.click(await button(m.sign_up_with_other()));
  expect(await field(m.sign_up_your_name())).toHaveValue(NAME);
  expect(await field(m.login_email())).toHaveValue("");
  unmount();
  const again = renderKept(
    { email: EMAIL, sent: { email: EMAIL, sentAt: testTime(), isUsed: true }, account },
    "account",
  );
  await again.user.click(await button(m.sign_up_enter()));
  await waitFor(() => expect(again.router.state.location.pathname).toBe("/login"));
});

test("sign-up: a step that this tab has not reached is the first one", async () => {
  for (const step of ["code", "account", "company", "other"]) {
    const { unmount } = render(step);
    expect(await field(m.sign_up_your_name())).toBeInTheDocument();
    unmount();
  }
});

test("sign-up: Correct and Back lead to the first step with what was typed; the same address gets no other mail", async () => {
  const asked = answerCode();
  const { user, router } = atCode({ code: "41" });
  await user.click(await button(m.sign_up_correct()));
  expect(await field(m.login_email())).toHaveValue(EMAIL);
  await user.click(await button(m.sign_up_get_code()));
  expect(await code()).toHaveValue("41");
  router.history.back();
  expect(await field(m.sign_up_your_name())).toHaveValue(NAME);
  await user.type(await field(m.login_email()), "a");
  await user.click(await button(m.sign_up_get_code()));
  expect(await screen.findByText(`${EMAIL}a`)).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

test("sign-up: a confirmed address needs no other code after Back", async () => {
  answer("post", "/sign-up/confirm", { ...PROOF });
  const { user, router } = renderKept({ sent: { email: EMAIL, sentAt: testTime() } });
  await user.click(await button(m.sign_up_get_code()));
  await user.type(await code(), "417250");
  await user.click(await button(m.sign_up_confirm()));
  await user.type(await field(m.sign_up_company()), "Café");
  router.history.back();
  await user.click(await button(m.sign_up_get_code()));
  expect(await field(m.sign_up_company())).toHaveValue("Café");
});

test("sign-up: a confirmation that has ended leads back to the first step, and the company stays", async () => {
  refuse("post", "/companies/cadastro", "ERR_SIGN_UP_PROOF");
  const { user } = atCompany();
  await fillCompany(user);
  await user.click(await submit());
  expect(await screen.findByRole("alert")).toHaveTextContent(errorMessage("ERR_SIGN_UP_PROOF"));
  expect(await field(m.login_email())).toHaveValue(EMAIL);
  expect(kept()).toMatchObject({ proof: null, company: { name: "Café Mirante" } });
});

test("sign-up: the rules of the password are marked while it is typed", async () => {
  const { user } = atCompany();
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

test("sign-up: each wrong field of the company says what is wrong, the first gets the focus, and nothing is sent", async () => {
  const { user } = atCompany();
  await user.type(await field(m.sign_up_company()), "A");
  await user.type(await field(m.sign_up_phone()), "3195");
  await user.type(await field(m.login_password()), "jarra-azul");
  await user.click(await submit());
  expect(await field(m.sign_up_company())).toHaveAccessibleDescription(m.lists_too_short());
  expect(await field(m.sign_up_phone())).toHaveAccessibleDescription(m.lists_too_short());
  expect(await field(m.login_password())).toHaveAccessibleDescription(m.password_weak());
  expect(screen.getByText(m.sign_up_plan_required())).toBeInTheDocument();
  expect(await field(m.sign_up_company())).toHaveFocus();
  await user.type(await field(m.sign_up_company()), "b".repeat(60));
  expect(await field(m.sign_up_company())).toHaveAccessibleDescription(m.lists_too_long());
});

test("sign-up: an address that was taken meanwhile and a dead server are said in words, and what was typed stays", async () => {
  disconnect("post", "/companies/cadastro");
  const { user } = atCompany();
  await fillCompany(user);
  await user.click(await submit());
  expect(await screen.findByRole("alert")).toHaveTextContent(m.login_unreachable());
  expect(await field(m.login_password())).toHaveValue("Jarra-azul-7");
  refuse("post", "/companies/cadastro", "ERR_VALIDATION", { details: { fields: { email: "taken" } } });
  await user.click(await submit());
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(m.sign_up_taken()));
  refuse("post", "/companies/cadastro", "ERR_NO_PLAN_FOUND", { status: 404 });
  await user.click(await submit());
  expect(await screen.findByText(m.sign_up_plan_gone())).toBeInTheDocument();
});

test("sign-up: without a network each step says so, sends nothing, and keeps all but the password over a reload", async () => {
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const { user, unmount } = atCompany();
  await fillCompany(user);
  isOnline.mockReturnValue(false);
  fireEvent(window, new Event("offline"));
  expect(await screen.findByText(m.sign_up_offline())).toBeInTheDocument();
  await user.click(await submit());
  unmount();
  const again = render("company");
  expect(await field(m.sign_up_company())).toHaveValue("Café Mirante");
  expect(await field(m.sign_up_phone())).toHaveValue("+55 (31) 95550-0301");
  expect(await field(m.login_password())).toHaveValue("");
  expect(JSON.stringify(sessionStorage)).not.toContain("Jarra");
  again.unmount();
  for (const draw of [() => renderKept({}), () => atCode({ code: "417250" })]) {
    const rendered = draw();
    expect(await screen.findByText(m.sign_up_offline())).toBeInTheDocument();
    await rendered.user.click(await screen.findByRole("button", { name: /^(Receber o código|Confirmar)$/ }));
    rendered.unmount();
  }
});

test("sign-up: two clicks create one company", async () => {
  let respond = () => {};
  const sent = hold("post", "/companies/cadastro", new Promise<void>((resolve) => (respond = resolve)), {
    token: "bearer",
    user: bia,
  });
  const { user } = atCompany();
  await fillCompany(user);
  await user.click(await submit());
  await user.click(await button(m.sign_up_submitting()));
  respond();
  await waitFor(() => expect(session.get().user).toMatchObject({ id: bia.id }));
  expect(sent).toHaveLength(1);
});

test("sign-up: links the terms and the privacy policy where they are configured", async () => {
  offer({ termsUrl: "https://desk.example/termos", privacyUrl: "https://desk.example/privacidade" });
  atCompany();
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
  atCompany();
  expect(await screen.findByText(m.sign_up_off())).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.sign_up_submit() })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: m.sign_up_terms() })).not.toBeInTheDocument();
});

describe("the page of the mailed link", () => {
  const open = () => renderPublic(<ConfirmLinkScreen token="a-token" />, "/signup/confirm");

  test("posts its token once and signs the new admin in", async () => {
    const sent = answer("post", "/sign-up/link", { token: "bearer", user: bia });
    const { router } = open();
    await waitFor(() => expect(session.get().user).toMatchObject({ id: bia.id }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(sent).toEqual([{ token: "a-token" }]);
  });

  test("says that a link is used, with the ways on and nothing to try again", async () => {
    refuse("post", "/sign-up/link", "ERR_SIGN_UP_LINK");
    open();
    const main = within(await screen.findByRole("main"));
    expect(await main.findByRole("alert")).toHaveTextContent(errorMessage("ERR_SIGN_UP_LINK"));
    expect(main.getByRole("link", { name: m.login_title() })).toHaveAttribute("href", "/login");
    expect(main.getByRole("link", { name: m.sign_up_title() })).toHaveAttribute("href", "/signup");
    expect(main.queryByRole("button", { name: m.ui_try_again() })).not.toBeInTheDocument();
  });

  test("names an address that was taken and a plan that is gone", async () => {
    refuse("post", "/sign-up/link", "ERR_VALIDATION", { details: { fields: { email: "taken" } } });
    const { unmount } = open();
    expect(await screen.findByRole("alert")).toHaveTextContent(m.sign_up_taken());
    unmount();
    refuse("post", "/sign-up/link", "ERR_NO_PLAN_FOUND", { status: 404 });
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent(m.sign_up_plan_gone());
  });

  test("can be tried again after a lost connection", async () => {
    disconnect("post", "/sign-up/link");
    const { user } = open();
    expect(await screen.findByRole("alert")).toHaveTextContent(m.login_unreachable());
    answer("post", "/sign-up/link", { token: "bearer", user: bia });
    await user.click(await button(m.ui_try_again()));
    await waitFor(() => expect(session.get().user).toMatchObject({ id: bia.id }));
  });

  test("does nothing while somebody is signed in on the device", async () => {
    answer("post", "/auth/login", { token: "bearer", user: bia });
    await signIn(EMAIL, "secret");
    const sent = answer("post", "/sign-up/link", { token: "bearer", user: bia });
    open();
    expect(await screen.findByText(m.sign_up_link_occupied())).toBeInTheDocument();
    expect(sent).toEqual([]);
  });
});

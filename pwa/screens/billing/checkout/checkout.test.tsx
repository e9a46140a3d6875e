import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { testTime } from "../../../../contracts/testing/clock.ts";
import { givenUser } from "../../../../sync/client/testing/given.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { listChanges } from "../../../session/server-data/list-changes.ts";
import { answer, hold, refuse } from "../../../testing/answers.ts";
import { field, goOffline } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { replaceTimers } from "../../../testing/timers.ts";
import { RenewalWatch } from "../parts/renewal.tsx";
import {
  essential,
  givenCompany,
  givenInvoice,
  givenResult,
  givenSubscription,
  professional,
} from "../testing/given-billing.ts";
import { CheckoutDialog } from "./checkout-dialog.tsx";

const DUE = "2026-12-19T02:59:59.999Z";
const close = vi.fn();
const invoice = givenInvoice(1042);

beforeEach(() => {
  close.mockReset();
  localStorage.clear();
  answer("get", "/plans/list", [essential, professional]);
  answer("get", "/subscription", givenSubscription());
});

const renderCheckout = (paid = invoice) =>
  renderScreen(
    <>
      <RenewalWatch />
      <CheckoutDialog invoice={paid} onClose={close} />
    </>,
    { path: "/financeiro", signedIn: givenCompany(DUE) },
  );
type User = Awaited<ReturnType<typeof renderCheckout>>["user"];
const button = (name: string) => screen.findByRole("button", { name });

async function fill(user: User) {
  await user.type(await field(m.billing_name()), "Marina Duarte Olaria ME");
  await user.type(await field(m.billing_street()), "Rua das Laranjeiras, 48");
  await user.type(await field(m.billing_city()), "Belo Horizonte");
  await user.type(await field(m.billing_state()), "MG");
  await user.type(await field(m.billing_zip()), "30140-000");
}
async function goToReview(user: User) {
  await fill(user);
  await user.click(await button(m.billing_next()));
  await user.click(await button(m.billing_plan_keep({ name: "Profissional" })));
}

test("checkout: the first step names each missing field, and there is no field for a card", async () => {
  const { user } = await renderCheckout();
  await user.click(await button(m.billing_next()));
  for (const [label, sentence] of [
    [m.billing_name(), m.billing_name_required()],
    [m.billing_street(), m.billing_street_required()],
    [m.billing_city(), m.billing_city_required()],
    [m.billing_zip(), m.billing_zip_required()],
  ] as const)
    expect(await field(label)).toHaveAccessibleDescription(sentence);
  expect(await field(m.billing_name())).toHaveFocus();
  const names = screen.getAllByRole("textbox").map((input) => input.getAttribute("autocomplete"));
  expect(names.filter((name) => name?.startsWith("cc-"))).toEqual([]);
  expect(screen.getByRole("listitem", { current: "step" })).toHaveTextContent(m.billing_step_data());
});

test("checkout: pays with the present plan and shows every way to pay", async () => {
  const sent = answer("post", "/subscription", givenResult());
  const { user } = await renderCheckout();
  await goToReview(user);
  expect(screen.getByRole("listitem", { current: "step" })).toHaveTextContent(m.billing_step_review());
  expect(screen.getByText("Rua das Laranjeiras, 48, Belo Horizonte, MG")).toBeInTheDocument();
  await user.click(await button(m.billing_pay()));
  expect(await screen.findByRole("img", { name: m.billing_pix_alt({ number: "1042" }) })).toBeInTheDocument();
  expect(sent).toEqual([
    {
      invoiceId: invoice.id,
      firstName: "Marina Duarte Olaria ME",
      address2: "Rua das Laranjeiras, 48",
      city: "Belo Horizonte",
      state: "MG",
      zipcode: "30140-000",
      country: "BR",
    },
  ]);
  for (const name of [m.billing_way_stripe(), m.billing_way_asaas(), m.billing_way_mercadopago()]) {
    const way = screen.getByRole("link", { name: new RegExp(`^${name}`) });
    expect(way).toHaveAttribute("target", "_blank");
    expect(way).toHaveAttribute("rel", expect.stringContaining("noopener"));
    expect(way.getAttribute("href")).toMatch(/^https:\/\/pay\.example\//);
  }
  expect(screen.getAllByText(m.billing_succeeded()).length).toBeGreaterThan(0);
  await user.click(await button(m.billing_copy()));
  expect(await navigator.clipboard.readText()).toBe("00020126-EXEMPLO-PIX");
  expect(await button(m.billing_copied())).toBeInTheDocument();
});

const fits = {
  ...{ users: { used: 2, limit: 12 }, connections: { used: 1, limit: 6 }, queues: { used: 2, limit: 10 } },
  storageGb: { used: 2, limit: 100 },
};

test("checkout: another plan is sent with the payment; its price is stated before and after it is chosen", async () => {
  const sent = answer("post", "/subscription", givenResult({ valorext: 389.7 }));
  answer("get", "/subscription", givenSubscription({ usage: fits }));
  const { user } = await renderCheckout(givenInvoice(1042, { recurrence: "TRIMESTRAL", value: 1_049.7 }));
  await fill(user);
  await user.click(await button(m.billing_next()));
  const [card] = within(await screen.findByRole("list", { name: m.billing_plans() })).getAllByRole("listitem");
  const words = [
    "De R$ 349,90 para R$ 129,90: R$ 220,00 a menos por mês",
    "Agora: R$ 389,70 por 3 meses",
    m.billing_change_when(),
  ];
  for (const line of words) expect(within(card as HTMLElement).getByText(line)).toBeInTheDocument();
  await user.click(await button(m.billing_plan_choose({ name: "Essencial" })));
  for (const line of words) expect(screen.getByText(line)).toBeInTheDocument();
  expect(screen.getByText("R$ 389,70")).toBeInTheDocument();
  expect(screen.getByText(m.billing_months({ count: 3 }))).toBeInTheDocument();
  await user.click(await button(m.billing_pay()));
  await screen.findByRole("img", { name: m.billing_pix_alt({ number: "1042" }) });
  const [body] = sent as { plan: string }[];
  expect(JSON.parse(body?.plan ?? "")).toMatchObject({ planId: essential.id });
});

test("checkout: the present plan has nothing to compare, and costs what the invoice says", async () => {
  const { user } = await renderCheckout(givenInvoice(1042, { value: 299.9 }));
  await goToReview(user);
  expect(screen.getByText("R$ 299,90")).toBeInTheDocument();
  expect(screen.queryByText(m.billing_change_when())).not.toBeInTheDocument();
});

test("checkout: a plan that is too small says why and cannot be chosen; the present one is marked", async () => {
  const { user } = await renderCheckout();
  await fill(user);
  await user.click(await button(m.billing_next()));
  const cards = within(await screen.findByRole("list", { name: m.billing_plans() })).getAllByRole("listitem");
  const [small, present] = cards as [HTMLElement, HTMLElement];
  expect(small).toHaveTextContent(m.billing_plan_small({ what: "5 usuários" }));
  expect(within(small).getByRole("button", { name: m.billing_plan_choose({ name: "Essencial" }) })).toBeDisabled();
  expect(present).toHaveTextContent(m.billing_plan_present());
});

test("checkout: a refusal says why, and the form can be sent again", async () => {
  refuse("post", "/subscription", "ERR_NO_PAYMENT_OPTION", { status: 503 });
  const { user } = await renderCheckout();
  await goToReview(user);
  await user.click(await button(m.billing_pay()));
  expect(await screen.findByRole("alert")).toHaveTextContent(/Nenhuma forma de pagamento/);
  const sent = answer("post", "/subscription", givenResult());
  await user.click(await button(m.billing_pay()));
  await screen.findByRole("img", { name: m.billing_pix_alt({ number: "1042" }) });
  expect(sent).toHaveLength(1);
});

test("checkout: while the ways to pay are prepared, a second click sends nothing", async () => {
  let respond = () => {};
  const sent = hold("post", "/subscription", new Promise<void>((resolve) => (respond = resolve)), givenResult());
  const { user } = await renderCheckout();
  await goToReview(user);
  await user.click(await button(m.billing_pay()));
  await user.click(await button(m.billing_paying()));
  respond();
  await screen.findByRole("img", { name: m.billing_pix_alt({ number: "1042" }) });
  expect(sent).toHaveLength(1);
});

test("checkout: what was typed is there again after closing, also without a network", async () => {
  const { user, replication, unmount } = await renderCheckout();
  await fill(user);
  goOffline(replication);
  expect(await screen.findByText(m.billing_checkout_offline())).toBeInTheDocument();
  unmount();
  await renderCheckout();
  expect(await field(m.billing_street())).toHaveValue("Rua das Laranjeiras, 48");
});

test("checkout: starts with the address of the last payment", async () => {
  const billing = {
    name: "Olaria ME",
    street: "Rua 1",
    city: "Contagem",
    state: "MG",
    zipCode: "32000-000",
    country: "BR",
  };
  answer("get", "/subscription", givenSubscription({ billing }));
  await renderCheckout();
  expect(await field(m.billing_city())).toHaveValue("Contagem");
});

test("checkout: a static Pix says that a person confirms it; a provider that did not answer is named", async () => {
  const only = { stripeURL: undefined, asaasURL: undefined, mercadopagoURL: undefined };
  answer("post", "/subscription", givenResult({ ...only, confirmedBy: "person", unavailable: ["stripe"] }));
  const { user } = await renderCheckout();
  await goToReview(user);
  await user.click(await button(m.billing_pay()));
  expect(await screen.findByText(m.billing_pix_person())).toBeInTheDocument();
  expect(screen.getByText(m.billing_unavailable({ names: m.billing_provider_stripe() }))).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: new RegExp(m.billing_way_stripe()) })).not.toBeInTheDocument();
});

test("checkout: the payment is said live with the new due date, and leads back to the start after 4 seconds", async () => {
  replaceTimers();
  answer("post", "/subscription", givenResult());
  const { user, router, person } = await renderCheckout();
  await goToReview(user);
  await user.click(await button(m.billing_pay()));
  await screen.findByText(m.billing_waiting());
  expect(screen.getByText(m.billing_may_close())).toBeInTheDocument();
  const renewed = givenUser({ ...person, company: { ...person.company, dueDate: "2027-01-19T02:59:59.999Z" } });
  server.use(http.post("/auth/refresh_token", () => HttpResponse.json({ token: "new", user: renewed })));
  act(() => listChanges.notify(["invoices"]));
  const sentence = m.billing_renewed({ date: "18/01/2027" });
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  expect(screen.queryByText(m.billing_may_close())).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/financeiro");
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

test("checkout: a paid upgrade says the new plan, and not that the license is renewed", async () => {
  answer("post", "/subscription", givenResult());
  const dueDate = new Date(testTime() + 20 * 86_400_000).toISOString();
  answer("get", "/subscription", givenSubscription({ plan: essential, usage: fits, dueDate }));
  const { user } = await renderCheckout(givenInvoice(7, { kind: "upgrade", value: 528 }));
  await fill(user);
  await user.click(await button(m.billing_next()));
  await user.click(await button(m.billing_plan_choose({ name: "Profissional" })));
  await user.click(await button(m.billing_pay()));
  expect(await screen.findByText(m.billing_waiting_upgrade())).toBeInTheDocument();
  expect(screen.getByText(m.billing_may_close_upgrade())).toBeInTheDocument();
  answer("get", "/subscription", givenSubscription({ plan: professional, usage: fits, dueDate }));
  act(() => listChanges.notify(["invoices"]));
  expect(await screen.findByText(m.billing_upgraded({ name: "Profissional" }))).toBeInTheDocument();
  expect(screen.queryByText(m.billing_waiting())).not.toBeInTheDocument();
  expect(screen.queryByText(/renovada/)).not.toBeInTheDocument();
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { testTime } from "../../../../contracts/testing/clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, disconnect, refuse } from "../../../testing/answers.ts";
import { field } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { essential, givenCompany, givenInvoice, givenSubscription, professional } from "../testing/given-billing.ts";
import { SubscriptionScreen } from "./index.tsx";

const DAY_MS = 86_400_000;
/** The end of the day in São Paulo, so many days from now. */
function endIn(days: number): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(testTime() + days * DAY_MS);
  return new Date(Date.parse(`${day}T23:59:59-03:00`)).toISOString();
}
beforeEach(() => {
  answer("get", "/plans/list", [essential, professional]);
});
const renderSubscription = () =>
  renderScreen(<SubscriptionScreen />, { path: "/subscription", signedIn: givenCompany(endIn(20)) });
const start = () => screen.findByRole("button", { name: m.billing_subscribe() });

test("subscription: a trial says how many days are left; address and usage are shown", async () => {
  answer("get", "/subscription", givenSubscription({ trialExpiration: endIn(2), dueDate: endIn(2), plan: essential }));
  await renderSubscription();
  expect(await field(m.billing_period())).toHaveValue(
    m.billing_trial_left({
      days: 2,
      date: new Date(endIn(2)).toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" }),
    }),
  );
  expect(await field(m.billing_email())).toHaveValue("financeiro@olaria.example");
  const usage = within(screen.getByRole("region", { name: m.billing_your_plan() }));
  expect(usage.getByText(m.billing_plan({ name: "Essencial" }))).toBeInTheDocument();
  expect(usage.getByText("5 de 12")).toBeInTheDocument();
});

test("subscription: says what exceeds the plan, and only that", async () => {
  const usage = {
    users: { used: 14, limit: 12 },
    connections: { used: 6, limit: 6 },
    queues: { used: 2, limit: null },
    storageGb: { used: 3.274, limit: 10 },
  };
  answer("get", "/subscription", givenSubscription({ usage }));
  await renderSubscription();
  expect(await screen.findByText(m.billing_exceeds({ count: "2" }))).toBeInTheDocument();
  expect(screen.getAllByText(/Passa do limite/)).toHaveLength(1);
  expect(screen.getByText(m.billing_no_limit({ used: "2" }))).toBeInTheDocument();
});

test.each([
  { used: 8, text: null },
  { used: 8.01, text: m.billing_storage_almost },
  { used: 10, text: m.billing_storage_full },
])("subscription: $used GB of 10 GB are shown, and said when there is little room", async ({ used, text }) => {
  const { usage } = givenSubscription();
  answer("get", "/subscription", givenSubscription({ usage: { ...usage, storageGb: { used, limit: 10 } } }));
  await renderSubscription();
  expect(await screen.findByText(`${Math.floor(used)} GB de 10 GB`)).toBeInTheDocument();
  for (const sentence of [m.billing_storage_almost, m.billing_storage_full])
    expect(screen.queryAllByText(sentence())).toHaveLength(sentence === text ? 1 : 0);
});

test("subscription: subscribing opens the checkout of the next invoice", async () => {
  answer("get", "/subscription", givenSubscription());
  const { user } = await renderSubscription();
  await user.click(await start());
  expect(await field(m.billing_name())).toBeInTheDocument();
  expect(screen.getByRole("dialog", { name: m.billing_checkout_title() })).toBeInTheDocument();
});

test("subscription: without an invoice it says when there will be one", async () => {
  answer("get", "/subscription", givenSubscription({ invoice: null }));
  await renderSubscription();
  expect(await screen.findByText(m.billing_no_invoice())).toBeInTheDocument();
  expect(await start()).toBeDisabled();
});

const small = {
  ...{ users: { used: 2, limit: 3 }, connections: { used: 1, limit: 1 }, queues: { used: 2, limit: 5 } },
  storageGb: { used: 2, limit: 10 },
};
const others = async () => within(await screen.findByRole("region", { name: m.billing_change_title() }));

test("subscription: with an open invoice, another plan says what it costs, and opens the invoice with it", async () => {
  const invoice = givenInvoice(1042, { value: 129.9, planId: essential.id });
  answer("get", "/subscription", givenSubscription({ plan: essential, usage: small, invoice }));
  const { user } = await renderSubscription();
  const plans = await others();
  for (const line of [
    "De R$ 129,90 para R$ 349,90: R$ 220,00 a mais por mês",
    "Agora: R$ 349,90 por 1 mês",
    m.billing_change_when(),
  ])
    expect(plans.getByText(line)).toBeInTheDocument();
  expect(plans.queryByRole("heading", { name: "Essencial" })).not.toBeInTheDocument();
  await user.click(plans.getByRole("button", { name: m.billing_plan_choose({ name: "Profissional" }) }));
  await user.type(await field(m.billing_name()), "Marina Duarte");
  await user.type(await field(m.billing_street()), "Rua 1");
  await user.type(await field(m.billing_city()), "BH");
  await user.type(await field(m.billing_zip()), "30140-000");
  await user.click(screen.getByRole("button", { name: m.billing_next() }));
  const dialog = within(screen.getByRole("dialog"));
  const chosen = dialog.getByRole("heading", { name: "Profissional" }).closest("li");
  expect(chosen).toHaveClass("bg-selected");
});

test("subscription: without an invoice, a bigger plan costs the difference of the paid days and is paid at once", async () => {
  const due = endIn(72);
  const subscription = givenSubscription({
    plan: essential,
    usage: small,
    invoice: null,
    dueDate: due,
    recurrence: "ANUAL",
  });
  answer("get", "/subscription", subscription);
  const sent = answer(
    "post",
    "/subscription/upgrade",
    givenInvoice(7, { kind: "upgrade", detail: "Plano Profissional · diferença", value: 528 }),
  );
  const { user } = await renderSubscription();
  const plans = await others();
  const date = new Date(due).toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" });
  for (const line of [
    "De R$ 129,90 para R$ 349,90: R$ 220,00 a mais por mês",
    m.billing_change_days({ amount: "R$ 528,00", count: 73, date }),
    m.billing_change_then({ date, amount: "R$ 4.198,80", months: "12 meses" }),
  ])
    expect(plans.getByText(line)).toBeInTheDocument();
  await user.click(plans.getByRole("button", { name: m.billing_plan_choose({ name: "Profissional" }) }));
  await waitFor(() => expect(screen.getByRole("dialog", { name: m.billing_checkout_title() })).toBeInTheDocument());
  expect(sent).toEqual([{ planId: professional.id }]);
});

test("subscription: without an invoice, a smaller plan has to wait for the next one, and says when that is", async () => {
  const subscription = givenSubscription({ usage: small, invoice: null, dueDate: endIn(50) });
  answer("get", "/subscription", subscription);
  await renderSubscription();
  const plans = await others();
  const date = new Date(endIn(30)).toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" });
  expect(plans.getByText("De R$ 349,90 para R$ 129,90: R$ 220,00 a menos por mês")).toBeInTheDocument();
  expect(plans.getByText(m.billing_change_later({ date }))).toBeInTheDocument();
  expect(plans.getByRole("button", { name: m.billing_plan_choose({ name: "Essencial" }) })).toBeDisabled();
});

test("subscription: plans that could not be read are not drawn as none, and can be read again", async () => {
  answer("get", "/subscription", givenSubscription({ plan: essential, usage: small }));
  refuse("get", "/plans/list", "ERR_INTERNAL", { status: 500 });
  const { user } = await renderSubscription();
  expect((await others()).getByText(m.lists_failed_title())).toBeInTheDocument();
  answer("get", "/plans/list", [essential, professional]);
  await user.click((await others()).getByRole("button", { name: m.ui_try_again() }));
  expect(await screen.findByRole("heading", { name: "Profissional" })).toBeInTheDocument();
});

test("subscription: a refused upgrade says why", async () => {
  answer(
    "get",
    "/subscription",
    givenSubscription({ plan: essential, usage: small, invoice: null, dueDate: endIn(40) }),
  );
  refuse("post", "/subscription/upgrade", "ERR_NO_UPGRADE", { status: 409 });
  const { user } = await renderSubscription();
  await user.click((await others()).getByRole("button", { name: m.billing_plan_choose({ name: "Profissional" }) }));
  expect(await screen.findByText(m.lists_failed({ reason: m.error_no_upgrade() }))).toBeInTheDocument();
});

test("subscription: a company without a plan has no limits, and nothing to subscribe to", async () => {
  answer("get", "/subscription", givenSubscription({ plan: null, invoice: null }));
  await renderSubscription();
  expect(await screen.findByText(m.billing_no_plan())).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.billing_subscribe() })).not.toBeInTheDocument();
});

test("subscription: without a network it says so in words", async () => {
  disconnect("get", "/subscription");
  await renderSubscription();
  expect(await screen.findByText(m.billing_subscription_offline())).toBeInTheDocument();
});

import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, disconnect } from "../../../testing/answers.ts";
import { field } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { essential, givenCompany, givenSubscription, professional } from "../testing/given-billing.ts";
import { SubscriptionScreen } from "./index.tsx";

const DAY_MS = 86_400_000;
/** The end of the day in São Paulo, so many days from now. */
function endIn(days: number): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(Date.now() + days * DAY_MS);
  return new Date(Date.parse(`${day}T23:59:59-03:00`)).toISOString();
}
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
  };
  answer("get", "/subscription", givenSubscription({ usage }));
  await renderSubscription();
  expect(await screen.findByText(m.billing_exceeds({ count: "2" }))).toBeInTheDocument();
  expect(screen.getAllByText(/Passa do limite/)).toHaveLength(1);
  expect(screen.getByText(m.billing_no_limit({ used: "2" }))).toBeInTheDocument();
});

test("subscription: subscribing opens the checkout of the next invoice", async () => {
  answer("get", "/subscription", givenSubscription());
  answer("get", "/plans/list", [essential, professional]);
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

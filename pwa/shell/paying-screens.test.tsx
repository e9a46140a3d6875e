import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { SessionUser } from "../../contracts/account/session.ts";
import { givenUser } from "../../sync/client/testing/given.ts";
import { m } from "../i18n/paraglide/messages.js";
import { Route as otherRoute } from "../routes/_app/$.tsx";
import { Route as invoicesRoute } from "../routes/_app/financeiro.tsx";
import { Route as subscriptionRoute } from "../routes/_app/subscription.tsx";
import { Route as appRoute } from "../routes/_app.tsx";
import { Route as loginRoute } from "../routes/login.tsx";
import { givenCompany, givenInvoice, givenSubscription } from "../screens/billing/testing/given-billing.ts";
import { endSession, refreshSession, session, signIn } from "../session/session.ts";
import { answer, refuse } from "../testing/answers.ts";
import { renderPart } from "../testing/render.tsx";

const DUE = "2026-10-31T15:00:00.000Z";
/** The company's part of the session. */
const overdue = givenCompany(DUE, { restricted: true });

beforeEach(() => {
  answer("get", "/invoices/all", [givenInvoice(1037, { overdue: true, dueDate: "2026-11-01" })]);
  answer("get", "/subscription", givenSubscription());
});

/** Signs a user of a company past its due date in, as the server answers. */
async function givenSession(change: Partial<SessionUser> = {}) {
  const person = givenUser({ name: "Marina Duarte", profile: "admin", ...overdue, ...change });
  answer("post", "/auth/login", { token: "bearer", user: person });
  answer("post", "/auth/refresh_token", { token: "bearer", user: person });
  await signIn(person.email, "secret");
  onTestFinished(() => endSession("signed-out"));
}

/** The routes that a session without the desk reaches, as the build puts them together. */
function openRoutes() {
  const root = createRootRoute();
  const app = appRoute.update({ id: "/_app", getParentRoute: () => root } as never);
  const inside = { getParentRoute: () => app };
  return root.addChildren([
    app.addChildren([
      invoicesRoute.update({ id: "/financeiro", path: "/financeiro", ...inside } as never),
      subscriptionRoute.update({ id: "/subscription", path: "/subscription", ...inside } as never),
      otherRoute.update({ id: "/$", path: "/$", ...inside } as never),
    ]),
    loginRoute.update({ id: "/login", path: "/login", getParentRoute: () => root } as never),
  ]);
}

/** Renders the application at an address; a change of the session runs the route guards again, as in the browser. */
function renderApp(path: string) {
  const router = createRouter({ routeTree: openRoutes(), history: createMemoryHistory({ initialEntries: [path] }) });
  onTestFinished(session.subscribe(() => void router.invalidate()));
  renderPart(<RouterProvider router={router} />);
  return router;
}

test.each(["/", "/tickets", "/users", "/settings", "/connections", "/no-such-screen"])(
  "past the due date an admin who opens %s is led to the invoices",
  async (path) => {
    await givenSession();
    const router = renderApp(path);
    expect(await screen.findByRole("button", { name: m.billing_pay_spoken({ number: "1037" }) })).toBeEnabled();
    expect(router.state.location.pathname).toBe("/financeiro");
    expect(await screen.findByRole("alert")).toHaveTextContent(m.billing_restricted({ date: "31/10/2026" }));
  },
);

test("past the due date an admin reaches the subscription, and from another link only the invoices", async () => {
  await givenSession();
  const router = renderApp("/subscription");
  expect(await screen.findByRole("heading", { name: m.billing_subscription() })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/subscription");
  await router.navigate({ to: "/users" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/financeiro"));
});

test("an agent's session that the due date has ended leads to the sign-in screen, which names the date", async () => {
  await givenSession({ profile: "user", ...givenCompany(DUE) });
  refuse("post", "/auth/refresh_token", "ERR_SUBSCRIPTION_EXPIRED", { details: { dueDate: DUE } });
  answer("get", "/sign-up", { enabled: false, termsUrl: null, privacyUrl: null, helpUrl: null });
  await expect(refreshSession()).rejects.toThrow("ERR_SUBSCRIPTION_EXPIRED");
  const router = renderApp("/tickets");
  expect(await screen.findByText(m.login_due({ date: "31/10/2026" }))).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/login");
});

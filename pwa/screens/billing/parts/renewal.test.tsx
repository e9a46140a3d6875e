import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "../../../../contracts/account/session.ts";
import { givenUser } from "../../../../sync/client/testing/given.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { listChanges } from "../../../session/server-data/list-changes.ts";
import { session } from "../../../session/session.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { replaceTimers } from "../../../testing/timers.ts";
import { givenCompany } from "../testing/given-billing.ts";
import { RenewalWatch } from "./renewal.tsx";

const BEFORE = "2026-11-19T02:59:59.999Z";
const AFTER = "2026-12-24T02:59:59.999Z";
beforeEach(() => replaceTimers());

async function renderWatch(company: Record<string, unknown> = {}, signedIn: Partial<SessionUser> = {}) {
  const part = (
    <>
      <RenewalWatch />a página
    </>
  );
  const options = { path: "/financeiro", signedIn: { ...givenCompany(BEFORE, company), ...signedIn } };
  const rendered = await renderScreen(part, options);
  await screen.findByText("a página");
  return rendered;
}

/** Answers the next tokens with another due date. Returns how often one was asked for. */
function renewTo(person: SessionUser, dueDate: string, restricted: boolean) {
  const asked = { count: 0 };
  const user = givenUser({ ...person, company: { ...person.company, dueDate, restricted } });
  server.use(
    http.post("/auth/refresh_token", () => {
      asked.count += 1;
      return HttpResponse.json({ token: "new", user });
    }),
  );
  return asked;
}

test("renewal: a restricted session asks until the payment is there, then is led to the start", async () => {
  const { person, router } = await renderWatch({ restricted: true });
  const asked = renewTo(person, BEFORE, true);
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  await waitFor(() => expect(asked.count).toBe(1));
  expect(router.state.location.pathname).toBe("/financeiro");
  renewTo(person, AFTER, false);
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  expect(await screen.findByText(m.billing_renewed({ date: "23/12/2026" }))).toBeInTheDocument();
  expect(session.get().user?.company.restricted).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

test("renewal: without a checkout the payment is said, and the page stays", async () => {
  const { person, router } = await renderWatch();
  const asked = renewTo(person, AFTER, false);
  act(() => listChanges.notify(["invoices"]));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(await screen.findByText(m.billing_renewed({ date: "23/12/2026" }))).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(router.state.location.pathname).toBe("/financeiro");
  expect(asked.count).toBe(1);
});

test("renewal: an invoice that changes without a payment says nothing, and agents are not asked", async () => {
  const { person, unmount } = await renderWatch();
  const asked = renewTo(person, BEFORE, false);
  act(() => listChanges.notify(["invoices"]));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(asked.count).toBe(1);
  expect(screen.queryByText(/Sua licença foi renovada/)).not.toBeInTheDocument();
  unmount();
  const agent = await renderWatch({}, { profile: "user" });
  const ofAgent = renewTo(agent.person, AFTER, false);
  act(() => listChanges.notify(["invoices"]));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(ofAgent.count).toBe(0);
});

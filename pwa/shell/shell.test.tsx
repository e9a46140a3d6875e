import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test } from "vitest";
import type { SessionUser } from "../../contracts/account/session.ts";
import { testTime } from "../../contracts/testing/clock.ts";
import { m } from "../i18n/paraglide/messages.js";
import { session, setSignOutGuard } from "../session/session.ts";
import { useSession } from "../session/use-session.ts";
import { answer } from "../testing/answers.ts";
import { becomePhone, matchQueries } from "../testing/browser-gaps.ts";
import { renderScreen } from "../testing/render.tsx";
import { setNow } from "../testing/timers.ts";
import { setMenuSignals } from "./menu/menu-signals.ts";
import { Shell } from "./shell.tsx";

/** Draws nothing of the shell after the user has signed out, like the app. */
function App() {
  const { user } = useSession();
  return user ? <Shell>a página</Shell> : <p>signed out</p>;
}
const renderShell = (signedIn: Partial<SessionUser> = {}, path = "/tickets") =>
  renderScreen(<App />, { signedIn, path });

const menu = () => screen.findByRole("navigation", { name: m.shell_menu() });
const link = async (name: string | RegExp) => within(await menu()).findByRole("link", { name });
const signOutButton = async () => within(await menu()).findByRole("button", { name: m.shell_sign_out() });
const dueIn = (days: number) => ({
  company: {
    id: "c1",
    name: "Olaria",
    dueDate: new Date(testTime() + (days + 0.01) * 86_400_000).toISOString(),
    settings: [],
  },
});

afterEach(() => {
  setMenuSignals({ unreadTickets: 0, connectionDown: false });
  setSignOutGuard(async () => 0);
});

test.each([
  ["admin", true],
  ["supervisor", false],
  ["user", false],
] as const)("the menu of the profile %s contains the administration: %s", async (profile, leads) => {
  await renderShell({ profile });
  expect(await link(m.shell_tickets())).toHaveAttribute("href", "/tickets");
  expect(await link(m.shell_tags())).toBeInTheDocument();
  for (const name of [m.shell_connections(), m.queues_title(), m.users_title(), m.settings_title()])
    expect(within(await menu()).queryAllByRole("link", { name })).toHaveLength(leads ? 1 : 0);
});

test("the menu marks the open page", async () => {
  const { router, user } = await renderShell();
  expect(await link(m.shell_tickets())).toHaveAttribute("aria-current", "page");
  await user.click(await link(m.shell_tags()));
  await waitFor(() => expect(router.state.location.pathname).toBe("/tags"));
  await waitFor(async () => expect(await link(m.shell_tags())).toHaveAttribute("aria-current", "page"));
  expect(await link(m.shell_tickets())).not.toHaveAttribute("aria-current");
});

test.each(["/EmailLis", "/Email", "/EmailScheduler"])("the menu marks the mails at %s", async (path) => {
  await renderShell({}, path);
  expect(await link(m.email_title())).toHaveAttribute("aria-current", "page");
});

test("the menu shows how many conversations wait, and that a connection is down", async () => {
  await renderShell();
  await menu();
  act(() => setMenuSignals({ unreadTickets: 3, connectionDown: true }));
  expect(await link(new RegExp(`${m.shell_tickets()}.*3`))).toBeInTheDocument();
  expect(await link(new RegExp(`${m.shell_connections()}.*${m.shell_connection_down()}`))).toBeInTheDocument();
});

test("the menu collapses to icons that keep their names, and stays collapsed after a reload", async () => {
  const { user, unmount } = await renderShell();
  await user.click(await screen.findByRole("button", { name: m.shell_collapse_menu() }));
  expect(screen.queryByText(m.shell_version())).not.toBeInTheDocument();
  expect(await link(m.shell_tags())).toBeInTheDocument();
  unmount();
  const again = await renderShell();
  const open = await screen.findByRole("button", { name: m.shell_open_menu() });
  expect(screen.queryByText(m.shell_version())).not.toBeInTheDocument();
  await again.user.click(open);
  expect(await screen.findByText(m.shell_version())).toBeInTheDocument();
});

test("on a phone the menu lies above the page and closes when a page is chosen", async () => {
  becomePhone();
  const { user, router } = await renderShell();
  await user.click(await screen.findByRole("button", { name: m.shell_open_menu() }));
  const layer = await screen.findByRole("dialog", { name: m.shell_menu() });
  expect(within(layer).getByText(/Marina Duarte/)).toBeInTheDocument();
  await user.click(within(layer).getByRole("link", { name: m.shell_tags() }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe("/tags");
});

test("in a window without room for the open menu its icons stay, and the button opens it above the page", async () => {
  matchQueries("(width < 46rem)");
  const { user } = await renderShell();
  expect(screen.queryByText(m.shell_version())).not.toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: m.shell_open_menu() }));
  const layer = await screen.findByRole("dialog", { name: m.shell_menu() });
  expect(within(layer).getByText(m.shell_version())).toBeInTheDocument();
  expect(localStorage.getItem("menu")).toBeNull();
});

test("signing out calls the server and removes the signed-in user", async () => {
  const told = answer("delete", "/auth/logout");
  const { user } = await renderShell();
  await user.click(await signOutButton());
  expect(await screen.findByText("signed out")).toBeInTheDocument();
  expect(localStorage.getItem("token")).toBeNull();
  await waitFor(() => expect(told).toHaveLength(1));
});

test("signing out asks first while actions are only on this device, and staying keeps the session", async () => {
  const told = answer("delete", "/auth/logout");
  const { user } = await renderShell();
  await menu();
  setSignOutGuard(async () => 2);
  await user.click(await signOutButton());
  const question = await screen.findByRole("alertdialog", { name: m.shell_pending_title() });
  expect(question).toHaveTextContent(m.shell_pending_text({ count: 2 }));
  await user.click(within(question).getByRole("button", { name: m.shell_stay() }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(session.get().user).not.toBeNull();
  expect(told).toEqual([]);
  await user.click(await signOutButton());
  await user.click(await screen.findByRole("button", { name: m.shell_sign_out_anyway() }));
  expect(await screen.findByText("signed out")).toBeInTheDocument();
});

test.each([
  [3, true],
  [20, false],
])("a subscription that ends in %i days shows a warning above every page: %s", async (days, warns) => {
  setNow("2026-11-25T15:00:00Z");
  await renderShell(dueIn(days));
  await menu();
  expect(screen.queryAllByText(m.shell_due_soon({ days }))).toHaveLength(warns ? 1 : 0);
});

test.each([
  ["admin", 1],
  ["user", 0],
] as const)("the end of the subscription is in the top bar of the profile %s %i times", async (profile, times) => {
  await renderShell({ profile, ...dueIn(20) });
  const bar = await screen.findByRole("banner");
  const [before = ""] = m.shell_active_until({ date: "|" }).split("|");
  expect(within(bar).queryAllByText(new RegExp(before))).toHaveLength(times);
});

test("the first link skips the menu and leads to the page", async () => {
  const { user } = await renderShell();
  await menu();
  await user.tab();
  const skip = screen.getByRole("link", { name: m.shell_skip() });
  expect(skip).toHaveFocus();
  expect(document.querySelector(skip.getAttribute("href") ?? "")).toBe(screen.getByRole("main"));
});

test("G and a letter open a page, but not while typing and not a page without permission", async () => {
  const { user, router } = await renderShell({ profile: "user" });
  await menu();
  const field = document.createElement("input");
  document.body.append(field);
  onTestFinished(() => field.remove());
  await user.type(field, "gc");
  expect(router.state.location.pathname).toBe("/tickets");
  field.blur();
  await user.keyboard("gx");
  await user.keyboard("gc");
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
});

test("the warning leads admins to the subscription, and others nowhere", async () => {
  const { unmount } = await renderShell({ ...dueIn(3) });
  expect(await screen.findByRole("link", { name: m.billing_see_subscription() })).toHaveAttribute(
    "href",
    "/subscription",
  );
  unmount();
  await renderShell({ ...dueIn(3), profile: "user" });
  await screen.findByText(/Sua assinatura vence em/);
  expect(screen.queryByRole("link", { name: m.billing_see_subscription() })).not.toBeInTheDocument();
});

test("a trial is named in the top bar and in the warning", async () => {
  const { company } = dueIn(2);
  await renderShell({ company: { ...company, trialExpiration: company.dueDate } });
  expect(await screen.findByText(/^Teste grátis até \d\d\/\d\d\/\d{4}$/)).toBeInTheDocument();
  expect(screen.getByText(/^Seu teste grátis termina em/)).toBeInTheDocument();
});

test("past the due date the shell has only the way to pay, and says what brings the rest back", async () => {
  const { company } = dueIn(-2);
  await renderShell({ company: { ...company, restricted: true } }, "/financeiro");
  expect(
    within(await menu())
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual([m.billing_menu()]);
  expect(within(await menu()).getByText(m.billing_restricted_menu())).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(/Sua assinatura venceu em/);
  expect(screen.queryByRole("button", { name: m.palette_title() })).not.toBeInTheDocument();
  expect(await signOutButton()).toBeEnabled();
});

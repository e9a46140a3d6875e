import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import type { DashboardWire } from "../../../contracts/wire/dashboard.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { PageActionsSlot } from "../../shell/page-actions.tsx";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { setDeviceZone } from "../../testing/device-zone.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { setNow } from "../../testing/timers.ts";
import { HomeScreen } from "./index.tsx";

const ANA = "0190d3a0-0000-7000-8000-0000000000a1";

const figures = (change: Partial<DashboardWire> = {}): DashboardWire => ({
  counters: {
    ...{ supportPending: 4, supportHappening: 12, supportFinished: 1_340, finishedToday: 7, leads: 25 },
    ...{ avgSupportTime: 95, avgWaitTime: 0 },
  },
  before: { avgSupportTime: 100, avgWaitTime: null },
  attendants: [
    { id: ANA, name: "Ana Prado", rating: 2.5, avgSupportTime: 65, tickets: 3, online: true },
    {
      id: "0190d3a0-0000-7000-8000-0000000000b2",
      name: "Bia Reis",
      rating: null,
      avgSupportTime: 0,
      tickets: 0,
      online: false,
    },
  ],
  hours: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 5 : 0)),
  queues: [
    { id: "q1", name: "Vendas", color: "#1d7f52", waiting: 3, since: new Date(testTime() - 12 * 60_000).toISOString() },
    { id: null, name: "", color: "", waiting: 0, since: null },
  ],
  period: { from: "2026-11-01", to: "2026-11-23", timeZone: "America/Sao_Paulo" },
  ...change,
});

let asked: URLSearchParams[];
beforeEach(() => {
  asked = [];
});

/** Renders the dashboard of a company that has answered customers, so without the first steps. */
async function renderDashboard(
  answer: () => Response = () => HttpResponse.json(figures()),
  options: Parameters<typeof renderScreen>[1] = {},
) {
  server.use(
    http.get("/dashboard", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer();
    }),
  );
  server.use(http.get("/first-steps", () => HttpResponse.json({ answered: true, hasSandbox: false })));
  return renderScreen(
    <>
      <PageActionsSlot />
      <HomeScreen />
    </>,
    options,
  );
}

const card = async (label: string) => {
  const heading = await screen.findByText(label, { selector: "li span" });
  return within(heading.closest("li") as HTMLElement);
};

test.each([
  { label: m.dashboard_pending, figure: "4", leadsTo: "/tickets?tab=pending" },
  { label: m.dashboard_happening, figure: "12", leadsTo: "/tickets?tab=open" },
  { label: m.dashboard_finished, figure: "1.340", leadsTo: "/tickets?tab=closed" },
  { label: m.dashboard_leads, figure: "25", leadsTo: "/contacts" },
])("dashboard card: the figure $figure links to $leadsTo", async ({ label, figure, leadsTo }) => {
  await renderDashboard();
  const { getByText, getByRole } = await card(label());
  expect(getByText(figure)).toBeInTheDocument();
  expect(getByRole("link")).toHaveAttribute("href", leadsTo);
});

test("dashboard card: a time without data says so, and one with data is compared with the previous period", async () => {
  await renderDashboard();
  expect((await card(m.dashboard_wait())).getByText(m.dashboard_no_data())).toBeInTheDocument();
  const support = await card(m.dashboard_support());
  expect(support.getByText(m.dashboard_hours_minutes({ hours: 1, minutes: 35 }))).toBeInTheDocument();
  const less = m.dashboard_less({ minutes: m.dashboard_minutes({ minutes: 5 }) });
  expect(support.getByText(`${m.dashboard_average()} · ${less}`)).toBeInTheDocument();
});

test("dashboard: the agents' table shows rating, presence and links to an agent's tickets", async () => {
  await renderDashboard();
  const table = within(await screen.findByRole("table", { name: m.dashboard_attendants() }));
  const [ana, bia] = table.getAllByRole("row").slice(1);
  const inAna = within(ana as HTMLElement);
  expect(inAna.getByRole("img", { name: m.dashboard_stars({ rating: "2,5", most: 3 }) })).toBeInTheDocument();
  expect(inAna.getByText(m.dashboard_is_online())).toBeInTheDocument();
  const tickets = inAna.getByRole("link", { name: m.dashboard_tickets_of({ count: 3, name: "Ana Prado" }) });
  expect(tickets).toHaveAttribute("href", `/tickets?tab=open&agent=${ANA}`);
  const inBia = within(bia as HTMLElement);
  expect(inBia.getByText(m.dashboard_unrated())).toBeInTheDocument();
  expect(inBia.getByText(m.dashboard_is_offline())).toBeInTheDocument();
  expect(inBia.queryByRole("link")).not.toBeInTheDocument();
});

test("dashboard: each queue shows how many wait and since when; tickets without a queue have a row", async () => {
  await renderDashboard();
  const sales = (await screen.findByText("Vendas")).closest("li") as HTMLElement;
  expect(sales).toHaveTextContent(`Vendas3${m.dashboard_minutes({ minutes: 12 })}`);
  expect(screen.getByText(m.dashboard_no_queue()).closest("li")).toHaveTextContent("0—");
});

test("dashboard: a table has the chart's figures for screen readers", async () => {
  await renderDashboard();
  const table = within(await screen.findByRole("table", { name: m.dashboard_chart_title() }));
  expect(table.getByRole("row", { name: "09:00 5" })).toBeInTheDocument();
  expect(table.getAllByRole("row")).toHaveLength(24);
});

test("dashboard filter: requests the dates that it shows", async () => {
  const { user } = await renderDashboard();
  const from = await screen.findByLabelText(m.dashboard_filter_from());
  await user.clear(from);
  await user.type(from, "2026-10-05");
  await user.click(screen.getByRole("button", { name: m.dashboard_filter() }));
  await waitFor(() => expect(asked.at(-1)?.get("date_from")).toBe("2026-10-05"));
});

test.each([
  { what: "no date at all", from: "", to: "", says: m.dashboard_filter_empty },
  { what: "an end before the beginning", from: "2026-11-20", to: "2026-11-10", says: m.dashboard_filter_wrong },
])("dashboard filter: $what is refused with its reason, and no request is sent", async ({ from, to, says }) => {
  const { user } = await renderDashboard();
  await screen.findByRole("table", { name: m.dashboard_attendants() });
  const before = asked.length;
  for (const [label, value] of [
    [m.dashboard_filter_from(), from],
    [m.dashboard_filter_to(), to],
  ] as const) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    if (value) await user.type(field, value);
  }
  await user.click(screen.getByRole("button", { name: m.dashboard_filter() }));
  expect(await screen.findByText(says())).toBeInTheDocument();
  expect(asked).toHaveLength(before);
});

test("dashboard filter: a number of days replaces the dates", async () => {
  const { user } = await renderDashboard();
  await user.click(await screen.findByRole("button", { name: new RegExp(m.dashboard_filter_kind()) }));
  await user.click(await screen.findByRole("option", { name: m.dashboard_filter_period() }));
  expect(screen.queryByLabelText(m.dashboard_filter_from())).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: new RegExp(`^${m.dashboard_filter_period()}`) }));
  await user.click(await screen.findByRole("option", { name: m.dashboard_filter_days({ days: 30 }) }));
  await user.click(screen.getByRole("button", { name: m.dashboard_filter() }));
  await waitFor(() => expect(asked.at(-1)?.toString()).toBe("days=30"));
});

test("dashboard: a failing server is reported, and trying again shows the figures", async () => {
  let fails = true;
  const { user } = await renderDashboard(() =>
    fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json(figures()),
  );
  const again = await screen.findByRole("button", { name: m.ui_try_again() });
  expect(screen.queryByRole("table", { name: m.dashboard_attendants() })).not.toBeInTheDocument();
  fails = false;
  await user.click(again);
  expect(await screen.findByRole("table", { name: m.dashboard_attendants() })).toBeInTheDocument();
});

test("dashboard: says offline that the figures need the server, and loads them when online", async () => {
  let fails = true;
  await renderDashboard(() => (fails ? HttpResponse.error() : HttpResponse.json(figures())));
  expect((await screen.findAllByText(m.dashboard_offline())).length).toBeGreaterThan(0);
  fails = false;
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByRole("table", { name: m.dashboard_attendants() })).toBeInTheDocument();
});

test("dashboard on a phone: the period is one button in the top bar; choosing another closes its sheet", async () => {
  becomePhone();
  const { user } = await renderDashboard();
  await user.click(await screen.findByRole("button", { name: new RegExp(`^${m.dashboard_period({ period: "" })}`) }));
  const sheet = within(await screen.findByRole("dialog", { name: m.dashboard_period_title() }));
  await user.clear(sheet.getByLabelText(m.dashboard_filter_from()));
  await user.type(sheet.getByLabelText(m.dashboard_filter_from()), "2026-10-05");
  await user.click(sheet.getByRole("button", { name: m.dashboard_filter() }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(asked.at(-1)?.get("date_from")).toBe("2026-10-05"));
});

test("dashboard: the days of the filter are the company's, and their zone is named on a device with another hour", async () => {
  // 23:30 on 30 November in Manaus, and already December in the company's São Paulo.
  setDeviceZone("America/Manaus");
  setNow("2026-12-01T03:30:00Z");
  const settings = [{ key: "timeZone", value: "America/Sao_Paulo" }];
  const company = { id: "c1", name: "Olaria", dueDate: "2030-01-01T02:00:00Z", settings };
  await renderDashboard(undefined, { signedIn: { company } });
  expect(await screen.findByText(m.zone_line({ zone: "horário de Brasília" }))).toBeInTheDocument();
  await waitFor(() =>
    expect([asked[0]?.get("date_from"), asked[0]?.get("date_to")]).toEqual(["2026-12-01", "2026-12-01"]),
  );
  expect((await card(m.dashboard_due())).getByText("31/12/29")).toBeInTheDocument();
});

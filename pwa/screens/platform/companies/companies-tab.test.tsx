import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { testNow } from "../../../../contracts/testing/clock.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../../testing/answers.ts";
import { becomePhone } from "../../../testing/browser-gaps.ts";
import { field, goOffline, saveButton } from "../../../testing/dialog.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { SettingsScreen } from "../../settings/index.tsx";
import { givenCompanyWire, givenPlanWire, givenUsage } from "../testing/given-company.ts";

const clinic = givenCompanyWire();
const bakery = givenCompanyWire({ id: "0190d3a0-0000-7000-8000-00000000e0a2", name: "Padaria Trigo Bom" });
const path = `/companies/${clinic.id}`;
const person = "0190d3a0-0000-7000-8000-00000000d0a7";
const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const form = (name: string) => screen.findByRole("form", { name });

beforeEach(() => {
  localStorage.clear();
  answer("get", "/companies", { companies: [clinic, bakery], count: 2, hasMore: false });
  answer("get", "/companies/usage", [givenUsage({ users: { used: 13, limit: 12 } })]);
  answer("get", "/plans/all", [givenPlanWire]);
  answer("get", "/payment-events", []);
  answer("get", "/companies/removals", []);
});

async function openTab(options: Parameters<typeof renderScreen>[1] = {}) {
  const rendered = await renderScreen(<SettingsScreen />, {
    signedIn: { id: person, companyId: person, super: true },
    ...options,
  });
  await rendered.user.click(await screen.findByRole("tab", { name: m.platform_companies() }));
  await screen.findByText(clinic.name);
  return rendered;
}

test("companies: an admin who is not super sees none of the platform's tabs", async () => {
  await renderScreen(<SettingsScreen />);
  await screen.findByRole("switch", { name: new RegExp(m.settings_user_rating()) });
  for (const name of [m.platform_companies(), m.platform_plans(), m.platform_helps(), m.platform_audit()])
    expect(screen.queryByRole("tab", { name })).not.toBeInTheDocument();
});

test("companies: a row is one company's record, and marks what exceeds its plan", async () => {
  await openTab();
  const theirs = within(await row(clinic.name));
  expect(await theirs.findByText(m.platform_over_plan())).toBeInTheDocument();
  for (const text of [
    clinic.email,
    "Profissional",
    m.platform_campaigns_on(),
    "08/08/2025",
    "30/11/2026",
    "TRIMESTRAL",
  ])
    expect(theirs.getByText(text)).toBeInTheDocument();
  expect(within(await row(bakery.name)).queryByText(m.platform_over_plan())).not.toBeInTheDocument();
});

test("companies: the other columns show the use of the plan", async () => {
  const { user } = await openTab();
  await user.click(await button(m.platform_columns_usage()));
  const theirs = within(await row(clinic.name));
  for (const text of ["13 de 12", "2 de 6", "4 de 10", "1.234", m.platform_never()])
    expect(await theirs.findByText(text)).toBeInTheDocument();
  expect(theirs.queryByText(clinic.email)).not.toBeInTheDocument();
  expect(within(await row(bakery.name)).queryByText("4 de 10")).not.toBeInTheDocument();
});

test("companies: the exceptions to the plan are open only where they matter", async () => {
  const usage = (change: object) => [givenUsage(change), givenUsage({ ...change, id: bakery.id })];
  answer("get", "/companies/usage", usage({}));
  answer("get", "/companies", {
    companies: [clinic, { ...bakery, usersLimit: 15 }],
    ...{ count: 2, hasMore: false },
  });
  const { user } = await openTab();
  const opener = () => button(new RegExp(m.platform_exceptions()));
  const limit = () => screen.getByLabelText(m.platform_users());
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  expect(await opener()).toHaveAttribute("aria-expanded", "false");
  expect(limit()).not.toBeVisible();
  await user.click(await opener());
  await user.type(limit(), "abc");
  await user.click(await opener());
  await user.click(saveButton());
  expect(await screen.findByText(m.platform_limit_wrong())).toBeVisible();
  await user.click(await button(m.platform_edit_of({ name: bakery.name })));
  await waitFor(() => expect(limit()).toHaveValue("15"));
  expect(limit()).toBeVisible();
});

test("companies: the pencil fills the form, + Vencimento moves the date, and only changes are sent", async () => {
  const sent = answer("put", path);
  const { user } = await openTab();
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  const box = within(await form(clinic.name));
  expect(box.getByLabelText(m.platform_phone())).toHaveValue("+55 (31) 95550-0210");
  await user.click(box.getByRole("button", { name: m.platform_extend_to({ date: "28/02/2027" }) }));
  expect(box.getByLabelText(m.platform_due_date())).toHaveValue("2027-02-28");
  await user.click(saveButton());
  expect(await screen.findByText(m.platform_saved())).toBeInTheDocument();
  expect(sent).toEqual([{ id: clinic.id, name: clinic.name, dueDate: "2027-02-28" }]);
  expect(await form(m.platform_company_new())).toBeInTheDocument();
});

test("companies: a taken e-mail of the first admin is shown at its field", async () => {
  refuse("post", "/companies", "ERR_VALIDATION", { fields: { "admin.email": ["taken"] } });
  const { user } = await openTab();
  await user.type(await field(m.platform_name()), "Livraria Mandacaru");
  await user.type(await field(m.platform_admin_name()), "Rita");
  await user.type(await field(m.platform_admin_email()), "rita@mandacaru.example");
  await user.type(await field(m.platform_admin_password()), "Segredo-longo-7");
  await user.click(saveButton());
  expect(await screen.findByText(m.platform_admin_email_taken())).toBeInTheDocument();
  expect(await field(m.platform_admin_email())).toHaveAttribute("aria-invalid", "true");
});

test("companies: what was typed stays on this device, but no password", async () => {
  const { user, unmount } = await openTab();
  await user.type(await field(m.platform_name()), "Livraria");
  await user.type(await field(m.platform_admin_password()), "Segredo-longo-7");
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain("Livraria"));
  expect(JSON.stringify({ ...localStorage })).not.toContain("Segredo-longo-7");
  unmount();
  await openTab();
  expect(await field(m.platform_name())).toHaveValue("Livraria");
  expect(screen.getByText(m.platform_draft())).toBeInTheDocument();
});

test("companies: a due date that was paid meanwhile is not brought back by what was typed before", async () => {
  const first = await openTab();
  await first.user.click(await button(m.platform_edit_of({ name: clinic.name })));
  await first.user.type(await field(m.platform_name()), " Filial");
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain("Filial"));
  first.unmount();
  answer("get", "/companies", {
    companies: [{ ...clinic, dueDay: { ...clinic.dueDay, date: "2027-02-28" } }, bakery],
    ...{ count: 2, hasMore: false },
  });
  let saved: Record<string, unknown> = {};
  server.use(
    http.put(path, async ({ request }) => {
      saved = (await request.json()) as typeof saved;
      return HttpResponse.json(clinic);
    }),
  );
  const { user } = await renderScreen(<SettingsScreen />, { signedIn: { id: person, companyId: person, super: true } });
  await user.click(await screen.findByRole("tab", { name: m.platform_companies() }));
  await row("28/02/2027");
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  await waitFor(async () => expect(await field(m.platform_name())).toHaveValue(`${clinic.name} Filial`));
  await user.click(saveButton());
  await waitFor(() => expect(saved.name).toBe(`${clinic.name} Filial`));
  expect(saved).not.toHaveProperty("dueDate");
});

test("companies: what was typed for a record stays with it while another one is edited", async () => {
  const { user } = await openTab();
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  await user.type(await field(m.platform_name()), " Filial");
  await user.click(await button(m.platform_edit_of({ name: bakery.name })));
  await waitFor(async () => expect(await field(m.platform_name())).toHaveValue(bakery.name));
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  await waitFor(async () => expect(await field(m.platform_name())).toHaveValue(`${clinic.name} Filial`));
  await user.click(await button(m.ui_clear()));
  await waitFor(async () => expect(await field(m.platform_name())).toHaveValue(""));
  await user.click(await screen.findByRole("button", { name: m.ui_undo() }));
  await waitFor(async () => expect(await field(m.platform_name())).toHaveValue(`${clinic.name} Filial`));
});

test("companies: offline nothing is saved, and the form says that it keeps what is typed", async () => {
  const { user, replication } = await openTab();
  goOffline(replication);
  expect(await screen.findByText(m.platform_offline())).toBeInTheDocument();
  await user.type(await field(m.platform_name()), "Livraria");
  expect(await screen.findByText(m.platform_draft_offline())).toBeInTheDocument();
  expect(saveButton()).toBeDisabled();
});

test("companies: a company is deleted only after its name was typed", async () => {
  const sent = answer("delete", path);
  const { user } = await openTab();
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  await user.click(await button(m.ui_delete()));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("button", { name: m.ui_delete() })).toBeDisabled();
  await user.type(dialog.getByRole("textbox"), clinic.name);
  await user.click(dialog.getByRole("button", { name: m.ui_delete() }));
  await waitFor(() => expect(sent).toEqual([{ name: clinic.name }]));
});

test("companies: the platform's own company cannot be deleted or deactivated here", async () => {
  const { user } = await openTab({ signedIn: { id: person, super: true, companyId: clinic.id } });
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  expect(screen.queryByRole("button", { name: m.ui_delete() })).not.toBeInTheDocument();
  expect(await screen.findByText(m.platform_own_company())).toBeInTheDocument();
});

test("companies: deleted ones can be restored", async () => {
  server.use(
    http.get("/companies", ({ request }) => {
      const isDeleted = new URL(request.url).searchParams.get("deleted") === "true";
      const gone = { ...bakery, deletedAt: testNow().toISOString() };
      return HttpResponse.json({ companies: isDeleted ? [gone] : [clinic], count: 1, hasMore: false });
    }),
  );
  const sent = answer("post", `/companies/${bakery.id}/restore`);
  const { user } = await openTab();
  await user.click(await button(m.platform_view_deleted()));
  expect(await screen.findByText(m.platform_gone_in({ count: 30 }))).toBeInTheDocument();
  await user.click(await button(m.platform_restore_of({ name: bakery.name })));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("companies: an invoice is marked as paid with a reason", async () => {
  const invoice = {
    ...{ id: "i1", number: 41, detail: "Profissional, trimestral", value: 1049.7, dueDate: "2026-11-30" },
    ...{
      kind: "period",
      recurrence: "TRIMESTRAL",
      status: "open",
      overdue: false,
      paidAt: null,
      paidWith: null,
      reason: null,
      planId: "p1",
    },
  };
  answer("get", `${path}/invoices`, [invoice]);
  const sent = answer("post", `${path}/invoices/i1/paid`);
  const { user } = await openTab();
  await user.click(await button(m.platform_invoices_of({ name: clinic.name })));
  await user.click(await button(m.platform_invoice_pay_of({ number: 41 })));
  await user.type(await field(m.platform_reason()), "Recebido em dinheiro");
  await user.click(await button(m.platform_invoice_pay()));
  await waitFor(() => expect(sent).toEqual([{ reason: "Recebido em dinheiro" }]));
});

test("companies: an open invoice is voided with a reason, and a paid one cannot be", async () => {
  const invoice = {
    ...{ id: "i1", number: 41, detail: "Profissional, trimestral", value: 1049.7, dueDate: "2026-11-30" },
    ...{
      kind: "period",
      recurrence: "TRIMESTRAL",
      status: "open",
      overdue: false,
      paidAt: null,
      paidWith: null,
      reason: null,
      planId: "p1",
    },
  };
  const paid = { ...invoice, id: "i2", number: 40, status: "paid", paidAt: "2026-08-30T12:00:00Z", paidWith: "pix" };
  answer("get", `${path}/invoices`, [invoice, paid]);
  const sent = answer("post", `${path}/invoices/i1/void`);
  const { user } = await openTab();
  await user.click(await button(m.platform_invoices_of({ name: clinic.name })));
  await user.click(await button(m.platform_invoice_void_of({ number: 41 })));
  expect(screen.queryByRole("button", { name: m.platform_invoice_void_of({ number: 40 }) })).not.toBeInTheDocument();
  const dialog = within(await screen.findByRole("dialog", { name: m.platform_invoice_void_of({ number: 41 }) }));
  await user.click(dialog.getByRole("button", { name: m.platform_invoice_void() }));
  expect(sent).toEqual([]);
  await user.type(await field(m.platform_reason()), "Cobrança em dobro");
  await user.click(dialog.getByRole("button", { name: m.platform_invoice_void() }));
  await waitFor(() => expect(sent).toEqual([{ reason: "Cobrança em dobro" }]));
});

test("companies: payments without an invoice are counted, and dismissed with a reason", async () => {
  const event = {
    ...{ id: "e1", provider: "stripe", providerId: "cs_1", state: "unmatched", reason: "paidTwice", value: 349.9 },
    ...{ company: { id: clinic.id, name: clinic.name }, invoice: { id: "i1", number: 41 } },
    createdAt: "2026-11-20T12:00:00.000Z",
  };
  answer("get", "/payment-events", [event]);
  const sent = answer("post", "/payment-events/e1/dismiss");
  const { user } = await openTab();
  expect(await screen.findByText(m.platform_unmatched({ count: 1 }))).toBeInTheDocument();
  await user.click(await button(m.platform_unmatched_show()));
  expect(await screen.findByText(m.platform_event_paid_twice())).toBeInTheDocument();
  await user.click(await button(m.platform_dismiss_of({ id: "cs_1" })));
  await user.type(await field(m.platform_reason()), "Devolvido");
  await user.click(await button(m.platform_dismiss()));
  await waitFor(() => expect(sent).toEqual([{ reason: "Devolvido" }]));
});

test("companies: a refused deletion says why in the specification's words", async () => {
  refuse("delete", path, "ERR_COMPANY_NAME");
  const { user } = await openTab();
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  await user.click(await button(m.ui_delete()));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox"), clinic.name);
  await user.click(dialog.getByRole("button", { name: m.ui_delete() }));
  const words = m.platform_call_failed({ reason: errorMessage("ERR_COMPANY_NAME") });
  expect(await dialog.findByText(words)).toBeInTheDocument();
});

test("companies: a phone shows rows, and the form behind a button", async () => {
  becomePhone();
  const { user } = await openTab();
  expect(screen.queryByRole("form")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: new RegExp(clinic.name) }));
  await user.click(await button(m.platform_edit_of({ name: clinic.name })));
  expect(await form(clinic.name)).toBeInTheDocument();
});

test("companies: a removal says how far it is, and since when it has made no progress", async () => {
  const removal = { id: bakery.id, name: bakery.name, deletedAt: testNow().toISOString() };
  answer("get", "/companies/removals", [
    { ...removal, total: 210_000, removed: 48_000, idleSeconds: 4 },
    { ...removal, id: clinic.id, name: "Olaria", total: 500, removed: 20, idleSeconds: 840 },
    { ...removal, id: person, name: "Livraria", total: null, removed: 0, idleSeconds: 3_600 },
  ]);
  const { user } = await openTab();
  expect(screen.queryByRole("list", { name: m.platform_removals() })).not.toBeInTheDocument();
  await user.click(await button(m.platform_view_deleted()));
  const [moving, standing, waiting] = within(
    await screen.findByRole("list", { name: m.platform_removals() }),
  ).getAllByRole("listitem");
  const idle = m.platform_removal_idle({ time: "14 min" });
  expect(moving).toHaveTextContent(m.platform_removal({ name: bakery.name, removed: "48.000", total: "210.000" }));
  expect(within(moving as HTMLElement).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "48000");
  expect(moving).not.toHaveTextContent("min");
  expect(standing).toHaveTextContent(idle);
  expect(waiting).toHaveTextContent(m.platform_removal_waits({ name: "Livraria" }));
  expect(waiting).not.toHaveTextContent(m.platform_removal_idle({ time: "60 min" }));
});

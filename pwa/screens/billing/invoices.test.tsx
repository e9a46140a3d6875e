import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { money } from "../../i18n/money.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { listChanges } from "../../session/server-data/list-changes.ts";
import { answer } from "../../testing/answers.ts";
import { becomePhone, scrollEverythingIntoView } from "../../testing/browser-gaps.ts";
import { goOffline, search } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { setNow } from "../../testing/timers.ts";
import { InvoicesScreen } from "./index.tsx";
import { givenCompany, givenInvoice } from "./testing/given-billing.ts";

const paid = givenInvoice(998, {
  detail: "Plano Profissional · outubro",
  status: "paid",
  paidAt: "2026-10-17T15:00:00Z",
  paidWith: "efi",
  dueDate: "2026-10-18",
});
const overdue = givenInvoice(1037, { detail: "Plano Profissional · novembro", overdue: true, dueDate: "2026-11-18" });
const voided = givenInvoice(1001, { status: "void", reason: "Cobrança em dobro" });
const all = [givenInvoice(1042), overdue, paid, voided];
const future = new Date(testTime() + 30 * 86_400_000).toISOString();
const renderInvoices = () => renderScreen(<InvoicesScreen />, { path: "/financeiro", signedIn: givenCompany(future) });
const row = async (number: string) =>
  (await screen.findAllByRole("row")).find((one) => within(one).queryByText(number)) as HTMLElement;

test("invoices: each row shows number, detail, amount, day and status, and what can be done", async () => {
  answer("get", "/invoices/all", all);
  await renderInvoices();
  await screen.findByText("1042");
  const cells = within(await row("0998")).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual([
    "0998",
    "Plano Profissional · outubro",
    money(349.9),
    "18/10/2026",
    m.billing_paid(),
    m.billing_receipt(),
  ]);
  expect(
    within(await row("1042")).getByRole("button", { name: m.billing_pay_spoken({ number: "1042" }) }),
  ).toBeEnabled();
  expect(within(await row("1037")).getByText(m.billing_overdue())).toBeInTheDocument();
  expect(await row("1037")).toHaveClass("bg-due-red-soft");
  expect(await row("1042")).not.toHaveClass("bg-due-red-soft");
  expect(within(await row("1001")).getByText(m.billing_void())).toBeInTheDocument();
  expect(within(await row("1001")).getByText("Cobrança em dobro")).toBeInTheDocument();
  expect(within(await row("1001")).queryByRole("button")).not.toBeInTheDocument();
});

test("invoices: the oldest overdue one is named above the list", async () => {
  setNow("2026-11-21T15:00:00Z");
  answer("get", "/invoices/all", all);
  await renderScreen(<InvoicesScreen />, { path: "/financeiro", signedIn: givenCompany("2026-12-19T02:59:59Z") });
  const notice = await screen.findByText(m.billing_overdue_notice({ detail: overdue.detail, days: 3 }));
  expect(notice.parentElement).toHaveTextContent(m.billing_overdue_fine());
});

test("invoices: a search asks the server in lower case", async () => {
  const asked: string[] = [];
  server.use(
    http.get("/invoices/all", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(all);
    }),
  );
  const { user } = await renderInvoices();
  await screen.findByText("1042");
  await search(user, "NOVEM");
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual(["?pageNumber=1", "?searchParam=novem&pageNumber=1"]);
});

test("invoices: the next page follows near the end, until a page is not full", async () => {
  const first = Array.from({ length: 20 }, (_, at) => givenInvoice(2000 + at));
  const pages: string[] = [];
  server.use(
    http.get("/invoices/all", ({ request }) => {
      const page = new URL(request.url).searchParams.get("pageNumber") ?? "";
      pages.push(page);
      return HttpResponse.json(page === "1" ? first : [givenInvoice(1999)]);
    }),
  );
  await renderInvoices();
  await screen.findByText("2000");
  // The end of the list is observed a moment after the rows are drawn.
  await waitFor(() => {
    scrollEverythingIntoView();
    expect(pages).toContain("2");
  });
  expect(await screen.findByText("1999")).toBeInTheDocument();
  scrollEverythingIntoView();
  expect(pages).toEqual(["1", "2"]);
});

test("invoices: a change of an invoice loads the list again", async () => {
  answer("get", "/invoices/all", [givenInvoice(1042)]);
  await renderInvoices();
  expect(await screen.findByText(m.billing_open())).toBeInTheDocument();
  answer("get", "/invoices/all", [givenInvoice(1042, { status: "paid", paidWith: "pix", paidAt: future })]);
  act(() => listChanges.notify(["invoices"]));
  expect(await screen.findByText(m.billing_paid())).toBeInTheDocument();
  expect(screen.queryByText(m.billing_open())).not.toBeInTheDocument();
});

test("invoices: without a network the loaded ones stay, and paying says why it cannot", async () => {
  answer("get", "/invoices/all", [givenInvoice(1042)]);
  const { replication } = await renderInvoices();
  const pay = await screen.findByRole("button", { name: m.billing_pay_spoken({ number: "1042" }) });
  goOffline(replication);
  await waitFor(() => expect(pay).toBeDisabled());
  expect(screen.getByText(m.billing_offline())).toBeInTheDocument();
});

test("invoices: on a phone a row opens a sheet with the way to pay", async () => {
  becomePhone();
  answer("get", "/invoices/all", all);
  const { user } = await renderInvoices();
  await user.click(await screen.findByRole("button", { name: /novembro/ }));
  const sheet = await screen.findByRole("dialog");
  expect(within(sheet).getByText("18/11/2026")).toBeInTheDocument();
  expect(within(sheet).getByRole("button", { name: m.billing_pay_spoken({ number: "1037" }) })).toBeEnabled();
});

test("receipt: shows who paid what for which period, prints and saves it", async () => {
  answer("get", "/invoices/all", [paid]);
  answer("get", `/invoices/${paid.id}/receipt`, {
    ...paid,
    company: { name: "Olaria Serra Azul", email: "financeiro@olaria.example" },
    billing: {
      name: "Marina <Duarte>",
      street: "Rua das Laranjeiras, 48",
      city: "Belo Horizonte",
      state: "MG",
      zipCode: "30140-000",
      country: "BR",
    },
    from: "2026-10-19",
    to: "2026-11-18",
  });
  const { user } = await renderInvoices();
  await user.click(await screen.findByRole("button", { name: m.billing_receipt_spoken({ number: "0998" }) }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("Marina <Duarte>")).toBeInTheDocument();
  expect(within(dialog).getByText("19/10/2026 a 18/11/2026")).toBeInTheDocument();
  expect(within(dialog).getByText(m.billing_provider_efi())).toBeInTheDocument();
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  await user.click(within(dialog).getByRole("button", { name: m.billing_receipt_print() }));
  expect(print).toHaveBeenCalledOnce();
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "blob:receipt";
  });
  await user.click(within(dialog).getByRole("button", { name: m.billing_receipt_save() }));
  const page = await saved[0]?.text();
  expect(page).toContain("Marina &lt;Duarte&gt;");
  expect(page).toContain(money(349.9));
});

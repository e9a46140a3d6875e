import { act, screen, waitFor, within } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test, vi } from "vitest";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { testNow, testTime } from "../../../../contracts/testing/clock.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError } from "../../../session/api-error.ts";
import { becomePhone } from "../../../testing/browser-gaps.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderConversation } from "../testing/render-conversation.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";

let desk: GivenDesk;
let ticket: TicketDocument;
let companyId: string;
const print = vi.fn();
beforeEach(() => {
  companyId = uuidv7();
  desk = givenDesk();
  ticket = desk.ticket({
    ...{ contactName: "Helena Sampaio", contactNumber: "5531955500148", channel: "whatsapp", userId: ME, number: 1234 },
    notes: [
      {
        id: uuidv7(),
        note: "Prefere a tarde",
        userId: ME,
        userName: "Marina Duarte",
        createdAt: testNow().toISOString(),
      },
    ],
  });
  print.mockReset();
  vi.stubGlobal("print", print);
  // jsdom draws no pictures.
  HTMLImageElement.prototype.decode = () => Promise.resolve();
});

/** Gives the conversation so many messages; only the last 30 are on the device. */
function givenMessages(count: number): void {
  for (let at = 1; at <= count; at += 1)
    desk.message(ticket, {
      body: `linha ${at}`,
      createdAt: new Date(testTime() - (count - at + 1) * 60_000).toISOString(),
    });
}

async function open() {
  const rendered = await renderConversation({ ...desk, messages: desk.messages.slice(-30) }, ticket, {
    signedIn: { id: ME, companyId },
  });
  const openDialog = async () => {
    await rendered.user.click(screen.getByRole("button", { name: m.tickets_more_actions() }));
    await rendered.user.click(await screen.findByRole("menuitem", { name: m.print_menu() }));
    return within(await screen.findByRole("dialog", { name: m.print_title() }));
  };
  return { ...rendered, openDialog };
}
const sheet = () => document.querySelector<HTMLElement>("body > .printed-conversation");
const printButton = () => screen.getByRole("button", { name: m.print_action() });
const lines = () => [...(sheet()?.querySelectorAll("tbody tr") ?? [])].map((row) => row.textContent ?? "");

test("print: the whole conversation is printed, not only the loaded messages", async () => {
  givenMessages(135);
  const { user, openDialog, log } = await open();
  const dialog = await openDialog();
  await dialog.findByText(m.print_ready({ count: 135 }));
  await user.click(printButton());
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const printed = lines().flatMap((line) => /linha (\d+)/.exec(line)?.[1] ?? []);
  expect(printed).toEqual(Array.from({ length: 135 }, (_, index) => String(index + 1)));
  // The screen behind draws no more than before.
  expect(log.queryByText("linha 1")).not.toBeInTheDocument();
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(sheet()).toBeNull();
});

test("print: the sheet names contact, number, ticket, dates, zone and who printed it", async () => {
  givenMessages(2);
  const { user, openDialog } = await open();
  await openDialog();
  await waitFor(() => expect(printButton()).toBeEnabled());
  await user.click(printButton());
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const text = sheet()?.textContent ?? "";
  for (const part of ["Helena Sampaio", "+55 (31) 95550-0148", `#1234 · ${ticket.id}`, "Marina Duarte", "WhatsApp"])
    expect(text).toContain(part);
  expect(sheet()?.querySelector("tfoot")?.textContent).toMatch(/^Impresso por Marina Duarte em .+ · Horários: ./);
});

test("print: internal notes are left out, and marked when they are chosen", async () => {
  givenMessages(2);
  const { user, openDialog } = await open();
  const dialog = await openDialog();
  await waitFor(() => expect(printButton()).toBeEnabled());
  await user.click(printButton());
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(sheet()?.textContent).not.toContain("Prefere a tarde");
  act(() => void window.dispatchEvent(new Event("afterprint")));
  await user.click(dialog.getByRole("switch", { name: m.print_notes() }));
  await user.click(printButton());
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  const note = within(sheet() as HTMLElement)
    .getByText("Prefere a tarde")
    .closest("tr");
  expect(note?.textContent).toContain(m.print_note());
  expect(sheet()?.querySelector("tfoot")?.textContent).toContain(m.print_with_notes());
});

test("print: without a network it says which part is not on this device, on the sheet as well", async () => {
  givenMessages(40);
  const rendered = await open();
  await cutNetwork(desk, rendered.desk);
  const dialog = await rendered.openDialog();
  expect(await dialog.findByText(/^Sem internet: as mensagens antes de /)).toBeInTheDocument();
  await rendered.user.click(printButton());
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(lines().filter((line) => /linha \d/.test(line))).toHaveLength(30);
  expect(sheet()?.textContent).toContain("Conversa incompleta: as mensagens antes de ");
});

test("print: without a network the pages that this device has are printed", async () => {
  givenMessages(40);
  const rendered = await open();
  await rendered.desk.loadOlder(ticket.id);
  await cutNetwork(desk, rendered.desk);
  const dialog = await rendered.openDialog();
  await dialog.findByText(m.print_ready({ count: 40 }));
  expect(dialog.queryByText(/^Sem internet/)).not.toBeInTheDocument();
});

test("print: a ticket that the server does not show is not printed", async () => {
  givenMessages(40);
  const rendered = await open();
  vi.spyOn(rendered.desk, "readOlder").mockRejectedValue(new ApiError(403, { error: "ERR_NO_PERMISSION" }));
  await rendered.openDialog();
  expect(await screen.findByRole("alert")).toHaveTextContent(errorMessage("ERR_NO_PERMISSION"));
  expect(printButton()).toBeDisabled();
});

test("print: shows how far it has loaded, and cancelling ends the loading", async () => {
  givenMessages(200);
  const rendered = await open();
  const held = Promise.withResolvers<void>();
  const readOlder = rendered.desk.readOlder.bind(rendered.desk);
  const asked = vi.spyOn(rendered.desk, "readOlder").mockImplementation(async (...given) => {
    if (given[1].length > 30) await held.promise;
    return readOlder(...given);
  });
  const dialog = await rendered.openDialog();
  expect(await dialog.findByText(m.print_reading({ count: 80 }))).toBeInTheDocument();
  expect(dialog.getByRole("progressbar")).toBeInTheDocument();
  expect(printButton()).toBeDisabled();
  await rendered.user.click(dialog.getByRole("button", { name: m.ui_cancel() }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  held.resolve();
  await asked.mock.results.at(-1)?.value;
  expect(asked).toHaveBeenCalledTimes(2);
});

test("print: on a phone the menu offers it as well", async () => {
  becomePhone();
  givenMessages(1);
  const { openDialog } = await open();
  expect(await (await openDialog()).findByText(m.print_ready({ count: 1 }))).toBeInTheDocument();
});

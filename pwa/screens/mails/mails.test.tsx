import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import type { MailWire } from "../../../contracts/wire/mails.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../testing/answers.ts";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { compositionOrders, confirmComposition } from "../../testing/composition.ts";
import { setDeviceZone } from "../../testing/device-zone.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { MailsScreen } from "./index.tsx";
import { timeUntil } from "./mail-text.tsx";

const DAY_MS = 86_400_000;
const timeZone = "America/Sao_Paulo";
const counts = { waiting: 0, sending: 0, sent: 1, failed: 1, unknown: 0, cancelled: 0 };
const at = "2026-11-20T14:02:00.000Z";
const recipient = { attempts: 1, dueAt: at, sentAt: null, updatedAt: at, problem: null, reply: null };
const convite: MailWire = {
  ...{ id: "0190d3a0-0000-7000-8000-00000000e001", subject: "Convite", preview: "Oi!", body: "Oi!" },
  ...{ userId: "0190d3a0-0000-7000-8000-00000000a001", userName: "Ana Prado", address: "gi@exemplo.com.br" },
  ...{ counts, isScheduled: false, sendAt: null, sendAtLocal: null, createdAt: at, timeZone },
  recipients: [
    {
      ...recipient,
      id: "0190d3a0-0000-7000-8000-00000000f001",
      address: "gi@exemplo.com.br",
      state: "sent",
      sentAt: at,
    },
    {
      ...{ ...recipient, id: "0190d3a0-0000-7000-8000-00000000f002", address: "reservas@exemplo.com.br" },
      ...{ state: "failed", problem: "recipient", reply: "550 no such mailbox" },
    },
  ],
};

beforeEach(() => {
  localStorage.clear();
  const groups = { sent: 1, scheduled: 0, failed: 1, cancelled: 0 };
  answer("get", "/mails", { records: [convite], hasMore: false, count: 1, groups, timeZone });
  answer("get", "/mail-setup", { isSetUp: true, from: { name: "Olaria", address: "contato@olaria.example" } });
  answer("get", `/mails/${convite.id}`, convite);
});

const form = async () => within(await screen.findByRole("form", { name: m.email_new() }));

test("mails: nothing is sent until each field is right, and each says what it lacks", async () => {
  const sent = answer("post", "/mails", { id: convite.id });
  const { user } = await renderScreen(<MailsScreen start="write" />);
  const write = await form();
  await user.click(write.getByRole("button", { name: m.email_send() }));
  for (const text of [m.email_need_to(), m.email_need_subject(), m.email_need_body()])
    expect(write.getByText(text)).toBeInTheDocument();
  await user.type(write.getByLabelText(m.email_to()), "yara@exemplo,com{Enter}");
  expect(write.getByText(m.email_wrong_comma({ address: "yara@exemplo,com" }))).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("mails: a refused mail stays as a draft, with the reason", async () => {
  const sent = refuse("post", "/mails", "ERR_MAIL_NOT_SET_UP");
  const { user } = await renderScreen(<MailsScreen start="write" />);
  const write = await form();
  await user.type(write.getByLabelText(m.email_to()), "gi@exemplo.com.br; lucas@exemplo.com.br{Enter}");
  await user.type(write.getByLabelText(m.email_subject()), "Convite");
  await user.type(write.getByLabelText(m.email_body()), "Oi!");
  await user.click(write.getByRole("button", { name: m.email_send_to({ count: 2 }) }));
  const question = within(await screen.findByRole("alertdialog", { name: m.email_confirm_title({ count: 2 }) }));
  expect(question.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "gi@exemplo.com.br",
    "lucas@exemplo.com.br",
  ]);
  expect(question.getByText("Convite")).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.click(question.getByRole("button", { name: m.email_send_to({ count: 2 }) }));
  expect(await write.findByRole("alert")).toHaveTextContent(errorMessage("ERR_MAIL_NOT_SET_UP"));
  expect(sent).toMatchObject([
    { to: ["gi@exemplo.com.br", "lucas@exemplo.com.br"], subject: "Convite", body: "Oi!", sendAt: null },
  ]);
  await user.click(write.getByRole("button", { name: m.email_close() }));
  await user.click(screen.getByRole("tab", { name: new RegExp(m.email_tab_drafts()) }));
  expect(screen.getByRole("button", { name: /Convite/ })).toBeInTheDocument();
});

test("mails: a mail shows the state of each recipient, and is sent again to the failed one", async () => {
  const resent = answer("post", `/mails/${convite.id}/resend`, convite);
  const { user } = await renderScreen(<MailsScreen start="list" />);
  await user.click(await screen.findByRole("button", { name: /Convite/ }));
  const mail = within(await screen.findByRole("article", { name: "Convite" }));
  expect(mail.getByText(/550 no such mailbox/)).toHaveTextContent(m.email_problem_recipient());
  await user.click(mail.getByRole("button", { name: m.email_resend() }));
  await waitFor(() => expect(resent).toEqual([{}]));
  await user.click(mail.getByRole("button", { name: m.email_again_to() }));
  const write = await form();
  expect(write.getByText("gi@exemplo.com.br")).toBeInTheDocument();
  expect(write.getByText("reservas@exemplo.com.br")).toBeInTheDocument();
});

const rowTime = (createdAt: Date, more: Partial<MailWire> = {}) => {
  const mail = { ...convite, createdAt: createdAt.toISOString(), ...more };
  const groups = { sent: 1, scheduled: 0, failed: 0, cancelled: 0 };
  answer("get", "/mails", { records: [mail], hasMore: false, count: 1, groups, timeZone });
};
const timeIn = (instant: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("pt-BR", { ...options, timeZone }).format(instant);

test("mails: a row shows the time of today, the word for yesterday, and the date before", async () => {
  const now = testNow();
  const hour = { hour: "2-digit", minute: "2-digit" } as const;
  rowTime(now);
  const { unmount } = await renderScreen(<MailsScreen start="list" />);
  expect(await screen.findByRole("button", { name: /Convite/ })).toHaveTextContent(`Convite${timeIn(now, hour)}`);
  unmount();
  rowTime(new Date(now.getTime() - DAY_MS));
  const second = await renderScreen(<MailsScreen start="list" />);
  expect(await screen.findByRole("button", { name: /Convite/ })).toHaveTextContent(
    `Convite${m.time_yesterday_short()}`,
  );
  second.unmount();
  const before = new Date(now.getTime() - 3 * DAY_MS);
  rowTime(before);
  await renderScreen(<MailsScreen start="list" />);
  const date = timeIn(before, { day: "2-digit", month: "2-digit" });
  expect(await screen.findByRole("button", { name: /Convite/ })).toHaveTextContent(new RegExp(`Convite${date}\\D`));
});

test.each([
  ["em 2 dias", 2 * DAY_MS + 60_000],
  ["em 3 horas", 3 * 3_600_000 - 60_000],
  ["em 12 minutos", 12 * 60_000],
  ["em 1 minuto", 5_000],
  [null, 0],
])("mails: time until a scheduled mail leaves: %s", (text, ms) => {
  const now = Date.parse(at);
  expect(timeUntil(new Date(now + ms).toISOString(), now)).toBe(text);
});

test("mails: the row of a scheduled mail shows in how long it leaves; one that was sent or is late shows its state", async () => {
  const waiting = { ...counts, sent: 0, failed: 0, waiting: 2 };
  const inTwoDays = new Date(testTime() + 2.2 * DAY_MS).toISOString();
  const chipOf = async (more: Partial<MailWire>) => {
    rowTime(testNow(), { isScheduled: true, sendAt: inTwoDays, counts: waiting, ...more });
    const { unmount } = await renderScreen(<MailsScreen start="list" />);
    const row = (await screen.findByRole("button", { name: /Convite/ })).textContent ?? "";
    unmount();
    return row;
  };
  expect(await chipOf({})).toContain("em 2 dias");
  expect(await chipOf({ sendAt: at })).toContain(m.email_count_waiting({ count: 2 }));
  expect(await chipOf({ counts: { ...waiting, waiting: 0, sent: 2 } })).toContain(m.email_count_sent({ count: 2 }));
});

test("mails: on a phone the buttons at the top schedule and send", async () => {
  becomePhone();
  const sent = answer("post", "/mails", { id: convite.id });
  server.use(http.get("/mails/:id", () => HttpResponse.json(convite)));
  const { user } = await renderScreen(<MailsScreen start="write" />);
  const write = await form();
  await user.type(write.getByLabelText(m.email_to()), "gi@exemplo.com.br{Enter}");
  await user.type(write.getByLabelText(m.email_subject()), "Convite");
  await user.type(write.getByLabelText(m.email_body()), "Oi!");
  expect(write.getByText(m.email_draft_saved())).toBeInTheDocument();
  await user.click(write.getByRole("button", { name: m.email_schedule() }));
  await user.click(write.getByRole("button", { name: m.email_schedule() }));
  expect(write.getByText(m.email_need_time())).toBeInTheDocument();
  await user.click(write.getByRole("button", { name: m.email_send_now() }));
  await user.click(write.getByRole("button", { name: m.email_send() }));
  expect(await screen.findByRole("article", { name: "Convite" })).toBeInTheDocument();
  expect(sent).toMatchObject([{ to: ["gi@exemplo.com.br"], sendAt: null }]);
});

test("mails: on a phone further pages are added below, and a floating button writes", async () => {
  becomePhone();
  const groups = { sent: 7, scheduled: 0, failed: 0, cancelled: 0 };
  const pages: Record<string, string[]> = { 1: ["Um", "Dois", "Três", "Quatro", "Cinco"], 2: ["Seis", "Sete"] };
  server.use(
    http.get("/mails", ({ request }) => {
      const page = new URL(request.url).searchParams.get("pageNumber") ?? "";
      const records = (pages[page] ?? []).map((subject, at) => ({
        ...{ ...convite, subject },
        id: convite.id.slice(0, -2) + page + at,
      }));
      return HttpResponse.json({ records, hasMore: page === "1", count: 7, groups, timeZone });
    }),
  );
  const { user } = await renderScreen(<MailsScreen start="list" />);
  expect(await screen.findByText(m.email_of({ shown: 5, count: 7 }))).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.email_more() }));
  expect(await screen.findByRole("button", { name: /Sete/ })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /Cinco/ })).toBeInTheDocument();
  expect(screen.getByText(m.email_of({ shown: 7, count: 7 }))).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.email_more() })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.email_write() }));
  expect(await screen.findByRole("form", { name: m.email_new() })).toBeInTheDocument();
});

test("mails: after the last page that the server counts, the next one is offered while there are more", async () => {
  const groups = { sent: 10_001, scheduled: 10_001, failed: 0, cancelled: 0 };
  const asked: string[] = [];
  server.use(
    http.get("/mails", ({ request }) => {
      const page = new URL(request.url).searchParams.get("pageNumber") ?? "";
      asked.push(page);
      return HttpResponse.json({ records: [convite], hasMore: page !== "2002", count: 10_001, groups, timeZone });
    }),
  );
  const { user } = await renderScreen(<MailsScreen start="list" />);
  expect(await screen.findByText(m.email_of({ shown: 1, count: "mais de 10.000" }))).toBeInTheDocument();
  expect(screen.getByRole("tab", { name: /mais de 10\.000/ })).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.email_page({ page: 2_001 }) }));
  await user.click(await screen.findByRole("button", { name: m.email_page({ page: 2_002 }) }));
  await expect.poll(() => asked.at(-1)).toBe("2002");
  await expect.poll(() => screen.getByRole("button", { name: m.email_next() })).toBeDisabled();
});

test("mails: contacts with an e-mail become recipients; those without one are not offered", async () => {
  const number = "5531988887777";
  const contacts = [
    { id: "0190d3a0-0000-7000-8000-00000000c001", name: "Helena Sampaio", number, email: "helena@exemplo.com.br" },
    { id: "0190d3a0-0000-7000-8000-00000000c002", name: "Helena Prado", number, email: "" },
  ];
  answer("get", "/contacts", { contacts, hasMore: false, count: 2 });
  const { user } = await renderScreen(<MailsScreen start="write" />);
  const write = await form();
  await user.click(write.getByRole("button", { name: m.email_from_contacts() }));
  const dialog = within(await screen.findByRole("dialog", { name: m.email_from_contacts() }));
  await user.type(dialog.getByRole("combobox", { name: m.email_contacts_label() }), "helena");
  const option = await screen.findByRole("option", { name: /Helena Sampaio/ });
  expect(option).toHaveTextContent("helena@exemplo.com.br");
  expect(screen.queryByRole("option", { name: /Helena Prado/ })).not.toBeInTheDocument();
  await user.click(option);
  await user.click(dialog.getByRole("button", { name: m.email_add_contacts() }));
  expect(await write.findByText("helena@exemplo.com.br")).toBeInTheDocument();
});

test.each(compositionOrders)("mails: Enter that confirms a composition ends no address: %s", async (order) => {
  const { user } = await renderScreen(<MailsScreen start="write" />);
  const field = (await form()).getByLabelText(m.email_to());
  confirmComposition(field, "gi@exemplo.com.br", order);
  expect(field).toHaveValue("gi@exemplo.com.br");
  await user.type(field, "{Enter}");
  expect(field).toHaveValue("");
});

test("mails: on a device in Manaus the list and the time to send name the company's zone", async () => {
  setDeviceZone("America/Manaus");
  rowTime(testNow());
  const { user } = await renderScreen(<MailsScreen start="schedule" />);
  expect(await screen.findByText(m.zone_line({ zone: "horário de Brasília" }))).toBeInTheDocument();
  const time = (await form()).getByLabelText(`${m.email_leave_at()} (${m.email_time_zone()})`);
  await user.clear(time);
  await user.type(time, "2026-12-01T10:15");
  expect(time).toHaveAccessibleDescription(m.zone_here({ zone: "horário de Brasília", when: "09:15" }));
});

test("mails: on a device in Manaus the confirmation and the sent mail have the company's zone beside the hour", async () => {
  setDeviceZone("America/Manaus");
  const { user } = await renderScreen(<MailsScreen start="schedule" />);
  const write = await form();
  await user.type(write.getByLabelText(m.email_to()), "gi@exemplo.com.br; lucas@exemplo.com.br{Enter}");
  await user.type(write.getByLabelText(m.email_subject()), "Convite");
  await user.type(write.getByLabelText(m.email_body()), "Oi!");
  const time = write.getByLabelText(`${m.email_leave_at()} (${m.email_time_zone()})`);
  fireEvent.change(time, { target: { value: "2026-12-01T10:15" } });
  await user.click(write.getByRole("button", { name: m.email_schedule_for({ count: 2 }) }));
  const question = await screen.findByRole("alertdialog", { name: m.email_confirm_title({ count: 2 }) });
  expect(question).toHaveTextContent(/10:15 \(horário de Brasília\)/);
  await user.click(within(question).getByRole("button", { name: m.email_confirm_back() }));
  await user.click(write.getByRole("button", { name: m.email_close() }));
  await user.click(await screen.findByRole("button", { name: /Convite/ }));
  expect(await screen.findByRole("article", { name: "Convite" })).toHaveTextContent(/11:02 \(horário de Brasília\)/);
});

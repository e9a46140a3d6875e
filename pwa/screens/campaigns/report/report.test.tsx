import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import type { RecipientState } from "../../../../contracts/marketing/campaigns.ts";
import type { CampaignReportWire } from "../../../../contracts/wire/campaigns.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { listChanges } from "../../../session/server-data/list-changes.ts";
import { answer, disconnect, refuse } from "../../../testing/answers.ts";
import { setDeviceZone } from "../../../testing/device-zone.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { replaceTimers, setNow } from "../../../testing/timers.ts";
import { campaignId, givenCounts, givenReport, givenRow, withCampaigns } from "../testing/given-campaign.ts";
import { CampaignReportScreen } from "./index.tsx";

const path = `/campaigns/${campaignId}`;
const recipient = (name: string, state: RecipientState, reason: string | null = null) => ({
  id: crypto.randomUUID(),
  name,
  number: "5531955500148",
  email: "",
  contactId: null,
  state,
  reason,
  variant: 1,
  connectionName: "Loja Savassi",
  askedAt: null,
  confirmedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  repliedAt: null,
  at: null,
});

/** Answers the recipients and returns the filters of each request. */
function givenRecipients(...records: ReturnType<typeof recipient>[]): string[] {
  const asked: string[] = [];
  server.use(
    http.get(`${path}/recipients`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ records, hasMore: false, count: records.length });
    }),
  );
  return asked;
}
function renderReport(change: Partial<CampaignReportWire> = {}) {
  answer("get", `${path}/report`, givenReport(change));
  return renderScreen(<CampaignReportScreen campaignId={campaignId} />, { signedIn: withCampaigns });
}
const campaign = (status: "running" | "finished" | "cancelled", confirmation = false) =>
  givenRow({ status, confirmation, startedAt: "2026-11-20T12:00:00Z", isEditable: false });

test("report: the status line counts delivered messages of the valid contacts", async () => {
  givenRecipients();
  await renderReport({ counts: givenCounts({ delivered: 1284, valid: 1870 }) });
  expect(await screen.findByRole("heading", { name: "Status: 1.284 de 1.870 entregues" })).toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Relatório da campanha Natal");
});

test.each([
  [true, 2],
  [false, 0],
] as const)("report: with the confirmation %s there are %i cards about it", async (confirmation, cards) => {
  givenRecipients();
  await renderReport({ campaign: campaign("running", confirmation) });
  await screen.findByText(m.campaigns_card_valid());
  const found = [m.campaigns_card_asked(), m.campaigns_card_confirmed()].flatMap((label) =>
    screen.queryAllByText(label),
  );
  expect(found).toHaveLength(cards);
});

test("report: reasons are told in words, with their counts", async () => {
  givenRecipients();
  await renderReport({
    reasons: [
      { state: "excluded", reason: "notOnWhatsapp", count: 19 },
      { state: "failed", reason: "ERR_WAPP_NOT_INITIALIZED", count: 2 },
    ],
  });
  expect(await screen.findByRole("heading", { name: "Por que 21 não receberam" })).toBeInTheDocument();
  expect(screen.getByText("Número sem WhatsApp").closest("li")).toHaveTextContent("19");
  expect(screen.getByText(m.error_wapp_not_initialized())).toBeInTheDocument();
});

test("report: the link to the failed ones filters the recipients by state", async () => {
  const asked = givenRecipients(recipient("Helena", "failed", "ERR_WAPP_NOT_INITIALIZED"));
  const { user } = await renderReport();
  await user.click(await screen.findByRole("button", { name: "Ver os 3 que não saíram" }));
  await waitFor(() => expect(asked.at(-1)).toBe("?state=failed&pageNumber=1"));
  expect(await screen.findByRole("row", { name: /Helena/ })).toHaveTextContent(m.error_wapp_not_initialized());
});

test("report: recipients are searched in lower case, and the CSV has the same filters", async () => {
  const asked = givenRecipients(recipient("Helena", "read"));
  const exported: string[] = [];
  server.use(
    http.get(`${path}/recipients.csv`, ({ request }) => {
      exported.push(new URL(request.url).search);
      return new HttpResponse("nome\r\n", { headers: { "content-type": "text/csv" } });
    }),
  );
  const { user } = await renderReport();
  await user.type(await screen.findByRole("searchbox"), "HELENA");
  await waitFor(() => expect(asked.at(-1)).toBe("?searchParam=helena&pageNumber=1"));
  await user.click(screen.getByRole("button", { name: m.campaigns_recipients_csv() }));
  await waitFor(() => expect(exported).toEqual(["?searchParam=helena"]));
});

test("report: failed messages are sent again from their dry run", async () => {
  givenRecipients();
  const { user, router } = await renderReport({ campaign: campaign("finished") });
  await user.click(await screen.findByRole("button", { name: "Reenviar 3 que não saíram" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaign/${campaignId}/preview`));
  expect(router.state.location.search).toEqual({ resend: true });
});

test("report: a stopped campaign offers no resend, because the server refuses it", async () => {
  givenRecipients();
  await renderReport({ campaign: campaign("cancelled") });
  expect(await screen.findByRole("button", { name: m.campaigns_restart() })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Reenviar/ })).not.toBeInTheDocument();
});

test("report: variants are compared when there is more than one", async () => {
  givenRecipients();
  await renderReport({
    variants: [
      { variant: 1, sent: 10, delivered: 10, read: 5, replied: 1 },
      { variant: 2, sent: 10, delivered: 8, read: 4, replied: 3 },
    ],
  });
  const table = within(await screen.findByRole("region", { name: m.campaigns_variants_title() }));
  expect(table.getByRole("row", { name: /Msg\. 2/ })).toHaveTextContent("108 · 80%4 · 40%3 · 30%");
});

test("report: a connection that waits says for what and until when", async () => {
  setNow("2026-11-25T15:00:00Z");
  givenRecipients();
  const connection = { id: "w1", isConnected: true, isDeleted: false, sent: 5, sentToday: 5 };
  await renderReport({
    connections: [
      { ...connection, name: "Atacado", waitsFor: "limit", waitsUntil: "2026-11-26T11:00:00Z" },
      { ...connection, id: "w2", name: "Loja", waitsFor: "connection", waitsUntil: null },
      { ...connection, id: "w3", name: "Outra", waitsFor: null, waitsUntil: null },
      { ...connection, id: "w4", name: "Antiga", isDeleted: true, waitsFor: null, waitsUntil: null },
    ],
  });
  expect(await screen.findByText(/Atacado chegou ao limite do dia: volta .*26\/11, às 08:00/)).toBeInTheDocument();
  expect(screen.getByText(m.campaigns_waits_connection({ name: "Loja" }))).toBeInTheDocument();
  expect(screen.getByText("A conexão Antiga foi excluída: enviou 5 mensagens.")).toBeInTheDocument();
  expect(screen.queryByText(/Outra/)).not.toBeInTheDocument();
});

test("report: follows the server, and loads again five seconds after the campaign has finished", async () => {
  replaceTimers({ toFake: ["setTimeout", "clearTimeout"] });
  givenRecipients();
  await renderReport();
  await screen.findByText("Em Andamento");
  answer(
    "get",
    `${path}/report`,
    givenReport({ campaign: campaign("finished"), counts: givenCounts({ delivered: 11 }) }),
  );
  listChanges.notify(["campaigns"]);
  await vi.advanceTimersByTimeAsync(1_000);
  await screen.findByText("Finalizada");
  answer(
    "get",
    `${path}/report`,
    givenReport({ campaign: campaign("finished"), counts: givenCounts({ delivered: 22 }) }),
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByRole("heading", { name: "Status: 22 de 25 entregues" })).toBeInTheDocument();
});

test("report: a campaign that has not started has no figures yet", async () => {
  await renderReport({ startedAt: null, campaign: givenRow() });
  expect(await screen.findByText(m.campaigns_report_not_started())).toBeInTheDocument();
});

test("report: without internet it says that it needs internet", async () => {
  disconnect("get", `${path}/report`);
  await renderScreen(<CampaignReportScreen campaignId={campaignId} />, { signedIn: withCampaigns });
  expect(await screen.findByText(m.campaigns_offline_title())).toBeInTheDocument();
});

test("report: an unknown campaign does not exist, instead of a server that cannot answer", async () => {
  refuse("get", `${path}/report`, "ERR_NO_CAMPAIGN_FOUND", { status: 404 });
  await renderScreen(<CampaignReportScreen campaignId={campaignId} />, { signedIn: withCampaigns });
  expect(await screen.findByText(m.error_no_campaign_found())).toBeInTheDocument();
  expect(screen.queryByText(m.lists_failed_title())).not.toBeInTheDocument();
});

test("report: on a device in Manaus the company's zone is named above the times", async () => {
  setDeviceZone("America/Manaus");
  givenRecipients();
  await renderReport({ campaign: campaign("running") });
  expect(await screen.findByText(m.zone_line({ zone: "horário de Brasília" }))).toBeInTheDocument();
});

import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { testNow } from "../../../contracts/testing/clock.ts";
import type { CampaignListWire } from "../../../contracts/wire/campaigns.ts";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { listChanges } from "../../session/server-data/list-changes.ts";
import { answer, disconnect, refuse } from "../../testing/answers.ts";
import { becomePhone, scrollEverythingIntoView } from "../../testing/browser-gaps.ts";
import { setDeviceZone } from "../../testing/device-zone.ts";
import { search } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { setNow } from "../../testing/timers.ts";
import { CampaignsScreen } from "./index.tsx";
import { openDrafts } from "./parts/campaign-drafts.ts";
import { newCampaign } from "./parts/campaign-form.ts";
import { campaignId, givenCounts, givenRow, givenSettings, withCampaigns } from "./testing/given-campaign.ts";

const person = "0190d3a0-0000-7000-8000-00000000ada2";
const page = (...records: CampaignListWire[]) => ({ records, hasMore: false, count: records.length });
const running = givenRow({
  status: "running",
  isEditable: false,
  counts: givenCounts({ valid: 25, delivered: 10, failed: 3, replied: 2, optedOut: 1 }),
  expectedEndAt: testNow().toISOString(),
});

beforeEach(() => localStorage.clear());

const renderList = (replication = createFakeServer()) =>
  renderScreen(<CampaignsScreen />, { signedIn: { ...withCampaigns, id: person }, replication, path: "/campaigns" });
const row = (name = "Natal") => screen.findByRole("row", { name: new RegExp(name) });
const button = (name: string) => screen.findByRole("button", { name });

test("campaigns: empty values have their texts", async () => {
  answer("get", "/campaigns", page(givenRow()));
  await renderList();
  const cells = within(await row());
  for (const text of ["Não definida", "Não definido", "Sem agendamento", "Não concluída", "Desabilitada", "Inativa"])
    expect(cells.getByText(text)).toBeInTheDocument();
});

test("campaigns: a filled row shows its list, connections, times in the company's zone and confirmation", async () => {
  const filled = givenRow({
    status: "finished",
    confirmation: true,
    contactListId: "l1",
    contactList: { name: "Lojistas" },
    whatsappId: "w1,w2",
    whatsapp: { name: "Atacado, Loja Savassi" },
    scheduledAt: "2026-11-25T13:00:00.000Z",
    completedAt: "2026-11-25T18:12:00.000Z",
  });
  answer("get", "/campaigns", page(filled));
  await renderList();
  const cells = within(await row());
  for (const text of ["Lojistas", "Atacado, Loja Savassi", "25/11/2026 10:00", "25/11/2026 15:12", "Habilitada"])
    expect(cells.getByText(text)).toBeInTheDocument();
});

test.each([
  ["inactive", ["start_of", "report_of", "edit_of", "duplicate_of", "delete_of"]],
  ["scheduled", ["dry_run_of", "report_of", "edit_of", "duplicate_of", "delete_of"]],
  ["running", ["stop_of", "report_of", "view_of", "duplicate_of"]],
  ["cancelled", ["restart_of", "report_of", "edit_of", "duplicate_of", "delete_of"]],
  ["finished", ["report_of", "view_of", "duplicate_of", "delete_of"]],
] as const)("campaigns: %s offers exactly its actions", async (status, actions) => {
  const isEditable = status !== "running" && status !== "finished";
  answer("get", "/campaigns", page(givenRow({ status, isEditable })));
  await renderList();
  const names = within(await row())
    .getAllByRole("button")
    .map((one) => one.getAttribute("aria-label"));
  expect(names).toEqual(actions.map((action) => m[`campaigns_${action}`]({ name: "Natal" })));
});

test("campaigns: the search is sent in lower case, and the status tabs filter", async () => {
  const asked: string[] = [];
  server.use(
    http.get("/campaigns", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(page(givenRow()));
    }),
  );
  const { user } = await renderList();
  await row();
  await search(user, "NATAL");
  await waitFor(() => expect(asked.at(-1)).toBe("?searchParam=natal&pageNumber=1"));
  expect(asked).toHaveLength(2);
  await user.click(await button(m.campaigns_filter_scheduled()));
  await waitFor(() => expect(asked.at(-1)).toBe("?searchParam=natal&status=PROGRAMADA&pageNumber=1"));
});

test("campaigns: the next page is loaded near the end", async () => {
  server.use(
    http.get("/campaigns", ({ request }) => {
      const isFirst = new URL(request.url).searchParams.get("pageNumber") === "1";
      const record = isFirst ? givenRow() : givenRow({ id: crypto.randomUUID(), name: "Páscoa" });
      return HttpResponse.json({ records: [record], hasMore: isFirst, count: 2 });
    }),
  );
  await renderList();
  await row("Natal");
  expect(screen.queryByRole("row", { name: /Páscoa/ })).not.toBeInTheDocument();
  // The end of the list is observed a moment after the rows are drawn.
  await waitFor(() => {
    scrollEverythingIntoView();
    expect(screen.getByRole("row", { name: /Páscoa/ })).toBeInTheDocument();
  });
  expect(await row("Natal")).toBeInTheDocument();
});

test("campaigns: a running one has a card with its counts, and stopping it asks first", async () => {
  answer("get", "/campaigns", page(running));
  const stopped = answer("post", `/campaigns/${campaignId}/cancel`);
  const { user } = await renderList();
  const card = within(await screen.findByRole("region", { name: "Natal" }));
  expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "10");
  for (const text of [/^Entregues10$/, /^Não saíram3$/, /^Na fila10$/, /^Responderam2$/, /^Pediram SAIR1$/])
    expect(
      card.getByText((_, element) => text.test(element?.textContent ?? "") && element?.tagName === "DIV"),
    ).toBeInTheDocument();
  await user.click(card.getByRole("button", { name: m.campaigns_stop_of({ name: "Natal" }) }));
  const question = await screen.findByRole("alertdialog");
  expect(stopped).toHaveLength(0);
  await user.click(within(question).getByRole("button", { name: m.campaigns_stop() }));
  await waitFor(() => expect(stopped).toHaveLength(1));
  expect(await screen.findByText(m.campaigns_cancelled())).toBeInTheDocument();
});

test("campaigns: a refused stop says why and keeps the question open", async () => {
  answer("get", "/campaigns", page(running));
  refuse("post", `/campaigns/${campaignId}/cancel`, "ERR_CAMPAIGN_STATE", { status: 409 });
  const { user } = await renderList();
  const [stop] = await screen.findAllByRole("button", { name: m.campaigns_stop_of({ name: "Natal" }) });
  if (!stop) throw new Error("there is a stop button");
  await user.click(stop);
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: m.campaigns_stop() }));
  expect(await within(question).findByRole("alert")).toHaveTextContent(m.error_campaign_state());
});

test("campaigns: starting opens the dry run, and nothing starts", async () => {
  answer("get", "/campaigns", page(givenRow()));
  const { user, router } = await renderList();
  await user.click(await button(m.campaigns_start_of({ name: "Natal" })));
  expect(router.state.location.pathname).toBe(`/campaign/${campaignId}/preview`);
});

test("campaigns: deleting asks first and removes the campaign's draft", async () => {
  answer("get", "/campaigns", page(givenRow()));
  const deleted = answer("delete", `/campaigns/${campaignId}`);
  const drafts = openDrafts(localStorage, person);
  drafts.put({ campaignId, form: newCampaign(), fileName: null, basedOn: null, at: testNow().toISOString() });
  const { user } = await renderList();
  await user.click(await button(m.campaigns_delete_of({ name: "Natal" })));
  const question = await screen.findByRole("alertdialog");
  expect(deleted).toHaveLength(0);
  await user.click(within(question).getByRole("button", { name: m.ui_delete() }));
  expect(await screen.findByText(m.campaigns_deleted())).toBeInTheDocument();
  expect(drafts.of(campaignId)).toBeNull();
});

test("campaigns: duplicating asks the server and says so", async () => {
  answer("get", "/campaigns", page(givenRow()));
  const copied = answer("post", `/campaigns/${campaignId}/duplicate`, { id: crypto.randomUUID() });
  const { user } = await renderList();
  await user.click(await button(m.campaigns_duplicate_of({ name: "Natal" })));
  expect(await screen.findByText(m.campaigns_duplicated())).toBeInTheDocument();
  expect(copied).toHaveLength(1);
});

test("campaigns: a change on the server appears without a reload", async () => {
  answer("get", "/campaigns", page(givenRow()));
  await renderList();
  await row("Inativa");
  answer("get", "/campaigns", page(givenRow({ status: "finished" })));
  listChanges.notify(["campaigns"]);
  expect(await screen.findByRole("row", { name: /Finalizada/ })).toBeInTheDocument();
});

test("campaigns: without internet the screen says so, shows the drafts and lets one write", async () => {
  disconnect("get", "/campaigns");
  disconnect("get", "/contact-lists/list");
  disconnect("get", "/campaign-settings");
  const form = { ...newCampaign(), name: "Natal escrito" };
  openDrafts(localStorage, person).put({
    campaignId: null,
    form,
    fileName: null,
    basedOn: null,
    at: testNow().toISOString(),
  });
  const replication = createFakeServer();
  replication.online = false;
  const { user } = await renderList(replication);
  expect(await screen.findByText(m.lists_offline_title())).toBeInTheDocument();
  await user.click(await button(m.campaigns_draft_go_on_of({ name: "Natal escrito" })));
  expect(await screen.findByLabelText(m.campaigns_name())).toHaveValue("Natal escrito");
});

test("campaigns: a draft is discarded from the list", async () => {
  answer("get", "/campaigns", page());
  const drafts = openDrafts(localStorage, person);
  drafts.put({ campaignId: null, form: newCampaign(), fileName: null, basedOn: null, at: testNow().toISOString() });
  const { user } = await renderList();
  const name = m.campaigns_draft_new();
  await user.click(await button(m.campaigns_draft_discard_of({ name })));
  await waitFor(() => expect(screen.queryByRole("region", { name })).not.toBeInTheDocument());
  expect(drafts.of(null)).toBeNull();
});

test("campaigns: on phones a running one is a card and not a row", async () => {
  becomePhone();
  answer("get", "/campaigns", page(running, givenRow({ id: crypto.randomUUID(), name: "Páscoa" })));
  await renderList();
  const rows = within(await screen.findByRole("list", { name: m.campaigns_title() })).getAllByRole("listitem");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toHaveTextContent("Páscoa");
  expect(screen.getByRole("region", { name: "Natal" })).toHaveTextContent("10 de 25");
});

test("campaigns: a new one starts from the button", async () => {
  answer("get", "/campaigns", page());
  answer("get", "/campaign-settings", givenSettings());
  answer("get", "/contact-lists/list", []);
  const { user } = await renderList();
  const [add] = await screen.findAllByRole("button", { name: m.campaigns_add() });
  if (!add) throw new Error("there is an add button");
  await user.click(add);
  expect(await screen.findByRole("heading", { name: m.campaigns_new_title() })).toBeInTheDocument();
});

test.each([
  ["window", "Espera a janela de envio: volta hoje, às 17:00."],
  ["limit", "Chegou ao limite do dia: volta hoje, às 17:00."],
  ["connection", "Nenhuma conexão da campanha está conectada: nada sai até uma voltar."],
  ["answers", "Todos foram perguntados. Espera respostas até 17:00."],
] as const)("campaigns: a running one that waits (%s) says for what and until when", async (waitsFor, text) => {
  const waitsUntil = waitsFor === "connection" ? null : "2026-11-25T20:00:00.000Z";
  setNow("2026-11-25T15:00:00Z");
  const counts = givenCounts({ awaiting: 5, queued: 0 });
  answer("get", "/campaigns", {
    ...{ hasMore: false, count: 1 },
    records: [givenRow({ status: "running", counts, waitsFor, waitsUntil, isEditable: false })],
  });
  await renderList();
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByText("Esperam resposta").nextSibling).toHaveTextContent("5");
});

test("campaigns: one that was scheduled by HTTP says so until its dry run is confirmed", async () => {
  const scheduledAt = "2026-11-25T20:00:00.000Z";
  answer("get", "/campaigns", {
    ...{ hasMore: false, count: 2 },
    records: [
      givenRow({ status: "scheduled", scheduledAt, needsReview: true }),
      givenRow({ id: "0190d3a0-0000-7000-8000-00000000c002", name: "Páscoa", status: "scheduled", scheduledAt }),
    ],
  });
  await renderList();
  expect(await screen.findByText(/Natal foi agendada pela API para 25\/11\/2026 17:00/)).toBeInTheDocument();
  expect(screen.queryByText(/Páscoa foi agendada/)).not.toBeInTheDocument();
});

test("campaigns: on a device in Manaus the company's zone is named above the times", async () => {
  setDeviceZone("America/Manaus");
  answer("get", "/campaigns", page(givenRow({ status: "scheduled", scheduledAt: "2026-11-25T20:00:00.000Z" })));
  await renderList();
  expect(within(await row()).getByText("25/11/2026 17:00")).toBeInTheDocument();
  expect(screen.getByText(m.zone_line({ zone: "horário de Brasília" }))).toBeInTheDocument();
});

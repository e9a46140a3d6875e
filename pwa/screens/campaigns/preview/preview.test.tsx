import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { testTime } from "../../../../contracts/testing/clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, disconnect, refuse } from "../../../testing/answers.ts";
import { setDeviceZone } from "../../../testing/device-zone.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { setNow } from "../../../testing/timers.ts";
import { campaignId, givenCampaign, givenPreview, withCampaigns } from "../testing/given-campaign.ts";
import { CampaignPreviewScreen } from "./index.tsx";

const path = `/campaigns/${campaignId}`;
const renderPreview = () =>
  renderScreen(<CampaignPreviewScreen campaignId={campaignId} />, { signedIn: withCampaigns });
const confirmButton = () => screen.findByRole("button", { name: "Confirmar envio para 25" });
const warning = (code: "noOptOutHint" | "youngConnection", count: number | null = null) => ({
  code,
  connectionId: count === null ? null : "w1",
  connectionName: count === null ? null : "Atacado 2",
  count,
});

test("dry run: shows the numbers, each reason, the forecast and the filled texts", async () => {
  answer("get", path, givenCampaign());
  answer("get", `${path}/preview`, givenPreview());
  await renderPreview();
  expect(await screen.findByText("Por que 5 ficam de fora")).toBeInTheDocument();
  expect(screen.getByText("Número sem WhatsApp").closest("li")).toHaveTextContent("2");
  expect(screen.getByText("Pediu para sair").closest("li")).toHaveTextContent("3");
  expect(screen.getByText("10:00 até 10:55")).toBeInTheDocument();
  expect(screen.getByText("Helena", { selector: "mark" })).toBeInTheDocument();
});

test("dry run: lists the people who are left out, filtered by reason", async () => {
  answer("get", path, givenCampaign());
  answer("get", `${path}/preview`, givenPreview());
  const everyone = [
    { position: 1, name: "Ana", number: "5531955500101", reason: "notOnWhatsapp" },
    { position: 4, name: "Bia", number: "5531955500102", reason: "optedOut" },
  ];
  server.use(
    http.get(`${path}/preview/excluded`, ({ request }) => {
      const reason = new URL(request.url).searchParams.get("reason");
      const records = everyone.filter((one) => !reason || one.reason === reason);
      return HttpResponse.json({ records, hasMore: false, count: records.length });
    }),
  );
  const { user } = await renderPreview();
  await user.click(await screen.findByRole("button", { name: "Ver os 5" }));
  const dialog = within(await screen.findByRole("dialog", { name: m.campaigns_preview_excluded_title() }));
  const rows = async () => (await dialog.findAllByRole("listitem")).map((row) => row.textContent);
  expect(await rows()).toEqual(["Ana+55 (31) 95550-0101Número sem WhatsApp", "Bia+55 (31) 95550-0102Pediu para sair"]);
  await user.click(dialog.getByRole("button", { name: new RegExp(m.campaigns_preview_excluded_reason()) }));
  await user.click(await screen.findByRole("option", { name: "Pediu para sair (3)" }));
  await waitFor(async () => expect(await rows()).toEqual(["Bia+55 (31) 95550-0102Pediu para sair"]));
});

test("dry run: confirming asks with the count and the open warnings, starts, and opens the report", async () => {
  answer("get", path, givenCampaign());
  answer(
    "get",
    `${path}/preview`,
    givenPreview({ warnings: [warning("noOptOutHint"), warning("youngConnection", 4)] }),
  );
  const started = answer("post", `${path}/start`);
  const { user, router } = await renderPreview();
  await user.click(await confirmButton());
  const question = await screen.findByRole("alertdialog", { name: "Enviar para 25 pessoas?" });
  expect(question).toHaveTextContent("2 avisos abertos");
  expect(started).toHaveLength(0);
  await user.click(within(question).getByRole("button", { name: m.campaigns_preview_confirm_yes() }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaign/${campaignId}/report`));
  expect(started).toEqual([{ confirm: true }]);
});

test("dry run: a refused start keeps the question open and says why", async () => {
  answer("get", path, givenCampaign());
  answer("get", `${path}/preview`, givenPreview());
  refuse("post", `${path}/start`, "ERR_CAMPAIGN_STATE", { status: 409 });
  const { user } = await renderPreview();
  await user.click(await confirmButton());
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: m.campaigns_preview_confirm_yes() }));
  expect(await within(question).findByRole("alert")).toHaveTextContent(m.error_campaign_state());
});

test("dry run: with nobody to send to, nothing can be confirmed", async () => {
  answer("get", path, givenCampaign());
  answer("get", `${path}/preview`, givenPreview({ recipients: 0, samples: [] }));
  await renderPreview();
  expect(await screen.findByRole("button", { name: "Confirmar envio para 0" })).toBeDisabled();
  expect(screen.getByText(m.campaigns_preview_nobody())).toBeInTheDocument();
});

test("dry run: the opt-out line is added to the filled messages, and the warning goes", async () => {
  answer("get", path, givenCampaign({ message2: "Bom dia" }));
  answer("get", `${path}/preview`, givenPreview({ warnings: [warning("noOptOutHint")] }));
  const sent: unknown[] = [];
  server.use(
    http.put(path, async ({ request }) => {
      sent.push(await request.json());
      answer("get", path, givenCampaign({ updatedAt: "2026-11-23T12:00:00.000Z" }));
      answer("get", `${path}/preview`, givenPreview());
      return HttpResponse.json({});
    }),
  );
  const { user } = await renderPreview();
  await user.click(await screen.findByRole("button", { name: m.campaigns_warn_noOptOutHint_act() }));
  const line = m.campaigns_opt_out_line();
  await waitFor(() =>
    expect(sent).toEqual([
      expect.objectContaining({ message1: `Olá, {nome}!\n\n${line}`, message2: `Bom dia\n\n${line}`, message3: "" }),
    ]),
  );
  await waitFor(() => expect(screen.queryByText(m.campaigns_warn_noOptOutHint())).not.toBeInTheDocument());
});

test("dry run: other five recipients are another page, and the first follow the last", async () => {
  answer("get", path, givenCampaign());
  const pages: (string | null)[] = [];
  server.use(
    http.get(`${path}/preview`, ({ request }) => {
      const page = new URL(request.url).searchParams.get("samplesPage");
      pages.push(page);
      const [sample] = givenPreview().samples;
      return HttpResponse.json(
        givenPreview({ recipients: 6, samples: sample ? [{ ...sample, name: `Pessoa ${page}` }] : [] }),
      );
    }),
  );
  const { user } = await renderPreview();
  const others = () => screen.findByRole("button", { name: m.campaigns_preview_other() });
  await screen.findByText("Pessoa 1");
  await user.click(await others());
  await screen.findByText("Pessoa 2");
  await user.click(await others());
  await screen.findByText("Pessoa 1");
  expect(pages).toEqual(["1", "2", "1"]);
});

test("dry run: a scheduled campaign starts by itself, so there is nothing to confirm", async () => {
  const scheduledAt = "2026-11-25T13:00:00.000Z";
  answer("get", path, givenCampaign({ status: "scheduled", scheduledAt }));
  answer("get", `${path}/preview`, givenPreview());
  await renderPreview();
  expect(await screen.findByText(/começa sozinha/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Confirmar envio/ })).not.toBeInTheDocument();
});

test("dry run: a planned start is scheduled here, after a question with the count", async () => {
  const scheduledAt = new Date(testTime() + 3 * 3_600_000).toISOString();
  answer("get", path, givenCampaign({ scheduledAt }));
  answer("get", `${path}/preview`, givenPreview());
  const scheduled = answer("post", `${path}/schedule`);
  const { user, router } = await renderPreview();
  expect(await screen.findByText(/Ainda não está agendada/)).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Agendar para 25" }));
  const question = await screen.findByRole("alertdialog", { name: "Agendar o envio para 25 pessoas?" });
  expect(scheduled).toHaveLength(0);
  await user.click(within(question).getByRole("button", { name: m.campaigns_preview_schedule_yes() }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/campaigns"));
  expect(scheduled).toEqual([{ sentAt: expect.any(String) }]);
});

test("dry run: a planned start that has passed cannot be confirmed, and the screen says why", async () => {
  answer("get", path, givenCampaign({ scheduledAt: "2026-01-05T12:00:00.000Z" }));
  answer("get", `${path}/preview`, givenPreview());
  await renderPreview();
  expect(await screen.findByText(m.error_campaign_not_future())).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Agendar para 25" })).toBeDisabled();
});

test.each([
  {
    status: "cancelled" as const,
    isResend: false,
    button: "Recomeçar para 25",
    call: "restart",
    body: { confirm: true },
  },
  { status: "finished" as const, isResend: true, button: "Reenviar para 25", call: "resend", body: null },
])("dry run: $call is confirmed after a question with the count", async ({ status, isResend, button, call, body }) => {
  answer("get", path, givenCampaign({ status, startedAt: "2026-11-20T12:00:00Z", isEditable: !isResend }));
  answer("get", `${path}/preview`, givenPreview());
  const sent = answer("post", `${path}/${call}`, { count: 25 });
  const { user, router } = await renderScreen(<CampaignPreviewScreen campaignId={campaignId} isResend={isResend} />, {
    signedIn: withCampaigns,
  });
  await user.click(await screen.findByRole("button", { name: button }));
  const question = await screen.findByRole("alertdialog");
  expect(question).toHaveTextContent("25 pessoas");
  expect(sent).toHaveLength(0);
  await user.click(
    within(question).getByRole("button", {
      name: call === "restart" ? m.campaigns_restart() : m.campaigns_resend_confirm(),
    }),
  );
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaign/${campaignId}/report`));
  expect(sent).toEqual([body]);
});

test("dry run: a campaign that has started leads to its report", async () => {
  answer("get", path, givenCampaign({ status: "running", isEditable: false }));
  const { user, router } = await renderPreview();
  await user.click(await screen.findByRole("button", { name: m.campaigns_report() }));
  expect(router.state.location.pathname).toBe(`/campaign/${campaignId}/report`);
});

test("dry run: without internet it says that it needs internet", async () => {
  disconnect("get", path);
  await renderPreview();
  expect(await screen.findByText(m.campaigns_offline_title())).toBeInTheDocument();
});

test("dry run: shows the campaign's picture with each sample, and the name of another file", async () => {
  answer("get", path, givenCampaign({ mediaName: "vaso.png", mediaPath: "/media/vaso" }));
  answer("get", `${path}/preview`, givenPreview());
  const { unmount } = await renderPreview();
  expect((await screen.findAllByRole("img", { name: "vaso.png" }))[0]).toHaveAttribute("src", "/media/vaso");
  unmount();
  answer("get", path, givenCampaign({ mediaName: "tabela.pdf", mediaPath: "/media/tabela" }));
  await renderPreview();
  expect((await screen.findAllByText("tabela.pdf")).length).toBeGreaterThan(0);
});

test("dry run: on a device in Manaus the start and the expected end have the company's zone beside them", async () => {
  setNow("2026-11-25T12:00:00Z");
  setDeviceZone("America/Manaus");
  answer("get", path, givenCampaign({ scheduledAt: "2026-11-25T13:00:00.000Z" }));
  answer("get", `${path}/preview`, givenPreview());
  const { user } = await renderPreview();
  const named = "(horário de Brasília)";
  expect(await screen.findByText(/hoje, às 10:00/)).toHaveTextContent(`hoje, às 10:00 ${named}`);
  await user.click(
    await screen.findByRole("button", { name: m.campaigns_preview_schedule({ count: 25, shown: "25" }) }),
  );
  expect(await screen.findByRole("alertdialog")).toHaveTextContent(`10:55 ${named}`);
});

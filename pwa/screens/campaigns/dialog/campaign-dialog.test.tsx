import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { testTime } from "../../../../contracts/testing/clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { listChanges } from "../../../session/server-data/list-changes.ts";
import { answer, refuse } from "../../../testing/answers.ts";
import { setDeviceZone } from "../../../testing/device-zone.ts";
import { field, goOffline, saveButton, tab } from "../../../testing/dialog.ts";
import { givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { readDrafts } from "../parts/campaign-drafts.ts";
import type { Campaign } from "../parts/campaign-wire.ts";
import { campaignId, givenCampaign, givenPreview, givenSettings, withCampaigns } from "../testing/given-campaign.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";

const person = "0190d3a0-0000-7000-8000-00000000ada1";
const list = { id: "0190d3a0-0000-7000-8000-00000000a001", name: "Lojistas", contactsCount: 214 };
const close = vi.fn();

beforeEach(() => {
  localStorage.clear();
  close.mockClear();
  answer("get", "/campaign-settings", givenSettings([{ key: "desconto", value: "15%" }]));
  answer("get", "/contact-lists/list", [list]);
});

function renderDialog(id: string | null, desk = givenDesk(), userId = person) {
  return renderScreen(<CampaignDialog campaignId={id} onClose={close} />, {
    signedIn: { ...withCampaigns, id: userId },
    replication: desk.replication,
  });
}
const renderKnown = (change: Partial<Campaign> = {}, desk = givenDesk()) => {
  answer("get", `/campaigns/${campaignId}`, givenCampaign(change));
  return renderDialog(campaignId, desk);
};
const message = () => field(m.campaigns_message());
const variable = (name: string) =>
  screen.findByRole("button", { name: m.campaigns_variable_insert({ variable: name }) });
const closeButton = () => screen.getAllByRole("button", { name: m.ui_close() }).at(-1) as HTMLElement;
const drafts = () => readDrafts(localStorage, person);

test("campaign dialog: a new campaign is sent with the interface's names", async () => {
  const desk = givenDesk();
  const connection = desk.connection({ name: "Atacado" });
  const tagged = desk.tag({ name: "VIP" });
  const sent = answer("post", "/campaigns", { id: campaignId });
  const { user } = await renderDialog(null, desk);
  await user.type(await field(m.campaigns_name()), "Natal");
  await user.click(screen.getByRole("button", { name: new RegExp(`^${m.campaigns_list()}`) }));
  await user.click(await screen.findByRole("option", { name: "Lojistas (214 contatos)" }));
  await user.click(screen.getByRole("button", { name: new RegExp(`^${m.campaigns_tag()}`) }));
  await user.click(await screen.findByRole("option", { name: "VIP" }));
  await user.click(screen.getByRole("button", { name: new RegExp(`^${m.campaigns_connections()}`) }));
  await user.click(await screen.findByRole("option", { name: "Atacado" }));
  await user.keyboard("{Escape}");
  await user.type(await message(), "Bom dia");
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent).toEqual([
    expect.objectContaining({
      name: "Natal",
      message1: "Bom dia",
      contactListId: list.id,
      tagListId: tagged.id,
      whatsappId: connection.id,
      scheduledAt: null,
      confirmation: false,
    }),
  ]);
  expect(drafts()).toEqual([]);
});

test("campaign dialog: a name is required, and nothing is sent without it", async () => {
  const { user } = await renderDialog(null);
  await user.click(await screen.findByRole("button", { name: m.ui_save() }));
  expect(await field(m.campaigns_name())).toHaveAccessibleDescription("Obrigatório");
  expect(close).not.toHaveBeenCalled();
});

test("campaign dialog: a variable is inserted at the cursor of the text that was last used", async () => {
  const { user } = await renderKnown({ message1: "Oi, !", confirmation: true, confirmationMessage1: "Posso?" });
  const text = (await message()) as HTMLTextAreaElement;
  await user.click(text);
  text.setSelectionRange(4, 4);
  await user.click(await variable("{desconto}"));
  expect(text).toHaveValue("Oi, {desconto}!");
  const question = (await field(m.campaigns_confirmation_message())) as HTMLTextAreaElement;
  await user.click(question);
  question.setSelectionRange(0, 6);
  await user.click(await variable("{nome}"));
  expect(question).toHaveValue("{nome}");
  expect(text).toHaveValue("Oi, {desconto}!");
});

test("campaign dialog: the customer's view fills in the variables and formats the text", async () => {
  await renderKnown({ message1: "Olá, {nome}: *{desconto}*" });
  const view = within(await screen.findByRole("region", { name: m.campaigns_customer_view() }));
  expect(await view.findByText("15%")).toBeInTheDocument();
  expect(view.getByText(/Olá, Cláudia Menezes/)).toBeInTheDocument();
});

test("campaign dialog: an unknown variable is named at its text, and saving is refused", async () => {
  const { user } = await renderKnown({ message1: "Use {cupom}" });
  const problem = m.campaigns_unknown({ count: 1, names: "{cupom}" });
  await waitFor(async () => expect(await message()).toHaveAccessibleDescription(problem));
  await user.click(saveButton());
  expect(await screen.findByRole("alert")).toHaveTextContent(problem);
  expect(close).not.toHaveBeenCalled();
});

test("campaign dialog: filled tabs say so, and each tab has its own texts", async () => {
  const { user } = await renderKnown({ message3: "Terceira" });
  expect(await tab("Msg. 1preenchida")).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("tab", { name: "Msg. 2" })).toBeInTheDocument();
  await user.click(await tab("Msg. 3preenchida"));
  expect(await message()).toHaveValue("Terceira");
});

test("campaign dialog: a half-written campaign survives closing and can be discarded", async () => {
  const first = await renderDialog(null);
  await first.user.type(await field(m.campaigns_name()), "Natal");
  await first.user.click(closeButton());
  first.unmount();
  expect(drafts().map(({ form }) => form.name)).toEqual(["Natal"]);

  const again = await renderDialog(null);
  expect(await field(m.campaigns_name())).toHaveValue("Natal");
  expect(screen.getByText(/Este é o rascunho deste aparelho/)).toBeInTheDocument();
  await again.user.click(screen.getByRole("button", { name: m.ui_discard() }));
  expect(await field(m.campaigns_name())).toHaveValue("");
  expect(drafts()).toEqual([]);
});

test("campaign dialog: another user of this browser does not see the draft", async () => {
  const first = await renderDialog(null);
  await first.user.type(await field(m.campaigns_name()), "Natal");
  first.unmount();
  await renderDialog(null, givenDesk(), "0190d3a0-0000-7000-8000-00000000b1a0");
  expect(await field(m.campaigns_name())).toHaveValue("");
  expect(drafts()).toHaveLength(1);
});

test("campaign dialog: the draft is stored while it is written, as a reload needs it", async () => {
  const { user } = await renderDialog(null);
  await user.type(await field(m.campaigns_name()), "Natal");
  fireEvent(window, new Event("pagehide"));
  expect(drafts().map(({ form }) => form.name)).toEqual(["Natal"]);
});

test("campaign dialog: a draft of a campaign that changed on the server says so", async () => {
  const first = await renderKnown();
  await first.user.type(await field(m.campaigns_name()), " 2");
  first.unmount();
  await renderKnown({ updatedAt: "2026-11-23T12:00:00.000Z" });
  expect(await screen.findByText(/A campanha mudou no servidor depois deste rascunho/)).toBeInTheDocument();
  expect(await field(m.campaigns_name())).toHaveValue("Natal 2");
});

test("campaign dialog: without internet it keeps the draft and says that saving needs internet", async () => {
  const desk = givenDesk();
  const { user } = await renderDialog(null, desk);
  await user.type(await field(m.campaigns_name()), "Natal");
  goOffline(desk.replication);
  expect(await screen.findByText(m.campaigns_draft_offline())).toBeInTheDocument();
  expect(saveButton()).toBeDisabled();
  await user.type(await message(), "Oi");
  await user.click(closeButton());
  await waitFor(() => expect(close).toHaveBeenCalled());
});

test("campaign dialog: one that runs is shown, not changed, and can be stopped", async () => {
  const stopped = answer("post", `/campaigns/${campaignId}/cancel`);
  const { user } = await renderKnown({ status: "running", isEditable: false, startedAt: "2026-11-20T12:00:00Z" });
  expect(await screen.findByRole("heading", { name: m.campaigns_view_title() })).toBeInTheDocument();
  expect(await field(m.campaigns_name())).toBeDisabled();
  expect(screen.queryByRole("button", { name: m.ui_save() })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.campaigns_stop() }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: m.campaigns_stop() }));
  await waitFor(() => expect(stopped).toHaveLength(1));
});

test("campaign dialog: one that starts soon can only lose its start time", async () => {
  const sent = answer("put", `/campaigns/${campaignId}`);
  const soon = new Date(testTime() + 30 * 60_000).toISOString();
  const { user } = await renderKnown({
    status: "scheduled",
    isEditable: false,
    scheduledAt: soon,
    scheduledAtLocal: "2026-11-25T10:00",
  });
  expect(await screen.findByText(m.campaigns_view_soon())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.campaigns_unschedule() }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: m.campaigns_unschedule() }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ scheduledAt: null, name: "Natal" })]));
});

test("campaign dialog: a campaign that starts while it is open becomes read-only", async () => {
  await renderKnown();
  await screen.findByRole("button", { name: m.ui_save() });
  answer("get", `/campaigns/${campaignId}`, givenCampaign({ status: "running", isEditable: false }));
  listChanges.notify(["campaigns"]);
  await waitFor(() => expect(screen.queryByRole("button", { name: m.ui_save() })).not.toBeInTheDocument());
});

test("campaign dialog: one that is cancelled while it is edited says so, and keeps what was typed", async () => {
  const { user } = await renderKnown();
  await user.type(await field(m.campaigns_name()), " 2");
  const cancelled = { status: "cancelled", startedAt: "2026-11-20T12:00:00Z" } as const;
  answer("get", `/campaigns/${campaignId}`, givenCampaign(cancelled));
  listChanges.notify(["campaigns"]);
  const notice = await screen.findByText(m.campaigns_cancelled_meanwhile(), {});
  expect(notice).toBeInTheDocument();
  expect(await field(m.campaigns_name())).toHaveValue("Natal 2");
  expect(saveButton()).toBeEnabled();
});

test("campaign dialog: what was typed is kept when the campaign starts before it is stored", async () => {
  const { unmount } = await renderKnown();
  const name = await field(m.campaigns_name());
  answer("get", `/campaigns/${campaignId}`, givenCampaign({ status: "running", isEditable: false }));
  fireEvent.change(name, { target: { value: "Natal 2" } });
  fireEvent.online(window);
  await waitFor(() => expect(screen.queryByRole("button", { name: m.ui_save() })).not.toBeInTheDocument());
  unmount();
  expect(drafts().map(({ form }) => form.name)).toEqual(["Natal 2"]);
});

test("campaign dialog: a stopped one keeps its list and start time, and its dry run restarts it", async () => {
  const { user, router } = await renderKnown({ status: "cancelled", startedAt: "2026-11-20T12:00:00Z" });
  expect(await field(m.campaigns_scheduled_at())).toBeDisabled();
  expect(await message()).toBeEnabled();
  await user.click(screen.getByRole("button", { name: m.campaigns_restart() }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaign/${campaignId}/preview`));
});

test("campaign dialog: a start time in the past is refused at its field, and nothing is sent", async () => {
  const desk = givenDesk();
  const connection = desk.connection();
  const sent = answer("put", `/campaigns/${campaignId}`);
  const { user } = await renderKnown({ whatsappId: connection.id, contactListId: list.id }, desk);
  const time = await field(m.campaigns_scheduled_at());
  fireEvent.change(time, { target: { value: "2026-01-05T10:00" } });
  await user.click(saveButton());
  await waitFor(() => expect(time).toHaveAccessibleDescription(m.error_campaign_not_future()));
  expect(sent).toEqual([]);
  expect(close).not.toHaveBeenCalled();
});

test("campaign dialog: a draft whose time has passed since is refused when it is saved", async () => {
  const desk = givenDesk();
  const connection = desk.connection();
  refuse("put", `/campaigns/${campaignId}`, "ERR_CAMPAIGN_NOT_FUTURE");
  const { user } = await renderKnown({ whatsappId: connection.id, contactListId: list.id }, desk);
  const time = await field(m.campaigns_scheduled_at());
  fireEvent.change(time, { target: { value: "2036-01-05T10:00" } });
  await user.click(saveButton());
  await waitFor(() => expect(time).toHaveAccessibleDescription(m.error_campaign_not_future()));
  await waitFor(() => expect(drafts()).toHaveLength(1));
});

test("campaign dialog: a start time is saved as a plan, and its dry run opens to confirm it", async () => {
  const desk = givenDesk();
  const connection = desk.connection();
  const sent = answer("put", `/campaigns/${campaignId}`, { status: "INATIVA" });
  const { user, router } = await renderKnown({ whatsappId: connection.id, contactListId: list.id }, desk);
  fireEvent.change(await field(m.campaigns_scheduled_at()), { target: { value: "2036-01-05T10:00" } });
  await user.click(saveButton());
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaign/${campaignId}/preview`));
  expect(sent).toEqual([
    expect.objectContaining({ scheduledAt: "2036-01-05T10:00", awaitsConfirmation: true, sentAt: expect.any(String) }),
  ]);
});

test("campaign dialog: a file goes up after the save; when that fails, saving again creates no second campaign", async () => {
  const created = answer("post", "/campaigns", { id: campaignId });
  const changed = answer("put", `/campaigns/${campaignId}`);
  const path = `/campaigns/${campaignId}/media-upload`;
  refuse("post", path, "ERR_VALIDATION");
  const { user } = await renderDialog(null);
  await user.type(await field(m.campaigns_name()), "Natal");
  await user.upload(screen.getByTestId("campaign-file"), new File(["x"], "vaso.png", { type: "image/png" }));
  expect(screen.getAllByText(m.campaigns_file_new({ name: "vaso.png" }))).not.toHaveLength(0);
  await user.click(saveButton());
  expect(await screen.findByText(/A campanha foi salva, mas o arquivo não subiu/)).toBeInTheDocument();
  expect(close).not.toHaveBeenCalled();
  const uploads = answer("post", path);
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect([created.length, changed.length, uploads.length]).toEqual([1, 1, 1]);
});

test("campaign dialog: removing the file asks first", async () => {
  const removed = answer("delete", `/campaigns/${campaignId}/media-upload`);
  const { user } = await renderKnown({ mediaName: "vaso.png", mediaPath: "/media/x" });
  await user.click(await screen.findByRole("button", { name: m.campaigns_file_remove({ name: "vaso.png" }) }));
  const question = await screen.findByRole("alertdialog");
  expect(removed).toHaveLength(0);
  answer("get", `/campaigns/${campaignId}`, givenCampaign());
  await user.click(within(question).getByRole("button", { name: m.campaigns_file_remove_confirm() }));
  expect(await screen.findByRole("button", { name: m.campaigns_attach() })).toBeInTheDocument();
  expect(removed).toHaveLength(1);
});

test("campaign dialog: the daily limit of 200 is suggested for a WhatsApp number", async () => {
  const desk = givenDesk();
  const connection = desk.connection();
  const { user } = await renderKnown({ whatsappId: connection.id }, desk);
  await user.click(await screen.findByRole("button", { name: new RegExp(m.campaigns_sending_title()) }));
  await user.click(await screen.findByRole("button", { name: m.campaigns_daily_limit_suggest({ count: "200" }) }));
  expect(await field(m.campaigns_daily_limit())).toHaveValue("200");
});

test("campaign dialog: the dry run of a saved campaign is told in a sentence", async () => {
  answer("get", `/campaigns/${campaignId}/preview`, givenPreview());
  const { user } = await renderKnown();
  await user.click(await screen.findByRole("button", { name: m.campaigns_dry_run_run() }));
  expect(await screen.findByText(/30 contatos: 2 sem WhatsApp/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.campaigns_dry_run_again() })).toBeInTheDocument();
});

test("campaign dialog: a changed campaign is saved before its dry run opens", async () => {
  const sent = answer("put", `/campaigns/${campaignId}`);
  const { user, router } = await renderKnown();
  await user.type(await message(), " Tudo bem?");
  await user.click(screen.getByRole("button", { name: m.campaigns_dry_run_save() }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaign/${campaignId}/preview`));
  expect(sent).toEqual([expect.objectContaining({ message1: "Olá, {nome}! Tudo bem?" })]);
});

test("campaign dialog: on a device in Manaus the start's field names the company's zone and the device's hour", async () => {
  setDeviceZone("America/Manaus");
  await renderDialog(null);
  const start = await field(m.campaigns_scheduled_at());
  fireEvent.change(start, { target: { value: "2026-12-01T10:15" } });
  expect(start).toHaveAccessibleDescription(m.zone_here({ zone: "horário de Brasília", when: "09:15" }));
});

test("campaign dialog: on a device in Manaus the sending window names the company's zone", async () => {
  setDeviceZone("America/Manaus");
  const { user } = await renderDialog(null);
  await user.click(await screen.findByRole("button", { name: new RegExp(m.campaigns_sending_title()) }));
  const hint = await screen.findByText(new RegExp(m.campaigns_window_hint()));
  expect(hint).toHaveTextContent(m.zone_of({ zone: "horário de Brasília" }));
});

import { File as StoredFile } from "node:buffer";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test, vi } from "vitest";
import type { MessageRow } from "../../../../contracts/desk/messages.ts";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { testNow, testTime } from "../../../../contracts/testing/clock.ts";
import type { DeviceDesk, FileDraft } from "../../../../sync/client/index.ts";
import { fullDisk } from "../../../../sync/client/testing/full-disk.ts";
import { storeTypedEarly } from "../../../first-paint/typed-early.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { firstValueOf } from "../../../session/desk.tsx";
import { compositionOrders, confirmComposition } from "../../../testing/composition.ts";
import { setDeviceZone } from "../../../testing/device-zone.ts";
import { catchUnhandled, fillDisk } from "../../../testing/full-device.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { setNow } from "../../../testing/timers.ts";
import { composer, renderConversation } from "../testing/render-conversation.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";
let companyId: string;
const SIGNATURE = "*Marina Duarte:*\n";

let desk: GivenDesk;
let ticket: TicketDocument;
beforeEach(() => {
  companyId = uuidv7();
  desk = givenDesk();
  ticket = desk.ticket({ contactName: "Helena Sampaio", userId: ME });
  localStorage.setItem("signOption", "false");
});

let local: DeviceDesk;
async function render(options: { sameDevice?: boolean } = {}) {
  const rendered = await renderConversation(desk, ticket, { signedIn: { id: ME, companyId }, ...options });
  local = rendered.desk;
  return rendered;
}
const sendButton = () => screen.getByRole("button", { name: m.tickets_send() });
const sent = () => desk.replication.applied.filter(({ type }) => type === "message.send");
/** Creates a file that fake-indexeddb can store; jsdom's own `File` cannot be stored. */
const png = (name = "vaso.png") => new StoredFile([new Uint8Array(64)], name, { type: "image/png" }) as unknown as File;
/** The files that this device keeps for the ticket. */
const stored = () => firstValueOf<FileDraft[]>(local.unsent.files.of$(ticket.id));
const filePicker = () => document.querySelector<HTMLInputElement>(`input[type=file][multiple]`) as HTMLInputElement;

test("composer: Enter sends the text once and empties the field; Shift+Enter begins a new line", async () => {
  const { user, log } = await render();
  const field = await composer(ticket);
  await user.type(field, "Bom dia{Shift>}{Enter}{/Shift}Helena{Enter}{Enter}");
  await waitFor(() => expect(field).toHaveValue(""));
  expect(await log.findByText(/Bom dia\s+Helena/)).toBeInTheDocument();
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { ticketId: ticket.id, body: "Bom dia\nHelena" } }]));
});

test("composer: a text typed before the app was there goes into the draft of its ticket, and into no other", async () => {
  const other = desk.ticket({ contactName: "Raul", userId: ME });
  const typed = { userId: ME, base: "", text: "Cheguei cedo" };
  storeTypedEarly(localStorage, { ...typed, ticketId: other.id });
  const first = await render();
  expect(await composer(ticket)).toHaveValue("");
  first.unmount();
  const { desk: local } = await renderConversation(desk, other, { signedIn: { id: ME } });
  await waitFor(async () => expect(await composer(other)).toHaveValue("Cheguei cedo"));
  await waitFor(async () => expect(await local.draft(other.id).get()).toBe("Cheguei cedo"));
  expect(await local.draft(ticket.id).get()).toBe("");
});

test("composer: send is disabled while the text is only spaces", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "   ");
  expect(sendButton()).toBeDisabled();
  await user.type(field, "oi");
  expect(sendButton()).toBeEnabled();
});

test("composer: a double click on send sends one message", async () => {
  const { user } = await render();
  await user.type(await composer(ticket), "Bom dia");
  await user.dblClick(sendButton());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toHaveLength(1);
});

test("composer: signing puts the agent's name above the text, and the choice is remembered", async () => {
  const { user } = await render();
  await user.click(screen.getByRole("switch", { name: m.tickets_sign() }));
  await user.type(await composer(ticket), "Bom dia{Enter}");
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { body: `${SIGNATURE}Bom dia` } }]));
  expect(localStorage.getItem("signOption")).toBe("true");
});

test("composer: without a network the message is kept, shown as queued, and sent when the network is back", async () => {
  const { user, log, desk: local } = await render();
  const reconnect = await cutNetwork(desk, local);
  const field = await composer(ticket);
  expect(await screen.findByText(m.tickets_line_offline())).toBeInTheDocument();
  await user.type(field, "Já vejo");
  await user.click(screen.getByRole("button", { name: m.tickets_send_queued() }));
  expect(await log.findByText(m.tickets_queue_note({ count: 1 }))).toBeInTheDocument();
  expect(sent()).toEqual([]);
  act(reconnect);
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { body: "Já vejo" } }]));
});

test("composer: a message refused by the server stays with its reason, and its text can be edited and sent again", async () => {
  desk.replication.onCommand = ({ type }) => (type === "message.send" ? "ERR_WINDOW_CLOSED" : undefined);
  const { user, log } = await render();
  const field = await composer(ticket);
  await user.type(field, "Bom dia{Enter}");
  expect(await log.findByRole("alert")).toHaveTextContent(errorMessage("ERR_WINDOW_CLOSED"));
  await user.click(log.getByRole("button", { name: m.tickets_edit() }));
  expect(field).toHaveValue("Bom dia");
  expect(screen.getByText(m.tickets_editing())).toBeInTheDocument();
  desk.replication.onCommand = () => undefined;
  await user.type(field, ", Helena{Enter}");
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { body: "Bom dia, Helena" } }]));
});

test("composer: a draft is stored on this device, and the composer says so", async () => {
  const { user, desk: local } = await render();
  await user.type(await composer(ticket), "Estou vendo");
  expect(await screen.findByText(m.tickets_draft_saved())).toBeInTheDocument();
  expect(await local.draft(ticket.id).get()).toBe("Estou vendo");
});

test("composer: a device without storage does not say that a draft is stored, or that it will be sent later", async () => {
  const { user, desk: local } = await render();
  const field = await composer(ticket);
  fullDisk();
  await user.type(field, "Estou vendo");
  await waitFor(() => expect(local.status.get().stores).toBe(false));
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Estou vendo"));
  expect(screen.queryByText(m.tickets_draft_saved())).not.toBeInTheDocument();
  desk.replication.online = false;
  local.resync();
  expect(await screen.findByText(m.tickets_line_stuck())).toBeInTheDocument();
  expect(screen.queryByText(m.tickets_line_offline())).not.toBeInTheDocument();
});

test("composer: a different draft of another device is offered and replaces the text only on request", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "Chega segunda");
  const updatedAt = "2026-11-23T12:00:00.000Z";
  desk.replication.put("drafts", { id: ticket.id, rev: 0, text: "Vou conferir", writerId: uuidv7(), updatedAt });
  desk.replication.poke("drafts");
  expect(await screen.findByText(m.tickets_draft_other())).toBeInTheDocument();
  expect(field).toHaveValue("Chega segunda");
  await user.click(screen.getByRole("button", { name: "Vou conferir" }));
  expect(field).toHaveValue("Vou conferir");
});

test("composer: a reply shows the quoted message until it is cancelled, and is sent with the quote", async () => {
  const question = desk.message(ticket, { body: "Qual o prazo?" });
  const { user } = await render();
  const reply = async () => {
    await user.click(screen.getByRole("button", { name: m.tickets_message_menu() }));
    await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${m.tickets_reply()}`) }));
    return screen.findByText(m.tickets_replying_to({ name: "Helena Sampaio" }));
  };
  await reply();
  await user.click(screen.getByRole("button", { name: m.tickets_cancel_reply() }));
  expect(screen.queryByText(m.tickets_replying_to({ name: "Helena Sampaio" }))).not.toBeInTheDocument();
  await reply();
  await user.type(await composer(ticket), "Dez dias{Enter}");
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { quotedId: question.id } }]));
});

test("composer: text, quick reply and quote return to the composer when the device cannot store the message", async () => {
  const question = desk.message(ticket, { body: "Qual o prazo?" });
  const fileId = uuidv7();
  desk.quickReply({ shortcode: "prazo", message: "Dez dias", fileId, fileName: "prazos.png" });
  const { user } = await render();
  await user.click(screen.getByRole("button", { name: m.tickets_message_menu() }));
  await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${m.tickets_reply()}`) }));
  const field = await composer(ticket);
  await user.type(field, "/prazo");
  await screen.findByRole("option", { name: /prazo/ });
  await user.keyboard("{Enter}");
  await user.type(field, " úteis");
  expect(await screen.findByText(m.tickets_draft_saved())).toBeInTheDocument();
  const unhandled = catchUnhandled();
  const freeDisk = fillDisk();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(unhandled).toHaveLength(1));
  await waitFor(() => expect(field).toHaveValue("Dez dias úteis"));
  expect(screen.getByText(m.tickets_replying_to({ name: "Helena Sampaio" }))).toBeInTheDocument();
  expect(screen.getByText("prazos.png")).toBeInTheDocument();
  expect(sent()).toEqual([]);
  freeDisk();
  await user.click(sendButton());
  await waitFor(() =>
    expect(sent()).toMatchObject([{ payload: { body: "Dez dias úteis", quotedId: question.id, fileId } }]),
  );
  expect(sent()).toHaveLength(1);
});

test("composer: a text whose message was refused at once by the device is its draft", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  const unhandled = catchUnhandled();
  fillDisk();
  await user.type(field, "Dez dias úteis{Enter}");
  await waitFor(() => expect(unhandled).toHaveLength(1));
  expect(field).toHaveValue("Dez dias úteis");
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Dez dias úteis"));
});

/** A message of the agent that is new enough to be edited. */
function editable(body: string) {
  const now = testNow().toISOString();
  const life: MessageRow["life"] = { server: now, accepted: now, delivered: null, read: null, played: null };
  return desk.message(ticket, { fromMe: true, userId: ME, body, ack: 1, createdAt: now, life });
}

test("composer: ArrowUp in an empty field edits the agent's last message; Escape leaves it unchanged", async () => {
  const message = editable("Chega segunda");
  const { user } = await render();
  const field = await composer(ticket);
  await user.click(field);
  await user.keyboard("{ArrowUp}");
  expect(field).toHaveValue("Chega segunda");
  await user.keyboard("{Escape}");
  expect(field).toHaveValue("");
  await user.keyboard("{ArrowUp}");
  await user.clear(field);
  await user.type(field, "Chega terça{Enter}");
  const edit = { type: "message.edit", payload: { messageId: message.id, body: "Chega terça" } };
  await waitFor(() => expect(desk.replication.applied).toMatchObject([edit]));
});

/** Begins to edit the agent's last message; the next command is stored when `stores` is called. */
async function givenSlowEdit(text: string) {
  const message = editable("Chega segunda");
  const { user } = await render();
  const field = await composer(ticket);
  await user.click(field);
  await user.keyboard("{ArrowUp}");
  await user.clear(field);
  await user.type(field, text);
  const stored = Promise.withResolvers<void>();
  const send = local.send.bind(local);
  vi.spyOn(local, "send").mockImplementationOnce(async (...given) => {
    await stored.promise;
    return send(...given);
  });
  const edit = { type: "message.edit", payload: { messageId: message.id, body: text } };
  return { user, field, edit, stores: stored.resolve };
}
const messages = () => desk.replication.applied.filter(({ type }) => type.startsWith("message."));

test("composer: a message written before an edit is stored is sent as a message", async () => {
  const { user, field, edit, stores } = await givenSlowEdit("Chega terça");
  await user.keyboard("{Enter}{Enter}, até lá{Enter} e");
  stores();
  await waitFor(() => expect(field).toHaveValue("e"));
  await waitFor(() =>
    expect(messages()).toMatchObject([edit, { type: "message.send", payload: { body: ", até lá" } }]),
  );
});

test("composer: Escape while an edit is stored keeps what is typed after it", async () => {
  const { user, field, edit, stores } = await givenSlowEdit("Chega terça");
  await user.keyboard("{Enter}{Escape}");
  await user.type(field, "Chega terça, diz a loja");
  stores();
  await waitFor(() => expect(messages()).toMatchObject([edit]));
  expect(field).toHaveValue("Chega terça, diz a loja");
});

test("quick replies: a slash finds them by shortcut and text; arrows select, Enter fills in the name without sending", async () => {
  desk.quickReply({ shortcode: "pix", message: "Nossa chave é pix@olaria.example." });
  desk.quickReply({ shortcode: "prazo", message: "{{firstName}}, chega em dez dias." });
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "/p");
  const options = () => screen.getAllByRole("option").map((option) => option.textContent);
  await screen.findByRole("listbox", { name: m.tickets_quick_replies() });
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard("{ArrowDown}");
  const chosen = screen.getByRole("option", { selected: true });
  expect(chosen).toHaveTextContent("/prazo");
  expect(field).toHaveAttribute("aria-activedescendant", chosen.id);
  await user.keyboard("{Enter}");
  expect(field).toHaveValue("Helena, chega em dez dias.");
  expect(sent()).toEqual([]);
});

test("quick replies: the hour is the company's, as in every text to a customer, also on a device in Manaus", async () => {
  setDeviceZone("America/Manaus");
  setNow("2026-11-29T13:15:00Z");
  desk.replication.put("refs", { id: "timeZone", rev: 1, kind: "setting", name: "America/Sao_Paulo" });
  desk.quickReply({ shortcode: "agora", message: "São {{hour}}." });
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "/agora");
  await screen.findByRole("option", { selected: true });
  await user.keyboard("{Enter}");
  expect(field).toHaveValue("São 10:15.");
});

test("quick replies: a colleague's personal reply is not offered, and the list says when nothing matches", async () => {
  desk.quickReply({ shortcode: "segredo", isGeneral: false, userId: "0190d3a0-0000-7000-8000-0000000000b2" });
  const { user } = await render();
  await user.type(await composer(ticket), "/seg");
  expect(await screen.findByText(m.tickets_quick_none())).toBeInTheDocument();
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
});

test("quick replies: Escape closes the list and keeps the typed text", async () => {
  desk.quickReply({ shortcode: "pix" });
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "/pi");
  await screen.findByRole("listbox");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(field).toHaveValue("/pi");
});

const tray = (count: number) => screen.findByRole("list", { name: m.tickets_files_title({ count }) });

test("attachments: each file has its own caption, and files are sent in the order in which they were picked", async () => {
  const { user } = await render();
  await composer(ticket);
  await user.upload(filePicker(), [png("um.png"), png("dois.png")]);
  const files = within(await tray(2));
  await user.type(files.getByLabelText(m.tickets_caption_for({ name: "dois.png" })), "O segundo");
  await waitFor(async () => expect((await stored()).map(({ caption }) => caption)).toEqual(["", "O segundo"]));
  await user.click(sendButton());
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { body: "" } }, { payload: { body: "O segundo" } }]));
  expect(desk.replication.files.size).toBe(2);
  expect(await stored()).toEqual([]);
});

test("attachments: the last letters of a caption are sent too, and a text beside it follows", async () => {
  const { user } = await render();
  await user.upload(filePicker(), [png("um.png"), png("dois.png")]);
  const files = within(await tray(2));
  await user.type(await composer(ticket), "Veja os dois");
  await user.type(files.getByLabelText(m.tickets_caption_for({ name: "um.png" })), "O primeiro");
  await user.click(sendButton());
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent().map(({ payload }) => (payload as { body: string }).body)).toEqual(["O primeiro", "", "Veja os dois"]);
});

test("attachments: the message field is the caption of a photo; both stay when the conversation is left, and go once", async () => {
  const first = await render();
  await first.user.type(await composer(ticket), "fica assim");
  await first.user.upload(filePicker(), [png()]);
  await tray(1);
  await waitFor(async () => expect(await first.desk.draft(ticket.id).get()).toBe("fica assim"));
  first.unmount();
  const { user } = await render({ sameDevice: true });
  const kept = await tray(1);
  await waitFor(() => expect(kept).toHaveTextContent(m.tickets_file_photo_caption()));
  expect(await composer(ticket)).toHaveValue("fica assim");
  await user.dblClick(sendButton());
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { body: "fica assim" } }]));
  expect(sent()).toHaveLength(1);
  expect([await stored(), await local.draft(ticket.id).get()]).toEqual([[], ""]);
  expect(screen.queryByRole("list", { name: m.tickets_files_title({ count: 1 }) })).not.toBeInTheDocument();
});

test("attachments: files whose messages the device cannot store are shown again, and go once", async () => {
  const { user } = await render();
  await user.upload(filePicker(), [png("um.png"), png("dois.png")]);
  await tray(2);
  const unhandled = catchUnhandled();
  const freeDisk = fillDisk();
  await user.click(sendButton());
  await waitFor(() => expect(unhandled).toHaveLength(1));
  await tray(2);
  expect(sent()).toEqual([]);
  freeDisk();
  await user.click(sendButton());
  await waitFor(() => expect(sent()).toHaveLength(2));
  await waitFor(async () => expect(await stored()).toEqual([]));
});

test("attachments: a removed file comes back with undo", async () => {
  const { user } = await render();
  await composer(ticket);
  await user.upload(filePicker(), [png()]);
  await tray(1);
  await user.click(screen.getByRole("button", { name: m.tickets_remove_file({ name: "vaso.png" }) }));
  await waitFor(async () => expect(await stored()).toEqual([]));
  await user.click(await screen.findByRole("button", { name: m.tickets_undo() }));
  expect(await tray(1)).toBeInTheDocument();
});

test("attachments: an empty file is reported and not added; the others can be sent", async () => {
  const { user } = await render();
  await composer(ticket);
  await user.upload(filePicker(), [png("vaso.png"), new File([], "nada.txt", { type: "text/plain" })]);
  await tray(1);
  expect(screen.getByText(m.tickets_file_empty({ name: "nada.txt" }))).toBeInTheDocument();
});

test("attachments: a pasted file is attached and not written into the field", async () => {
  await render();
  const field = await composer(ticket);
  fireEvent.paste(field, { clipboardData: pasted([png("colado.png")]) });
  await tray(1);
  expect(screen.getByRole("button", { name: m.tickets_remove_file({ name: "colado.png" }) })).toBeInTheDocument();
  expect(field).toHaveValue("");
});

const pasted = (files: File[], text = "") => ({
  files,
  getData: (type: string) => (type === "text/plain" ? text : ""),
});

test("attachments: pasted cells of a spreadsheet are text, and their picture can be attached as well", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  // The browser writes the text unless the field prevents it.
  expect(fireEvent.paste(field, { clipboardData: pasted([png("image.png")], "Vaso\t45,00\nPrato\t30,00") })).toBe(true);
  expect(await stored()).toEqual([]);
  await user.click(await screen.findByRole("button", { name: m.tickets_paste_picture() }));
  await tray(1);
  expect(fireEvent.paste(field, { clipboardData: pasted([png("colado.png")], "colado.png") })).toBe(false);
  await tray(2);
});

test("location: what was typed for one conversation is not in the form of another one", async () => {
  const other = desk.ticket({ contactName: "Raul", userId: ME });
  const open = async (user: Awaited<ReturnType<typeof render>>["user"]) => {
    await user.click(screen.getByRole("button", { name: m.tickets_attach() }));
    await user.click(await screen.findByRole("menuitem", { name: m.tickets_media_location() }));
    return screen.findByLabelText(m.tickets_place_name());
  };
  const first = await render();
  await first.user.type(await open(first.user), "Loja da Helena");
  first.unmount();
  const second = await renderConversation(desk, other, { signedIn: { id: ME, companyId }, sameDevice: true });
  expect(await open(second.user)).toHaveValue("");
  second.unmount();
  const { user } = await render({ sameDevice: true });
  expect(await open(user)).toHaveValue("Loja da Helena");
});

test.each([
  { error: "NotAllowedError", says: m.tickets_mic_denied },
  { error: "NotFoundError", says: m.tickets_mic_missing },
])(
  "recording: a microphone that fails with $error shows what to do and gives the field back",
  async ({ error, says }) => {
    const getUserMedia = () => Promise.reject(new DOMException("no", error));
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
    const { user } = await render();
    await user.click(screen.getByRole("button", { name: m.tickets_record() }));
    expect(await screen.findByRole("alert")).toHaveTextContent(says());
    expect(await composer(ticket)).toBeVisible();
  },
);

test("composer: when the connection is down it says that messages wait, and why", async () => {
  const connection = desk.connection({ name: "Loja", status: "DISCONNECTED", reason: "ERR_WAPP_NOT_INITIALIZED" });
  ticket = desk.ticket({ contactName: "Raul", userId: ME, connectionId: connection.id });
  await render();
  expect(await screen.findByText(new RegExp(m.tickets_line_down({ name: "Loja" })))).toBeInTheDocument();
});

test.each<{ who: string; change: Partial<TicketDocument>; says: () => string }>([
  {
    who: "a resolved ticket",
    change: { status: "closed", updatedAt: testNow().toISOString() },
    says: m.tickets_closed_notice,
  },
  { who: "nobody's ticket that is not one's own", change: { canAnswer: false }, says: m.tickets_not_yours_nobody },
  {
    who: "an Instagram contact who last wrote two days ago",
    change: { channel: "instagram", lastCustomerMessageAt: new Date(testTime() - 48 * 3_600_000).toISOString() },
    says: () => m.tickets_window_shut({ name: "Raul" }),
  },
])("composer: $who shows the reason instead of the field", async ({ change, says }) => {
  ticket = desk.ticket({ contactName: "Raul", userId: ME, ...change });
  await render();
  expect(await screen.findByText(says())).toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: m.tickets_composer_label({ name: "Raul" }) })).not.toBeInTheDocument();
});

test("conversation: a pending ticket is only read until it is accepted, which brings the composer", async () => {
  ticket = desk.ticket({
    contactName: "Raul",
    status: "pending",
    unreadMessages: 3,
    waitingSince: "2026-11-20T10:00:00Z",
  });
  // Without the server's effect, the ticket is pending again as soon as the command is answered.
  desk.replication.onCommand = ({ type }) => {
    if (type === "ticket.accept") desk.replication.put("tickets", { ...ticket, status: "open", userId: ME });
    return undefined;
  };
  const { user } = await render();
  expect(await screen.findByText(m.tickets_preview_reading())).toBeVisible();
  const field = { name: m.tickets_composer_label({ name: "Raul" }) };
  expect(screen.queryByRole("textbox", field)).not.toBeInTheDocument();
  expect(desk.replication.applied).toEqual([]);
  await user.keyboard("a");
  expect(await screen.findByRole("textbox", field)).toBeVisible();
  // Once it is open, its messages are read.
  await waitFor(() => expect(desk.replication.applied[0]).toMatchObject({ type: "ticket.accept" }));
});

test.each(compositionOrders)("composer: Enter that confirms a composition sends nothing: %s", async (order) => {
  const { user } = await render();
  const field = await composer(ticket);
  confirmComposition(field, "日本", order);
  await user.type(field, "です{Enter}");
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { body: "日本です" } }]));
});

test.each(compositionOrders)("composer: Enter that confirms a composition stores no edit: %s", async (order) => {
  const message = editable("Chega segunda");
  const { user } = await render();
  const field = await composer(ticket);
  await user.click(field);
  await user.keyboard("{ArrowUp}");
  confirmComposition(field, "で", order);
  await user.type(field, "す{Enter}");
  const edit = { type: "message.edit", payload: { messageId: message.id, body: "Chega segundaです" } };
  await waitFor(() => expect(messages()).toMatchObject([edit]));
});

test.each(compositionOrders)("quick replies: Enter that confirms a composition chooses none: %s", async (order) => {
  desk.quickReply({ shortcode: "日本", message: "Endereço no Japão" });
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "/");
  confirmComposition(field, "日", order);
  expect(await screen.findByRole("option", { name: /日本/ })).toBeInTheDocument();
  expect(field).toHaveValue("/日");
  await user.type(field, "{Enter}");
  await waitFor(() => expect(field).toHaveValue("Endereço no Japão"));
});

/** Sends a text of this conversation as another tab does. */
const sendElsewhere = (text: string, stored = text) => {
  const sent = { text, stored, field: "another tab", writerId: uuidv7() };
  const draft = { kind: "text", ownerId: ticket.id, sent } as const;
  return local.send("message.send", { ticketId: ticket.id, body: text }, { draft });
};

test("draft: a text that another tab sends leaves the field at once, also before it was stored here", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "Bom dia");
  await sendElsewhere("Bom dia", "");
  await waitFor(() => expect(field).toHaveValue(""));
  await user.type(field, "{Enter}");
  await user.type(field, "Até amanhã{Enter}");
  await waitFor(() =>
    expect(sent().map(({ payload }) => (payload as { body: string }).body)).toEqual(["Bom dia", "Até amanhã"]),
  );
  expect(screen.queryByText(m.tickets_draft_saved())).not.toBeInTheDocument();
});

const answeredLine = () =>
  screen.queryByText(m.tickets_draft_answered({ time: "\u0000" }).split("(")[0] ?? "", { exact: false });

test("draft: a text that differs from the one sent elsewhere stays, says so, and does so after a reload", async () => {
  const first = await render();
  const field = await composer(ticket);
  await first.user.type(field, "Bom dia");
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Bom dia"));
  await first.user.type(field, ", Helena");
  await sendElsewhere("Bom dia");
  await waitFor(() => expect(answeredLine()).toBeInTheDocument());
  expect(field).toHaveValue("Bom dia, Helena");
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Bom dia, Helena"));
  first.unmount();
  const { user } = await render({ sameDevice: true });
  await waitFor(async () => expect(await composer(ticket)).toHaveValue("Bom dia, Helena"));
  expect(answeredLine()).toBeInTheDocument();
  await user.type(await composer(ticket), "{Enter}");
  await waitFor(() => expect(answeredLine()).not.toBeInTheDocument());
});

test("draft: a text that was sent on another device leaves the field with the sync; letters typed since stay", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  const sendOnPhone = (text: string, at: string) => {
    const sentThere = { text, baseRev: 0, writerId: uuidv7(), at };
    desk.replication.put("drafts", {
      id: ticket.id,
      rev: 0,
      text: "",
      writerId: sentThere.writerId,
      updatedAt: at,
      sent: sentThere,
    });
    desk.replication.poke("drafts");
  };
  await user.type(field, "Bom dia");
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Bom dia"));
  sendOnPhone("Bom dia", new Date(testTime() - 1_000).toISOString());
  await waitFor(() => expect(field).toHaveValue(""));
  await user.type(field, "Tudo bem?");
  sendOnPhone("Tudo bem", new Date(testTime()).toISOString());
  await waitFor(() => expect(answeredLine()).toBeInTheDocument());
  expect(field).toHaveValue("Tudo bem?");
  expect(sent()).toEqual([]);
});

test("draft: a text that another tab writes on is shown here, and no letter of this tab is replaced", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "Bom");
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Bom"));
  await local.draft(ticket.id).set("Bom dia", { base: "Bom" });
  await waitFor(() => expect(field).toHaveValue("Bom dia"));
  await user.type(field, "!");
  await local.draft(ticket.id).set("Bom dia, Helena", { base: "Bom dia" });
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Bom dia!"));
  expect(field).toHaveValue("Bom dia!");
});

test("draft: a message names the shared draft that it sends", async () => {
  const updatedAt = testNow().toISOString();
  desk.replication.put("drafts", { id: ticket.id, rev: 0, text: "Bom dia", writerId: uuidv7(), updatedAt });
  const { user } = await render();
  const field = await composer(ticket);
  await waitFor(() => expect(field).toHaveValue("Bom dia"));
  await user.type(field, "{Enter}");
  await waitFor(() =>
    expect(sent()).toMatchObject([{ payload: { draft: { text: "Bom dia", writerId: expect.any(String) } } }]),
  );
  expect(field).toHaveValue("");
});

test("draft: a schedule takes it along, in this tab, in others and on other devices; letters typed since stay", async () => {
  const updatedAt = testNow().toISOString();
  desk.replication.put("drafts", { id: ticket.id, rev: 0, text: "Bom dia", writerId: uuidv7(), updatedAt });
  const { user } = await render();
  const field = await composer(ticket);
  await waitFor(() => expect(field).toHaveValue("Bom dia"));
  await user.type(field, ", Helena");
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Bom dia, Helena"));
  await user.click(screen.getByRole("button", { name: m.tickets_schedule() }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByLabelText(m.schedules_body())).toHaveValue("Bom dia, Helena");
  expect(field).toHaveValue("Bom dia, Helena");
  // Letters that were typed while the dialog was loaded.
  fireEvent.input(field, { target: { value: "Bom dia, Helena. Chegou" } });
  await user.click(dialog.getByRole("button", { name: m.ui_save() }));
  await waitFor(() => expect(field).toHaveValue(". Chegou"));
  const told = await firstValueOf<{ mark: { texts: string[] } | null }>(local.draft(ticket.id).state$());
  expect(told.mark?.texts).toContain("Bom dia, Helena");
  const commands = () => desk.replication.applied.map(({ type, payload }) => ({ type, payload }));
  await waitFor(() =>
    expect(commands()).toEqual(
      expect.arrayContaining([
        { type: "schedule.create", payload: expect.objectContaining({ body: "Bom dia, Helena" }) },
        { type: "draft.save", payload: expect.objectContaining({ text: "", sentText: "Bom dia, Helena" }) },
      ]),
    ),
  );
});

test("draft: a schedule that the device could not store leaves it in its field", async () => {
  const { user } = await render();
  const field = await composer(ticket);
  await user.type(field, "Bom dia");
  await waitFor(async () => expect(await local.draft(ticket.id).get()).toBe("Bom dia"));
  const unhandled = catchUnhandled();
  const { send } = local;
  vi.spyOn(local, "send").mockImplementation(async (type, ...given) => {
    if (type === "schedule.create") throw new Error("no space");
    return send(type, ...given);
  });
  await user.click(screen.getByRole("button", { name: m.tickets_schedule() }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByRole("button", { name: m.ui_save() }));
  expect(await dialog.findByRole("alert")).toBeInTheDocument();
  expect(unhandled).toHaveLength(1);
  expect(field).toHaveValue("Bom dia");
  expect(await local.draft(ticket.id).get()).toBe("Bom dia");
});

/** Begins to edit the agent's last message and writes a text. */
async function givenEdit(text: string) {
  const message = editable("Chega segunda");
  const rendered = await render();
  const field = await composer(ticket);
  await rendered.user.click(field);
  await rendered.user.keyboard("{ArrowUp}");
  await rendered.user.clear(field);
  await rendered.user.type(field, text);
  return { ...rendered, message, field };
}

test("edit: one that is under way is there again after a reload, without a network too, and is stored once", async () => {
  const { unmount, message } = await givenEdit("Chega terça");
  await cutNetwork(desk, local);
  unmount();
  const { user } = await render({ sameDevice: true });
  const field = await composer(ticket);
  await waitFor(() => expect(field).toHaveValue("Chega terça"));
  expect(screen.getByText(m.tickets_editing_sent())).toBeInTheDocument();
  await user.type(field, "{Enter}");
  await waitFor(() => expect(field).toHaveValue(""));
  const outbox = await firstValueOf(local.outbox$());
  expect(outbox).toMatchObject([{ type: "message.edit", payload: { messageId: message.id, body: "Chega terça" } }]);
  expect(await local.unsent.edit.get(ticket.id)).toBeNull();
});

test("edit: one that was left by Escape does not come back", async () => {
  const { user, unmount } = await givenEdit("Chega terça");
  await user.keyboard("{Escape}");
  unmount();
  await render({ sameDevice: true });
  expect(await composer(ticket)).toHaveValue("");
  expect(await local.unsent.edit.get(ticket.id)).toBeNull();
});

test.each([
  { what: "changed", change: { body: "Chega quarta" }, says: m.tickets_edit_changed },
  { what: "deleted", change: { isDeleted: true }, says: m.tickets_edit_deleted },
])(
  "edit: one whose message was $what elsewhere ends, says so, and gives its text to the reply",
  async ({ change, says }) => {
    const { user, message, field } = await givenEdit("Chega terça");
    desk.replication.message(ticket.id, { ...message, ...change });
    desk.replication.poke("tickets", "threads");
    expect(await screen.findByText(says())).toBeInTheDocument();
    expect(field).toHaveValue("");
    await user.click(screen.getByRole("button", { name: m.tickets_edit_use({ text: "Chega terça" }) }));
    expect(field).toHaveValue("Chega terça");
    expect(screen.queryByText(says())).not.toBeInTheDocument();
    expect(await local.unsent.edit.get(ticket.id)).toBeNull();
  },
);

import { File as StoredFile } from "node:buffer";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { ChatDocument } from "../../../contracts/office/chats.ts";
import { testNow } from "../../../contracts/testing/clock.ts";
import { synced } from "../../../sync/client/testing/desk.ts";
import { givenChat, givenUser } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { compositionOrders, confirmComposition } from "../../testing/composition.ts";
import { catchUnhandled, fillDisk } from "../../testing/full-device.ts";
import { cutNetwork, givenDesk } from "../../testing/given-desk.ts";
import { renderScreen } from "../../testing/render.tsx";
import { ChatsScreen } from "./index.tsx";

// Another user for each test: what a device stored for a user stays in the memory of the process.
let me: ReturnType<typeof givenUser>;
let self: ChatDocument["members"][number];
beforeEach(() => {
  me = givenUser({ profile: "admin", name: "Marina Duarte" });
  self = { userId: me.id, name: me.name };
});
const ana = { userId: "ana", name: "Ana Prado" };
const rosana = { userId: "rosana", name: "Rosana Lins" };

function givenMine(desk: ReturnType<typeof givenDesk>, change: Partial<ChatDocument> = {}): ChatDocument {
  const chat = givenChat({ title: "Vitrine de Natal", ownerId: me.id, members: [self, ana], ...change });
  desk.replication.put("chats", chat);
  desk.replication.chatMessage(chat.id, null);
  return chat;
}
const render = (desk: ReturnType<typeof givenDesk>, chatId: string | null, signedIn: Partial<typeof me> = {}) =>
  renderScreen(<ChatsScreen chatId={chatId} />, {
    signedIn: { ...me, ...signedIn },
    replication: desk.replication,
    path: chatId ? `/chats/${chatId}` : "/chats",
  });
const field = (name: string) => screen.findByRole("textbox", { name: m.tickets_composer_label({ name }) });

test("a chat without a title has the other member's name; a group's last message names its author", async () => {
  const desk = givenDesk();
  const last = { body: "as luzes chegaram", mediaType: "chat" as const, createdAt: testNow().toISOString() };
  givenMine(desk, { title: "", lastMessage: { ...last, userId: "ana", userName: "Ana Prado" }, unread: 2, lastSeq: 2 });
  givenMine(desk, {
    lastMessage: { ...last, userId: "rosana", userName: "Rosana Lins" },
    members: [self, ana, rosana],
  });
  await render(desk, null);
  const list = await screen.findByRole("list", { name: m.chats_list_label() });
  await within(list).findByRole("link", { name: "Ana Prado" });
  expect(within(list).getByText("as luzes chegaram")).toBeInTheDocument();
  expect(within(list).getByText("Rosana: as luzes chegaram")).toBeInTheDocument();
  expect(within(list).getByText(m.tickets_unread({ count: 2 }))).toBeInTheDocument();
});

test("only who may create chats gets the button, also in the empty list", async () => {
  await render(givenDesk(), null, { profile: "user" });
  expect(await screen.findByText(m.chats_empty_member())).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.chats_new() })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.chats_new_full() })).not.toBeInTheDocument();
});

test("a new chat is created without a network and opened", async () => {
  const desk = givenDesk();
  desk.colleague({ id: "ana", name: "Ana Prado" });
  desk.colleague({ id: "joao", name: "João Vaz" });
  const { user, desk: device, router } = await render(desk, null);
  await cutNetwork(desk, device);
  await user.click((await screen.findAllByRole("button", { name: m.chats_new() }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: m.chats_dialog_title() }));
  expect(dialog.getByText(m.chats_dialog_offline())).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: m.ui_save() }));
  expect(dialog.getByRole("alert")).toHaveTextContent(m.error_chat_without_members());
  await user.type(dialog.getByLabelText(m.chats_dialog_search()), "joao");
  expect(dialog.queryByRole("checkbox", { name: "Ana Prado" })).not.toBeInTheDocument();
  await user.click(dialog.getByRole("checkbox", { name: "João Vaz" }));
  await user.click(dialog.getByRole("button", { name: m.ui_save() }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/chats\/[0-9a-f-]+$/));
  expect(await screen.findByRole("link", { name: "João Vaz" })).toBeInTheDocument();
  expect(screen.getByText(m.chats_here_only())).toBeInTheDocument();
});

test("Enter sends a message, and a blank one is not sent", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk);
  const { user } = await render(desk, chat.id);
  await user.type(await field(chat.title), "   {Enter}");
  await user.type(await field(chat.title), "Eu e a Rosana{Enter}");
  await waitFor(() => expect(desk.replication.applied.map(({ type }) => type)).toEqual(["chatMessage.send"]));
  expect(desk.replication.applied[0]?.payload).toMatchObject({ chatId: chat.id, body: "Eu e a Rosana" });
  expect(await field(chat.title)).toHaveValue("");
});

test("a message written without a network stays on this device and says so", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk);
  const { user, desk: device } = await render(desk, chat.id);
  await field(chat.title);
  await cutNetwork(desk, device);
  await user.type(await field(chat.title), "Sem internet{Enter}");
  const log = within(await screen.findByRole("log"));
  expect(await log.findByText("Sem internet")).toBeInTheDocument();
  expect(log.getByRole("img", { name: m.chats_here_only() })).toBeInTheDocument();
});

test("a seen message is marked as read up to its number, once", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk, { lastSeq: 2, unread: 2 });
  desk.replication.chatMessage(chat.id, { userId: "ana", userName: "Ana Prado", body: "Quem fica?" });
  desk.replication.chatMessage(chat.id, { userId: "ana", userName: "Ana Prado", body: "Responde" });
  await render(desk, chat.id);
  await screen.findByText("Responde");
  await waitFor(() =>
    expect(desk.replication.applied.map(({ type, payload }) => [type, payload])).toEqual([
      ["chat.read", { chatId: chat.id, seq: 2 }],
    ]),
  );
});

test("a message that comes while the window has no focus is marked as read when the focus returns", async () => {
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  onTestFinished(() => hasFocus.mockRestore());
  const desk = givenDesk();
  const chat = givenMine(desk, { lastSeq: 1, unread: 1 });
  desk.replication.chatMessage(chat.id, { userId: "ana", userName: "Ana Prado", body: "Quem fica?" });
  const { desk: device } = await render(desk, chat.id);
  const send = vi.spyOn(device, "send");
  await screen.findByText("Quem fica?");
  await synced(device);
  expect(send).not.toHaveBeenCalled();
  hasFocus.mockReturnValue(true);
  act(() => window.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(desk.replication.applied).toMatchObject([{ type: "chat.read", payload: { seq: 1 } }]));
});

test("nothing is marked as read when nothing is unread, or when the newest message is not here yet", async () => {
  const desk = givenDesk();
  const read = givenMine(desk, { lastSeq: 1, unread: 0 });
  desk.replication.chatMessage(read.id, { userId: me.id, userName: me.name, body: "Minha" });
  const own = await render(desk, read.id);
  await screen.findByText("Minha");
  await synced(own.desk);
  expect(desk.replication.applied).toEqual([]);
  own.unmount();
  const late = givenMine(desk, { lastSeq: 2, readSeq: 1, unread: 1 });
  const written = { userId: "ana", userName: "Ana Prado" };
  desk.replication.chatMessage(late.id, { ...written, body: "Antiga" });
  await render(desk, late.id);
  await screen.findByText("Antiga");
  expect(desk.replication.applied).toEqual([]);
  desk.replication.chatMessage(late.id, { ...written, body: "Nova" });
  desk.replication.poke("chatThreads");
  await screen.findByText("Nova");
  await waitFor(() => expect(desk.replication.applied).toMatchObject([{ type: "chat.read", payload: { seq: 2 } }]));
});

test("a message is marked as read once, also when the focus leaves and returns before that is stored", async () => {
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  onTestFinished(() => hasFocus.mockRestore());
  const desk = givenDesk();
  const chat = givenMine(desk, { lastSeq: 1, unread: 1 });
  desk.replication.chatMessage(chat.id, { userId: "ana", userName: "Ana Prado", body: "Quem fica?" });
  const { desk: device } = await render(desk, chat.id);
  const send = vi.spyOn(device, "send").mockResolvedValue("not stored");
  await screen.findByText("Quem fica?");
  await synced(device);
  for (const focused of [true, false, true]) {
    hasFocus.mockReturnValue(focused);
    act(() => window.dispatchEvent(new Event(focused ? "focus" : "blur")));
  }
  expect(send.mock.calls).toEqual([["chat.read", { chatId: chat.id, seq: 1 }]]);
});

test("the phone's tab shows how many chats have unread messages", async () => {
  const desk = givenDesk();
  givenMine(desk, { lastSeq: 3, unread: 3 });
  givenMine(desk, { title: "Plantão", lastSeq: 1, unread: 1 });
  givenMine(desk, { title: "Oficinas", lastSeq: 1, unread: 0 });
  await render(desk, null);
  const tabs = within(await screen.findByRole("navigation", { name: m.chats_panes() }));
  await waitFor(() => expect(tabs.getByRole("button", { name: /^Chats/ })).toHaveTextContent(/^Chats\s*2/));
});

test("only the owner edits and deletes, and a deletion is confirmed", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk);
  const { user, router } = await render(desk, chat.id);
  expect(await screen.findByText(new RegExp(m.chats_you_created()))).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.chats_delete() }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("Esta ação não pode ser revertida, confirmar?")).toBeInTheDocument();
  await user.click(question.getByRole("button", { name: m.chats_delete() }));
  await waitFor(() => expect(desk.replication.applied.map(({ type }) => type)).toContain("chat.delete"));
  expect(router.state.location.pathname).toBe("/chats");
});

test("a member who is not the owner can neither edit nor delete", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk, { ownerId: "ana" });
  await render(desk, chat.id);
  await field(chat.title);
  expect(screen.queryByRole("button", { name: m.chats_edit() })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.chats_delete() })).not.toBeInTheDocument();
  expect(screen.queryByText(new RegExp(m.chats_you_created()))).not.toBeInTheDocument();
});

test("a change sends only who was added and removed", async () => {
  const desk = givenDesk();
  desk.colleague({ id: "joao", name: "João Vaz" });
  const chat = givenMine(desk, { members: [self, ana, rosana] });
  const { user } = await render(desk, chat.id);
  await user.click(await screen.findByRole("button", { name: m.chats_edit() }));
  const dialog = within(await screen.findByRole("dialog", { name: m.chats_dialog_title() }));
  await user.click(dialog.getByRole("checkbox", { name: "Ana Prado" }));
  await user.click(await dialog.findByRole("checkbox", { name: "João Vaz" }));
  await user.click(dialog.getByRole("button", { name: m.ui_save() }));
  await waitFor(() => expect(desk.replication.applied).toHaveLength(1));
  expect(desk.replication.applied[0]).toMatchObject({
    type: "chat.update",
    payload: { chatId: chat.id, add: ["joao"], remove: ["ana"] },
  });
  expect(desk.replication.applied[0]?.payload).not.toHaveProperty("title");
});

test("a removed member is led to the list and told why", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk, { ownerId: "ana" });
  const { router } = await render(desk, chat.id);
  await field(chat.title);
  desk.replication.remove("chats", chat.id);
  desk.replication.remove("chatThreads", chat.id);
  desk.replication.poke("chats", "chatThreads");
  expect(await screen.findByText(m.chats_left())).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.pathname).toBe("/chats"));
});

test("an unknown chat is said to be absent", async () => {
  await render(givenDesk(), "0198f3f0-0000-7000-8000-000000000000");
  expect(await screen.findByText(m.chats_gone_title())).toBeInTheDocument();
});

test.each(compositionOrders)("Enter that confirms a composition sends nothing to a chat: %s", async (order) => {
  const desk = givenDesk();
  const chat = givenMine(desk);
  const { user } = await render(desk, chat.id);
  const typed = await field("Vitrine de Natal");
  confirmComposition(typed, "日本", order);
  await user.type(typed, "です{Enter}");
  const sent = () => desk.replication.applied.filter(({ type }) => type === "chatMessage.send");
  await waitFor(() => expect(sent()).toMatchObject([{ payload: { body: "日本です" } }]));
});

test("a text that another tab sends leaves the field of the chat; one that differs stays and says so", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk);
  const { user, desk: local } = await render(desk, chat.id);
  const sendElsewhere = (text: string) => {
    const sent = { text, stored: "", field: "another tab", writerId: me.id };
    const message = { chatId: chat.id, body: text, fileId: null, quotedId: null };
    return local.send("chatMessage.send", message, { draft: { kind: "chat", ownerId: chat.id, sent } });
  };
  const writing = await field("Vitrine de Natal");
  await user.type(writing, "As luzes chegaram");
  await sendElsewhere("As luzes chegaram");
  await waitFor(() => expect(writing).toHaveValue(""));
  await user.type(writing, "Falta a fita");
  await sendElsewhere("Falta");
  await screen.findByText(m.tickets_draft_answered({ time: "" }).split("(")[0] ?? "", { exact: false });
  expect(writing).toHaveValue("Falta a fita");
  await waitFor(async () => expect(await local.chatDraft(chat.id).get()).toBe("Falta a fita"));
});

test("a message that the device cannot store stays in the field of the chat, and is its draft", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk);
  const { user, desk: local } = await render(desk, chat.id);
  const writing = await field("Vitrine de Natal");
  const errors = catchUnhandled();
  fillDisk();
  await user.type(writing, "As luzes chegaram{Enter}");
  await waitFor(() => expect(errors).toHaveLength(1));
  expect(writing).toHaveValue("As luzes chegaram");
  await waitFor(async () => expect(await local.chatDraft(chat.id).get()).toBe("As luzes chegaram"));
  expect(desk.replication.applied).toEqual([]);
});

test("a file whose message the device cannot store is shown in the chat again", async () => {
  const desk = givenDesk();
  const chat = givenMine(desk);
  const { user } = await render(desk, chat.id);
  await field("Vitrine de Natal");
  const picker = document.querySelector<HTMLInputElement>("input[type=file][multiple]") as HTMLInputElement;
  // fake-indexeddb cannot store jsdom's own `File`.
  const file = new StoredFile([new Uint8Array(64)], "vaso.png", { type: "image/png" }) as unknown as File;
  await user.upload(picker, [file]);
  await screen.findByRole("list", { name: m.tickets_files_title({ count: 1 }) });
  const errors = catchUnhandled();
  fillDisk();
  await user.click(screen.getByRole("button", { name: m.tickets_send() }));
  await waitFor(() => expect(errors).toHaveLength(1));
  expect(await screen.findByRole("list", { name: m.tickets_files_title({ count: 1 }) })).toBeInTheDocument();
});

import { expect, test } from "vitest";
import type { BegunDraft, TicketView } from "../../../../sync/client/index.ts";
import { rowSummary } from "./row-summary.ts";

type Last = NonNullable<TicketView["lastMessage"]>;
const last = (over: Partial<Last> = {}): Last => ({
  id: "m",
  body: "Consegue 40 xícaras?",
  fromMe: false,
  mediaType: "chat",
  ack: 0,
  errorCode: null,
  mediaSeconds: null,
  origin: null,
  isDeleted: false,
  ...over,
});
const text = (words: string): BegunDraft => ({ kind: "text", text: words });
type Over = Partial<Parameters<typeof rowSummary>[0]>;
const row = (lastMessage: Last | null, over: Over = {}, draft?: BegunDraft) =>
  rowSummary({ ...nothing, lastMessage, ...over }, draft);
const nothing: Over & Parameters<typeof rowSummary>[0] = {
  ...{ lastMessage: null, lastWords: null, lastReaction: null, failed: 0, queued: 0 },
  status: "pending",
  unreadMessages: 0,
  notes: [],
  lastMessageAt: "2026-11-26T13:00:00.000Z",
  waitingSince: null,
};

test("rowSummary: shows the note of a transfer until somebody replies", () => {
  const note = {
    ...{ id: "n", note: "chegou trincado", userId: "u", userName: "Marina Duarte" },
    ...{ createdAt: "2026-11-26T14:07:00.000Z", transfer: { fromQueueId: "v", queueId: "t", userId: "b" } },
  };
  const passed = { icon: "transfer", text: "chegou trincado", noteBy: "Marina" };
  expect(row(last(), { notes: [note] })).toMatchObject(passed);
  const later = "2026-11-26T14:20:00.000Z";
  expect(row(last(), { notes: [note], lastMessageAt: later })).toMatchObject(passed);
  expect(row(last({ fromMe: true, body: "Já vejo" }), { notes: [note], lastMessageAt: later }).text).toBe("Já vejo");
  // Answered, and the contact wrote again.
  expect(row(last(), { notes: [note], lastMessageAt: later, waitingSince: later }).text).toBe("Consegue 40 xícaras?");
  expect(row(last(), { notes: [note], waitingSince: "2026-11-26T14:00:00.000Z" })).toMatchObject(passed);
  expect(row(last(), { notes: [{ ...note, transfer: null }] }).text).toBe("Consegue 40 xícaras?");
});

test("rowSummary: shows the contact's last message instead of ours in a pending ticket", () => {
  const ours = last({ fromMe: true, body: "Já vejo", ack: 3 });
  expect(row(ours, { lastWords: last({ body: "Bom dia" }) })).toEqual({ delivery: null, icon: null, text: "Bom dia" });
});

test("rowSummary: says what a contact chose who has only used the menu", () => {
  const chose = { delivery: null, icon: "bot", text: "Escolheu Vendas no menu" };
  expect(rowSummary({ ...nothing, unreadMessages: 2 }, undefined, "Vendas")).toEqual(chose);
  expect(rowSummary({ ...nothing, unreadMessages: 2 }).text).toBe("Só usou o menu do robô até agora");
});

test.each([
  ["a deleted message", last({ isDeleted: true, body: "errei", mediaType: "image" }), "Mensagem apagada", null],
  ["a caption", last({ mediaType: "image", body: "fica assim?" }), "fica assim?", "image"],
  ["a picture without words", last({ mediaType: "image", body: "" }), "Foto", "image"],
  ["a picture with an invisible caption", last({ mediaType: "image", body: "\u200b \u3164" }), "Foto", "image"],
  ["invisible signs", last({ body: "\u200b\u2060\u00ad" }), "(mensagem vazia)", null],
  ["a blank braille sign", last({ body: "\u2800\u2800" }), "(mensagem vazia)", null],
  ["an emoji alone", last({ body: "❤️" }), "❤️", null],
])("rowSummary: shows %s", (_what, message, text, icon) => {
  expect(row(message)).toEqual({ delivery: null, icon, text });
});

test("rowSummary: shows a reaction with the message it is for", () => {
  const reaction = { messageId: "m", emoji: "👍", body: "Chega sexta", mediaType: "chat" };
  expect(row(last(), { lastReaction: { ...reaction, fromMe: false } }).text).toBe("Reagiu com 👍 a: Chega sexta");
  expect(row(last(), { lastReaction: { ...reaction, fromMe: true } }).text).toBe("Você reagiu com 👍 a: Chega sexta");
});

test("rowSummary: says that a ticket has no messages", () => {
  expect(row(null)).toEqual({ delivery: null, icon: null, text: "Nenhuma mensagem ainda" });
  expect(row(null, {}, text("Bom dia")).text).toBe("Bom dia");
});

test("rowSummary: shows a poll by its question", () => {
  expect(row(last({ body: "📊 *Que dia?*\n○ Terça\n○ Quinta" })).text).toBe("Enquete: Que dia?");
});

test("rowSummary: shows a draft, unless a message failed to send", () => {
  const draft = row(last(), {}, text("a coleta *ficou*\nmarcada"));
  expect(draft).toMatchObject({ text: "a coleta ficou marcada", begun: "reply" });
  expect(row(last(), { failed: 1 }, text("a coleta")).begun).toBeUndefined();
  expect(row(last(), {}, text("  ")).begun).toBeUndefined();
});

test("rowSummary: names a recording, a file and a note that were not sent", () => {
  expect(row(last(), {}, { kind: "voice", seconds: 12.4 })).toMatchObject({ icon: "audio", text: "áudio 0:12" });
  const files = { kind: "files", mimetype: "image/jpeg", count: 1, text: "" } as const;
  expect(row(last(), {}, files)).toMatchObject({ icon: "image", text: "foto", begun: "reply" });
  expect(row(last(), {}, { ...files, text: "fica assim" }).text).toBe("foto, “fica assim”");
  expect(row(last(), {}, { ...files, count: 3 }).text).toBe("3 arquivos");
  const note = row(last(), {}, { kind: "note", text: "conferir o PIX" });
  expect(note).toMatchObject({ icon: "note", text: "conferir o PIX", begun: "note" });
});

test("rowSummary: removes the channel's formatting marks", () => {
  expect(row(last({ body: "*Marina:*\n_já_ ~não~ *vai*" })).text).toBe("já não vai");
});

test("rowSummary: shows a contact's message without delivery status", () => {
  expect(row(last())).toEqual({ delivery: null, icon: null, text: "Consegue 40 xícaras?" });
});

test("rowSummary: shows our own message with its delivery status", () => {
  expect(row(last({ fromMe: true, ack: 2 })).delivery).toBe("delivered");
  expect(row(last({ fromMe: true }), { queued: 2 }).delivery).toBe("queued");
});

test("rowSummary: says which message failed to send", () => {
  const failed = row(
    last({ fromMe: true, body: "embalagem.mp4", mediaType: "video", errorCode: "ERR_FILE_TOO_LARGE" }),
  );
  expect(failed).toEqual({ delivery: "failed", icon: null, text: "Não saiu: embalagem.mp4" });
});

test("rowSummary: shows media without text by its kind, audio by its length, and a location as such", () => {
  expect(row(last({ body: "", mediaType: "image" })).text).toBe("Foto");
  expect(row(last({ body: "", mediaType: "audio", mediaSeconds: 23 })).text).toBe("0:23");
  expect(row(last({ body: "-19.9,-43.9", mediaType: "locationMessage" })).text).toBe("Localização");
  const card = "BEGIN:VCARD\nFN:Ivo Prado\nEND:VCARD";
  expect(row(last({ body: card, mediaType: "vcard" }))).toMatchObject({ icon: "contact", text: "Ivo Prado" });
  expect(row(last({ body: "", mediaType: "vcard" })).text).toBe("Contato");
});

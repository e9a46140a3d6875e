import { expect, test } from "vitest";
import type { TicketView } from "../../../../sync/client/index.ts";
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
  ...over,
});
type Over = { lastWords?: Last; failed?: number; queued?: number };
const row = (lastMessage: Last | null, over: Over = {}, draft?: string) =>
  rowSummary({ lastMessage, lastWords: null, failed: 0, queued: 0, ...over }, draft);

test("rowSummary: shows the contact's last message instead of an automatic one, or that only the bot wrote", () => {
  const menu = last({ fromMe: true, origin: "menu", body: "Com quem quer falar?", ack: 3 });
  expect(row(menu, { lastWords: last({ body: "Bom dia" }) })).toEqual({ delivery: null, icon: null, text: "Bom dia" });
  expect(row(menu).text).toBe("Só o robô escreveu até agora");
});

test("rowSummary: says that a ticket has no messages", () => {
  expect(row(null)).toEqual({ delivery: null, icon: null, text: "Nenhuma mensagem ainda" });
  expect(row(null, {}, "Bom dia").text).toBe("Bom dia");
});

test("rowSummary: shows a poll by its question", () => {
  expect(row(last({ body: "📊 *Que dia?*\n○ Terça\n○ Quinta" })).text).toBe("Enquete: Que dia?");
});

test("rowSummary: shows a draft, unless a message failed to send", () => {
  expect(row(last(), {}, "a coleta *ficou*\nmarcada")).toMatchObject({ text: "a coleta ficou marcada", isDraft: true });
  expect(row(last(), { failed: 1 }, "a coleta").isDraft).toBeUndefined();
  expect(row(last(), {}, "  ").isDraft).toBeUndefined();
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

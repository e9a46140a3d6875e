import { expect, test } from "vitest";
import type { TicketView } from "../../../../sync/client/index.ts";
import { plainLine, rowSummary } from "./row-summary.ts";

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

test("the robot's words are never shown: the customer's last ones are, or none", () => {
  const menu = last({ fromMe: true, origin: "menu", body: "Com quem quer falar?", ack: 3 });
  expect(row(menu, { lastWords: last({ body: "Bom dia" }) })).toEqual({ delivery: null, icon: null, text: "Bom dia" });
  expect(row(menu).text).toBe("Só o robô escreveu até agora");
});

test("a ticket without messages says so in words", () => {
  expect(row(null)).toEqual({ delivery: null, icon: null, text: "Nenhuma mensagem ainda" });
  expect(row(null, {}, "Bom dia").text).toBe("Bom dia");
});

test("a poll is shown by its question", () => {
  expect(row(last({ body: "📊 *Que dia?*\n○ Terça\n○ Quinta" })).text).toBe("Enquete: Que dia?");
});

test("a begun reply shows as a draft, unless something did not go out", () => {
  expect(row(last(), {}, "a coleta *ficou*\nmarcada")).toMatchObject({ text: "a coleta ficou marcada", isDraft: true });
  expect(row(last(), { failed: 1 }, "a coleta").isDraft).toBeUndefined();
  expect(row(last(), {}, "  ").isDraft).toBeUndefined();
});

test("no mark of the channel is shown", () => {
  expect(row(last({ body: "*Marina:*\n_já_ ~não~ *vai*" })).text).toBe("já não vai");
});

test("what the contact wrote carries no mark", () => {
  expect(row(last())).toEqual({ delivery: null, icon: null, text: "Consegue 40 xícaras?" });
});

test("our own message carries how far it came", () => {
  expect(row(last({ fromMe: true, ack: 2 })).delivery).toBe("delivered");
  expect(row(last({ fromMe: true }), { queued: 2 }).delivery).toBe("queued");
});

test("a failure says what did not go out", () => {
  const failed = row(
    last({ fromMe: true, body: "embalagem.mp4", mediaType: "video", errorCode: "ERR_FILE_TOO_LARGE" }),
  );
  expect(failed).toEqual({ delivery: "failed", icon: null, text: "Não saiu: embalagem.mp4" });
});

test("media without words says what it is, a voice note how long, a place that it is one", () => {
  expect(row(last({ body: "", mediaType: "image" })).text).toBe("Foto");
  expect(row(last({ body: "", mediaType: "audio", mediaSeconds: 23 })).text).toBe("0:23");
  expect(row(last({ body: "-19.9,-43.9", mediaType: "locationMessage" })).text).toBe("Localização");
  const card = "BEGIN:VCARD\nFN:Ivo Prado\nEND:VCARD";
  expect(row(last({ body: card, mediaType: "vcard" }))).toMatchObject({ icon: "contact", text: "Ivo Prado" });
  expect(row(last({ body: "", mediaType: "vcard" })).text).toBe("Contato");
});

test("the signature and bold asterisks are not shown in a row, a lone asterisk is", () => {
  expect(plainLine("*Marina Duarte:*\nQue *pena*, Helena!")).toBe("Que pena, Helena!");
  expect(plainLine("2 * 3 é 6")).toBe("2 * 3 é 6");
});

import { expect, test } from "vitest";
import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";
import { searchWords } from "../../../../contracts/search-text.ts";
import { findQuickReplies, matchQuickReplies, offeredTo, quickReplyLabel } from "./quick-replies.ts";

const reply = (shortcode: string, message = "texto"): QuickMessageDocument => ({
  id: shortcode,
  rev: 1,
  shortcode,
  message,
  isGeneral: true,
  userId: null,
  fileId: null,
  fileName: null,
});
const all = [reply("preços"), reply("coleta"), reply("coletacasa"), reply("horario", "das 8h às 18h")];
const codes = (text: string) => matchQuickReplies(text, all)?.map((match) => match.shortcode);

test("matchQuickReplies: returns null for a lone slash and for text without a slash", () => {
  expect(matchQuickReplies("/", all)).toBeNull();
  expect(matchQuickReplies("coleta", all)).toBeNull();
});

test("matchQuickReplies: ignores case and accents of the text after the slash", () => {
  expect(codes("/Cole")).toEqual(["coleta", "coletacasa"]);
  expect(codes("/precos")).toEqual(["preços"]);
  expect(codes("/nada")).toEqual([]);
});

test("quickReplyLabel: cuts a long text at 35 characters and joins lines", () => {
  expect(quickReplyLabel("Coleta marcada para amanhã, entre 9h e 12h. Até lá")).toBe(
    "Coleta marcada para amanhã, entre 9…",
  );
  expect(quickReplyLabel("Duas\nlinhas")).toBe("Duas linhas");
});

test("findQuickReplies: finds a reply by its shortcut, with or without the slash, and by the words of its text", () => {
  const all = [reply("pix", "Nossa chave é o CNPJ"), reply("coleta", "O frete da coleta é por nossa conta")];
  const found = (text: string) => findQuickReplies(searchWords(text), all).map(({ shortcode }) => shortcode);
  expect(found("/pix")).toEqual(["pix"]);
  expect(found("PIX")).toEqual(["pix"]);
  expect(found("frete conta")).toEqual(["coleta"]);
  expect(found("boleto")).toEqual([]);
});

test("offeredTo: leaves out colleagues' personal quick replies", () => {
  const all = [
    { ...reply("geral", "a"), isGeneral: true, userId: "bia" },
    { ...reply("minha", "b"), isGeneral: false, userId: "ana" },
    { ...reply("dela", "c"), isGeneral: false, userId: "bia" },
  ];
  expect(offeredTo("ana", all).map(({ shortcode }) => shortcode)).toEqual(["geral", "minha"]);
});

import { expect, test } from "vitest";
import type { QuickMessageDocument } from "../../../../sync/contracts/quick-messages.ts";
import { matchQuickReplies, quickReplyLabel } from "./quick-replies.ts";

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

test("a lone slash or an ordinary sentence opens no list", () => {
  expect(matchQuickReplies("/", all)).toBeNull();
  expect(matchQuickReplies("coleta", all)).toBeNull();
});

test("what follows the slash is looked for without minding case or accents", () => {
  expect(codes("/Cole")).toEqual(["coleta", "coletacasa"]);
  expect(codes("/precos")).toEqual(["preços"]);
  expect(codes("/nada")).toEqual([]);
});

test("a long label is cut at 35 characters", () => {
  expect(quickReplyLabel("Coleta marcada para amanhã, entre 9h e 12h. Até lá")).toBe(
    "Coleta marcada para amanhã, entre 9…",
  );
  expect(quickReplyLabel("Duas\nlinhas")).toBe("Duas linhas");
});

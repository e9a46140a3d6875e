import { expect, test } from "vitest";
import { downSentence, restrictedSentence } from "./line-sentence.ts";

test("connection sentences: say that messages wait, with the reason or the time if known", () => {
  const still = { name: "Loja", firstContactsAfter: null };
  expect(downSentence({ ...still, reason: null })).toBe("Loja está fora do ar: as mensagens esperam");
  expect(downSentence({ ...still, reason: "ERR_WAPP_BANNED" })).toBe(
    "Loja está fora do ar: as mensagens esperam. O WhatsApp bloqueou este número.",
  );
  const until = new Date(2026, 4, 20, 15, 30).toISOString();
  expect(restrictedSentence({ name: "Loja", firstContactsAfter: until })).toMatch(
    /primeiras mensagens de Loja até .*15:30/,
  );
});

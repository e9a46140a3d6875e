import { expect, test } from "vitest";
import { toldContent, wordsOf } from "./messages.ts";

test("in a line a card is the names on it, a place what it is called, and words are words", () => {
  const cards = ["Ivo Prado", "Sônia"].map((name) => ({ name, number: "5531955500190" }));
  const place = { latitude: -19.93, longitude: -43.93 };
  const told = [{ cards }, { place }, { place: { ...place, name: "Loja" } }].map(toldContent);
  expect(told.map((one) => one && wordsOf(one.body, one.mediaType))).toEqual(["Ivo Prado, Sônia", "", "Loja"]);
  expect(wordsOf("BEGIN:VCARD\nTEL:+55 31 95550-0190\nEND:VCARD", "vcard")).toBe("5531955500190");
  expect(wordsOf("Bom dia")).toBe("Bom dia");
});

import { expect, test } from "vitest";
import { toldContent, wordsOf } from "./messages.ts";

test("wordsOf returns the names on contact cards, a location's name, and text unchanged", () => {
  const cards = ["Ivo Prado", "Sônia"].map((name) => ({ name, number: "5531955500190" }));
  const place = { latitude: -19.93, longitude: -43.93 };
  const told = [{ cards }, { place }, { place: { ...place, name: "Loja" } }].map(toldContent);
  expect(told.map((one) => one && wordsOf(one.body, one.mediaType))).toEqual(["Ivo Prado, Sônia", "", "Loja"]);
  expect(wordsOf("BEGIN:VCARD\nTEL:+55 31 95550-0190\nEND:VCARD", "vcard")).toBe("5531955500190");
  expect(wordsOf("Bom dia")).toBe("Bom dia");
});

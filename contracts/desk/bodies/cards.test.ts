import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { superlinear } from "../../testing/linear-time.ts";
import { strangerName } from "../../texts/stranger-text.ts";
import { type Card, type CardDetails, readCardDetails, readCards, splitCards, writeCards } from "./cards.ts";

const card = fc.record({
  name: fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    .map((name) => strangerName(name.replace(/\s+/g, " ")))
    .filter((name) => name !== ""),
  number: fc.stringMatching(/^\d{8,15}$/),
});

test("cards round-trip through writeCards and readCards for any name", () => {
  fc.assert(
    fc.property(fc.array(card, { minLength: 1, maxLength: 5 }), (cards: Card[]) => {
      const body = writeCards(cards);
      expect(readCards(body)).toEqual(cards);
      expect(splitCards(body)).toHaveLength(cards.length);
    }),
    { seed: 5 },
  );
});

test("readCards accepts cards as phones write them: WhatsApp number first, folded lines, a name in parts", () => {
  const sonia =
    "BEGIN:VCARD\r\nFN:Sônia\r\n  Carvalho\r\nTEL;type=CELL;waid=5531955500182:+55 31 5550-0182\r\nEND:VCARD";
  const ivo = "BEGIN:VCARD\nN:Prado;Ivo;;Dr.;\nitem1.TEL:+55 (31) 3555-0190\nNOTE:TEL:1\nEND:VCARD";
  expect(readCards(`${sonia}\n${ivo}`)).toEqual([
    { name: "Sônia Carvalho", number: "5531955500182" },
    { name: "Dr. Ivo Prado", number: "553135550190" },
  ]);
  expect(readCards("BEGIN:VCARD\nFN:Bia\\, a da loja\nEND:VCARD")).toEqual([{ name: "Bia, a da loja", number: "" }]);
  expect(readCards("Sônia")).toEqual([{ name: "Sônia", number: "" }]);
  expect(readCards("")).toEqual([]);
});

type CardRow = { what: string; card: string; read: Omit<Partial<CardDetails>, "numbers"> & { numbers: string[] } };
const rows: CardRow[] = JSON.parse(readFileSync(new URL("../../../proof/field/cards.json", import.meta.url), "utf8"));

test.each(rows)("a card with $what is read whole", ({ card, read: { numbers, ...others } }) => {
  const [found, ...more] = readCardDetails(card);
  expect(found).toMatchObject(others);
  expect(found?.numbers.map(({ number }) => number)).toEqual(numbers);
  expect(more).toEqual([]);
});

test("with a repeated BEGIN or END, a card extends from its first BEGIN to its first END", () => {
  const body = "END:VCARD BEGIN:VCARD begin:vcard a end:vcard END:VCARD Begin:VCard";
  expect(splitCards(body)).toEqual(["BEGIN:VCARD begin:vcard a end:vcard"]);
});

test("a hostile card is read in linear time", { timeout: 120_000 }, () => {
  expect(superlinear(splitCards)).toEqual([]);
  expect(superlinear(readCards)).toEqual([]);
  expect(superlinear((text) => readCards(`BEGIN:VCARD\n${text}\nEND:VCARD`))).toEqual([]);
});

import { expect, test } from "vitest";
import { readContactCard, readLocation } from "./cards.ts";

test("a place is two numbers and perhaps a name", () => {
  expect(readLocation("-19.9208,-43.9378")).toEqual({ latitude: -19.9208, longitude: -43.9378, name: "" });
  expect(readLocation("Praça da Savassi\n-19.93, -43.93")).toMatchObject({ name: "Praça da Savassi" });
  expect(readLocation("200,500")).toBeNull();
  expect(readLocation("sem lugar")).toBeNull();
});

test("a contact card gives the name and the WhatsApp number before the written one", () => {
  const card =
    "BEGIN:VCARD\nVERSION:3.0\nFN:Sônia Carvalho\nTEL;type=CELL;waid=5531955500182:+55 31 5550-0182\nEND:VCARD";
  expect(readContactCard(card)).toEqual({ name: "Sônia Carvalho", number: "5531955500182" });
  expect(readContactCard("BEGIN:VCARD\nFN:Ivo\nitem1.TEL:+55 (31) 3555-0190\nEND:VCARD").number).toBe("553135550190");
  expect(readContactCard("Sônia")).toEqual({ name: "Sônia", number: "" });
});

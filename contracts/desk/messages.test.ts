import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { Id } from "../id.ts";
import {
  automaticOrigins,
  compareMessages,
  derivedId,
  isAutomatic,
  type MessageRow,
  mediaTypeOf,
  messageOrigins,
  NewMessage,
  structuredContent,
  wordsOf,
  writtenContent,
} from "./messages.ts";

test("wordsOf returns the names on contact cards, a location's name, and text unchanged", () => {
  const cards = ["Ivo Prado", "Sônia"].map((name) => ({ name, number: "5531955500190" }));
  const place = { latitude: -19.93, longitude: -43.93 };
  const told = [{ cards }, { place }, { place: { ...place, name: "Loja" } }].map(structuredContent);
  expect(told.map((one) => one && wordsOf(one.body, one.mediaType))).toEqual(["Ivo Prado, Sônia", "", "Loja"]);
  expect(wordsOf("BEGIN:VCARD\nTEL:+55 31 95550-0190\nEND:VCARD", "vcard")).toBe("5531955500190");
  expect(wordsOf("Bom dia")).toBe("Bom dia");
});

test("toldContent: contact cards come before a location, and text and files are neither", () => {
  const cards = [{ name: "Ivo", number: "5531955500190" }];
  const place = { latitude: -19.93, longitude: -43.93 };
  expect(structuredContent({ cards, place })?.mediaType).toBe("vcard");
  expect(structuredContent({ cards: null, place })).toEqual({ mediaType: "locationMessage", body: "-19.93,-43.93" });
  expect([structuredContent({}), structuredContent({ cards: null, place: null })]).toEqual([null, null]);
});

test("isAutomatic: the desk writes all origins but a scheduled message", () => {
  expect(messageOrigins.filter(isAutomatic)).toEqual([...automaticOrigins]);
  expect([isAutomatic("schedule"), isAutomatic(null)]).toEqual([false, false]);
});

test("a new message has at most ten cards with valid numbers", () => {
  const isValid = (cards: object[]) => v.is(NewMessage, { ticketId: derivedId(commandId), cards });
  const cards = (count: number) => Array.from({ length: count }, () => ({ name: "Ivo", number: "5531955500190" }));
  expect([isValid(cards(10)), isValid(cards(11)), isValid([])]).toEqual([true, false, false]);
  expect(isValid([{ name: " ", number: "5531955500190" }])).toBe(false);
  expect(isValid([{ name: "Ivo", number: "+5531955500190" }])).toBe(false);
});

const row = fc
  .record({
    createdAt: fc.constantFrom("2026-07-01T12:00:00.000Z", "2026-07-01T12:00:01.000Z", "2026-06-30T23:00:00.000Z"),
    seq: fc.nat(3),
    id: fc.constantFrom("a", "b", "c"),
  })
  .map((keys) => keys as MessageRow);

test("compareMessages orders by time, then sequence, then id, and two equal keys are equal", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const keyOf = ({ createdAt, seq, id }: MessageRow) => `${createdAt} ${seq} ${id}`;
      expect(rows.toSorted(compareMessages).map(keyOf)).toEqual(rows.map(keyOf).sort());
      for (const one of rows) expect(compareMessages(one, { ...one })).toBe(0);
    }),
    { seed: 15 },
  );
});

const commandId = "0190f3a4-1234-7abc-9def-0123456789ab";
const uuid = fc.uuid();

test("derivedId: a valid UUID with the command's time and version, in either order of the targets", () => {
  fc.assert(
    fc.property(uuid, uuid, (contact, message) => {
      const derived = derivedId(commandId, contact, message);
      expect(v.is(Id, derived)).toBe(true);
      expect(derived.slice(0, 15)).toBe(commandId.slice(0, 15));
      expect(derivedId(commandId, message, contact)).toBe(derived);
    }),
    { seed: 16 },
  );
});

test("derivedId: without targets it is the command's id, and one target distinguishes two commands", () => {
  expect(derivedId(commandId)).toBe(commandId);
  const target = "0190f3a4-0000-7000-8000-000000000001";
  expect(derivedId(commandId, target)).toBe("0190f3a4-1234-7abc-9def-0123456789aa");
  expect(derivedId("0190f3a4-1234-7abc-9def-0123456789ac", target)).toBe("0190f3a4-1234-7abc-9def-0123456789ad");
});

test.each([
  ["image/png", "image"],
  ["audio/ogg; codecs=opus", "audio"],
  ["video/mp4", "video"],
  ["application/pdf", "document"],
  ["text/plain", "document"],
  ["imagem", "document"],
  ["", "document"],
])("mediaTypeOf: %j is shown as %s", (mimetype, mediaType) => {
  expect(mediaTypeOf({ mimetype })).toBe(mediaType);
});

test("mediaTypeOf: a message without a file is text", () => {
  expect(mediaTypeOf(null)).toBe("chat");
});

test("writtenContent: a file of this device has its own kind, another file is a picture", () => {
  expect(writtenContent({ body: "oi" }, null)).toEqual({ mediaType: "chat", body: "oi" });
  expect(writtenContent({}, null)).toEqual({ mediaType: "chat", body: "" });
  expect(writtenContent({ fileId: "f", body: "nota" }, { mimetype: "application/pdf" })).toEqual({
    mediaType: "document",
    body: "nota",
  });
  expect(writtenContent({ fileId: "f", body: "chave" }, null)).toEqual({ mediaType: "image", body: "chave" });
});

test("writtenContent: contact cards and locations replace text and file", () => {
  const place = { latitude: 1.5, longitude: -2 };
  expect(writtenContent({ place, body: "aqui", fileId: "f" }, { mimetype: "image/png" })).toEqual({
    mediaType: "locationMessage",
    body: "1.5,-2",
  });
});

import * as v from "valibot";
import { expect, test } from "vitest";
import { Id, Instant } from "../id.ts";
import { ExternalText } from "./external-sending.ts";
import { MebiByte } from "./messages.ts";
import { UPLOAD_PART_BYTES, UploadPart } from "./uploads.ts";

const part = { offset: "0", size: "9", sha256: "a".repeat(64), name: "mapa.png" };

test("the query of an upload's part is read as numbers", () => {
  expect(v.parse(UploadPart, { ...part, offset: String(UPLOAD_PART_BYTES) })).toMatchObject({
    offset: UPLOAD_PART_BYTES,
    size: 9,
  });
});

test.each<[keyof typeof part, string, string]>([
  ["offset", "0", "-1"],
  ["offset", "1", "1.5"],
  ["offset", "1", "x"],
  ["size", "1", "0"],
  ["size", String(64 * MebiByte), String(64 * MebiByte + 1)],
  ["size", "9", "Infinity"],
  ["sha256", "0".repeat(64), "0".repeat(63)],
  ["sha256", "f".repeat(64), "F".repeat(64)],
  ["sha256", "f".repeat(64), "g".repeat(64)],
  ["name", "x".repeat(255), "x".repeat(256)],
  ["name", "x", ""],
])("an upload's part: %s accepts %j and refuses %j", (field, passes, fails) => {
  const isValid = (value: string) => v.is(UploadPart, { ...part, [field]: value });
  expect([isValid(passes), isValid(fails)]).toEqual([true, false]);
});

test.each<[unknown, string]>([
  [5531955500190, "5531955500190"],
  [" +55 31 95550-0190 ", "+55 31 95550-0190"],
])("an external text's number %j is read as %j", (number, read) => {
  expect(v.parse(ExternalText, { number })).toEqual({ number: read, body: "", marketing: false });
});

test.each(["", "   ", "1".repeat(41), null, undefined, ["5531955500190"]])(
  "an external text's number %j is refused",
  (number) => {
    expect(v.is(ExternalText, { number, body: "Oi" })).toBe(false);
  },
);

test("an id is a UUID in lower case", () => {
  const id = "0190f3a4-0000-7000-8000-00000000000a";
  expect(v.parse(Id, id.toUpperCase())).toBe(id);
  for (const wrong of ["", "1", id.slice(1), `${id}0`, id.replaceAll("-", ""), ` ${id}`])
    expect([wrong, v.is(Id, wrong)]).toEqual([wrong, false]);
});

test("an instant needs a time and an offset", () => {
  const passes = ["2026-07-01T12:00:00.000Z", "2026-07-01T12:00:00Z", "2026-07-01T09:00:00-03:00"];
  expect(passes.filter((text) => !v.is(Instant, text))).toEqual([]);
  const fails = ["2026-07-01", "2026-07-01T12:00:00", "2026-07-01T12:00", "ontem", ""];
  expect(fails.filter((text) => v.is(Instant, text))).toEqual([]);
});

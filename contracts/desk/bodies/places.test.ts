import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlace, writePlace } from "./places.ts";

const degrees = (most: number) =>
  fc.integer({ min: -most * 1_000_000, max: most * 1_000_000 }).map((micro) => micro / 1_000_000);
const line = fc.string({ maxLength: 30 }).map((text) => text.replace(/\s+/g, " ").trim());

test("a location round-trips with its name and address", () => {
  fc.assert(
    fc.property(degrees(90), degrees(180), line, line, (latitude, longitude, name, address) => {
      const read = readPlace(writePlace({ latitude, longitude, name, address }));
      // -0 becomes 0.
      expect(read).toEqual({ latitude: latitude + 0, longitude: longitude + 0, name, address });
    }),
    { seed: 5 },
  );
});

test("readPlace accepts other formats, and returns null for other text", () => {
  const nameless = { name: "", address: "" };
  expect(readPlace("-19.9208,-43.9378")).toEqual({ latitude: -19.9208, longitude: -43.9378, ...nameless });
  expect(readPlace("Praça da Savassi\n-19.93, -43.93")).toMatchObject({ name: "Praça da Savassi" });
  expect(writePlace({ latitude: 1e-9, longitude: -1e-9 })).toBe("0,0");
  expect([readPlace("200,500"), readPlace("sem lugar")]).toEqual([null, null]);
});

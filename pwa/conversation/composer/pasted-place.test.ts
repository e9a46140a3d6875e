import fc from "fast-check";
import { expect, test } from "vitest";
import { isShortLink, readPasted } from "./pasted-place.ts";

const here = { latitude: -19.9208, longitude: -43.9378 };

test.each([
  "-19.9208, -43.9378",
  "  (-19.9208;-43.9378) ",
  "-19,9208; -43,9378",
  "geo:-19.9208,-43.9378?z=17",
  "https://maps.example/?q=-19.9208,-43.9378",
  "https://maps.example/maps?ll=-19.9208%2C-43.9378&z=16",
  "https://maps.example/maps/search/?api=1&query=-19.9208%2C-43.9378",
  "https://maps.example/maps/place/Loja/@-19.9000,-43.9000,17z/data=!3m1!4b1!4m5!3m4!8m2!3d-19.9208!4d-43.9378",
  "https://maps.example/maps/@-19.9208,-43.9378,17z",
  "https://maps.example/maps/search/-19.9208,+-43.9378",
  "https://map.example/?mlat=-19.9208&mlon=-43.9378#map=17/-19.9/-43.9",
  "https://map.example/#map=17/-19.9208/-43.9378",
  "https://map.example/ul?ll=-19.9208%2C-43.9378&navigate=yes",
])("readPasted: reads the coordinates in %s", (pasted) => {
  expect(readPasted(pasted)).toEqual(here);
});

test("readPasted: reads degrees, minutes and seconds, with west in English and Portuguese", () => {
  for (const west of ["W", "O"]) {
    const place = readPasted(`19°55'14.9"S 43°56'16,1"${west}`);
    expect(place?.latitude).toBeCloseTo(here.latitude, 4);
    expect(place?.longitude).toBeCloseTo(here.longitude, 4);
  }
});

test.each(["", "Praça da Savassi", "95, 10", "10,200", "https://maps.example/", "19", "31 98888-7777"])(
  "readPasted: returns null for %j",
  (pasted) => {
    expect(readPasted(pasted)).toBeNull();
  },
);

test("readPasted: returns coordinates on earth or null for any text or link", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })), (pasted) => {
      const place = readPasted(pasted);
      expect(place === null || (Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180)).toBe(true);
    }),
    { seed: 5 },
  );
});

test("isShortLink: recognizes a shortened map link", () => {
  expect(isShortLink("https://maps.app.goo.gl/abc")).toBe(true);
  expect(isShortLink("https://maps.example/?q=1,2")).toBe(false);
});

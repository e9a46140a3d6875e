import { expect, test } from "vitest";
import { mapAddress } from "./map-address.ts";

test("mapAddress: the URL contains the location's coordinates", () => {
  expect(mapAddress({ latitude: -19.93, longitude: -43.94 })).toBe(
    "https://www.openstreetmap.org/?mlat=-19.93&mlon=-43.94#map=17/-19.93/-43.94",
  );
});

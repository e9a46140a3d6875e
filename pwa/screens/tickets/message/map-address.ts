import type { Place } from "../../../../sync/contracts/places.ts";

/** Where a browser shows the place; opened only by a click. */
export function mapAddress({ latitude, longitude }: Pick<Place, "latitude" | "longitude">): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}

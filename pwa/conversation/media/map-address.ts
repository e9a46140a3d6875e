import type { Place } from "../../../contracts/desk/bodies/places.ts";

/** Returns the URL of a map that shows the location; it is opened only by a click. */
export function mapAddress({ latitude, longitude }: Pick<Place, "latitude" | "longitude">): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}

export type Coordinates = { latitude: number; longitude: number };

const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const PAIR = String.raw`(${NUMBER})(?:,|;|%2C|\+|\s)+(${NUMBER})`;
/** Patterns of coordinates in map links. The position of the pin takes precedence over the visible part of the map. */
const inLinks: readonly RegExp[] = [
  new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`),
  new RegExp(`[?&](?:q|query|ll|sll|daddr|destination|coordinate|center|to)=(?:loc:|ll\\.)?${PAIR}`, "i"),
  new RegExp(`[?&]mlat=(${NUMBER})&mlon=(${NUMBER})`, "i"),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/(${NUMBER})/(${NUMBER})`, "i"),
  new RegExp(`/(?:search|place|dir/[^/]*)/${PAIR}`, "i"),
  new RegExp(`@(${NUMBER}),(${NUMBER})`),
];
const plain = new RegExp(String.raw`^(?:geo:)?\(?\s*${PAIR}\s*\)?(?:[?;].*)?$`, "i");
/** Matches coordinates with decimal commas, as in Brazil: -19,9208; -43,9378. */
const decimalCommas = /^([+-]?\d{1,3},\d+)\s*[;\s]\s*([+-]?\d{1,3},\d+)$/;
const DEGREES = String.raw`(\d{1,3})°\s*(?:(\d{1,2})['′’]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)["″”]\s*)?`;
const inDegrees = new RegExp(String.raw`^${DEGREES}([NS])[\s,;]+${DEGREES}([EWLO])$`, "i");

/**
 * Reads coordinates from pasted text: two numbers, degrees and minutes, or a map link. Returns null when there are
 * none.
 */
export function readPasted(pasted: string): Coordinates | null {
  const text = pasted.trim();
  const isLink = /^[a-z]+:\/\//i.test(text);
  const found = isLink ? inLinks.map((way) => way.exec(text)).find((match) => match !== null) : plain.exec(text);
  if (found) return onEarth(Number(found[1]), Number(found[2]));
  if (isLink) return null;
  const [, latitude, longitude] = decimalCommas.exec(text) ?? [];
  if (latitude && longitude) return onEarth(Number(latitude.replace(",", ".")), Number(longitude.replace(",", ".")));
  const parts = inDegrees.exec(text);
  if (!parts) return null;
  return onEarth(fromDegrees(parts.slice(1, 5)), fromDegrees(parts.slice(5, 9)));
}

/** Returns whether the text is a shortened map link, which holds no coordinates: only a request reveals its target. */
export const isShortLink = (pasted: string) =>
  /^https?:\/\/(maps\.app\.goo\.gl|goo\.gl|g\.co|waze\.to|maps\.apple\/)/i.test(pasted.trim());

function fromDegrees([degrees = "0", minutes = "0", seconds = "0", side = ""]: string[]): number {
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(",", ".")) / 3_600;
  // "O" is "oeste", west in Portuguese.
  return /[SWO]/i.test(side) ? -value : value;
}

function onEarth(latitude: number, longitude: number): Coordinates | null {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

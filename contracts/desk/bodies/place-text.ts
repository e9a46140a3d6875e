import type { Place, PlaceInput } from "./places.ts";

/** Returns the body of a location message: latitude and longitude; below them its name and address. */
export function writePlace({ latitude, longitude, name = "", address = "" }: PlaceInput): string {
  return [`${digits(latitude)},${digits(longitude)}`, oneLine(name), oneLine(address)].join("\n").trimEnd();
}

/** Reads a location in other formats too: the numbers anywhere, the remaining text is the name. */
export function readPlace(body: string): Place | null {
  const match = /(-?\d{1,3}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)/.exec(body);
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const [first, name = "", address = "", ...more] = body.split("\n").map((line) => line.trim());
  if (first === match[0] && more.length === 0) return { latitude, longitude, name, address };
  return { latitude, longitude, name: oneLine(body.replace(match[0], "").replaceAll("|", " ")), address: "" };
}

export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** About 10 cm, never in exponential notation. */
const digits = (degrees: number) =>
  degrees
    .toFixed(6)
    .replace(/\.?0+$/, "")
    .replace(/^-0$/, "0");

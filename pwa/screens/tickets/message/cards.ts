/** What a location message says, whichever way the channel put it: two numbers, and perhaps a name. */
export function readLocation(body: string): { latitude: number; longitude: number; name: string } | null {
  const match = /(-?\d{1,3}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)/.exec(body);
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const name = body
    .replace(match[0], "")
    .replace(/[|\n]+/g, " ")
    .trim();
  return { latitude, longitude, name };
}

/** The name and the first number of a contact card (vCard). */
export function readContactCard(body: string): { name: string; number: string } {
  const line = (field: string) => new RegExp(`^(?:item\\d+\\.)?${field}[^:\\n]*:(.*)$`, "im").exec(body)?.[1]?.trim();
  const number = /waid=(\d+)/i.exec(body)?.[1] ?? line("TEL")?.replace(/\D/g, "") ?? "";
  const plain = body.startsWith("BEGIN:") ? "" : (body.split("\n")[0] ?? "").trim();
  return { name: line("FN") ?? plain, number };
}

const hues = [25, 60, 95, 120, 150, 180, 200, 235, 250, 285, 320, 345];

/** Returns the hue of an id in degrees, one of 12: the same on every device. */
export function avatarHue(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hues[hash % hues.length] ?? 150;
}

/** Returns the first letters of the first and last word that have one; "?" for a name without letters or digits. */
export function initials(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => word.match(/\p{L}|\p{N}/u)?.[0])
    .filter((letter) => letter !== undefined);
  const first = letters[0];
  if (!first) return "?";
  const last = letters.length > 1 ? letters[letters.length - 1] : "";
  return `${first}${last}`.toLocaleUpperCase();
}

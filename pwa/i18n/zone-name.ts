import { languageTag } from "./language.ts";

/** Returns the time zone's name as part of a sentence: "horário de Brasília". */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(languageTag(), { timeZone, timeZoneName: "longGeneric" }).formatToParts();
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return languageTag().startsWith("en") ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

import { languageTag } from "./language.ts";

/** Returns the time zone's name as part of a sentence: "horário de Brasília". */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(languageTag(), { timeZone, timeZoneName: "longGeneric" }).formatToParts();
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  if (languageTag().startsWith("en")) return name;
  // The Portuguese names begin with "Horário Padrão": "padrão" only distinguishes from daylight saving time.
  return (name.charAt(0).toLowerCase() + name.slice(1)).replace(/^horário Padrão /, "horário ");
}

import { readFileSync } from "node:fs";
import type { ErrorCode } from "../../../contracts/errors.ts";
import type { Language } from "../../../contracts/languages.ts";

const read = (file: URL): Record<string, string> => JSON.parse(readFileSync(file, "utf8"));
/** The catalogues that the screens use, too. */
const catalogues: Record<Language, Record<string, string>> = {
  pt: read(new URL("../../../contracts/texts/errors.pt.json", import.meta.url)),
  en: read(new URL("../../../contracts/texts/errors.en.json", import.meta.url)),
  es: read(new URL("../../../contracts/texts/errors.es.json", import.meta.url)),
};

/** The key of a code's sentence in the catalogues: ERR_NO_SPACE has error_no_space. */
export const keyOfError = (code: ErrorCode): string =>
  `error_${code
    .toLowerCase()
    .replace(/^err_/, "")
    .replaceAll(/[^a-z0-9]+/g, "_")}`;

/** Returns the sentence of a refusal. `details`: of the refusal, some of which the sentence names. */
export function errorSentence(code: ErrorCode, language: Language, details: Record<string, unknown> = {}): string {
  const sentence = catalogues[language][keyOfError(code)] ?? code;
  const seconds = Number(details.retryAfterSeconds ?? 60);
  const values: Record<string, unknown> = { ...details, minutes: Math.max(1, Math.ceil(seconds / 60)) };
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

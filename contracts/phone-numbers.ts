import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import { brazilianAreaCodes, type PhoneHome, type PhoneProblem, type PhoneReading } from "./phones.ts";

/** A longer text is not a number. */
const MAX_TYPED = 200;
/** The most digits that a number with country code has. */
const MAX_DIGITS = 15;
/** The digits of the shortest local number; fewer are an extension. */
const shortest = ({ country }: PhoneHome) => (country === "BR" ? 7 : 6);

const refused = (problem: PhoneProblem): PhoneReading => ({ refused: problem });

/**
 * Reads a number as people, phones and spreadsheets write it. Without "+" or "00" the company's country decides: a
 * number of another country is never guessed. Returns the number that was understood, not the typed digits.
 */
export function readPhone(typed: string, home: PhoneHome): PhoneReading {
  if (typed.length > MAX_TYPED) return refused("notANumber");
  const text = plainText(typed);
  const written = fromSpreadsheet(text);
  if (written === null) return refused("shortened");
  const linked = fromLink(written);
  const found = linked ? `+${linked}` : onlyNumber(written, shortest(home));
  if (typeof found !== "string") return found;
  const digits = found.replace(/\D/g, "");
  if (digits.length > MAX_DIGITS + 5) return refused("severalNumbers");
  if (found.startsWith("+")) return readInternational(digits, found, home);
  if (digits.startsWith("00")) return readDialled(digits.slice(2), found, home);
  return home.country === "BR" ? readBrazilian(digits, home.areaCode, home) : readNational(digits, home);
}

/** Reads a number whose area code may be in another column of the table. A number with its own area code keeps it. */
export function readPhoneColumns(areaCode: string, number: string, home: PhoneHome): PhoneReading {
  const digits = plainText(areaCode)
    .replace(/[.,]0+$/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  const own = home.country === "BR" && digits.length === 4 ? digits.replace(/^55/, "") : digits;
  return readPhone(number, own ? { ...home, areaCode: own } : home);
}

/** Returns the area code of a Brazilian company's phone; '' if it has none. */
export function areaCodeOf(phone: string, country: string): string {
  const read = readPhone(phone, { country, areaCode: "" });
  return read.refused === undefined && read.country === "BR" && country === "BR" ? read.number.slice(2, 4) : "";
}

/**
 * Plain digits for digits of any script, a space or "-" for each of their many forms, and none of the invisible marks
 * that phones add around a copied number.
 */
function plainText(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{M}]/gu, "")
    .replace(/\p{Nd}/gu, plainDigit)
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** The digits 0 to 9 of a script follow each other, from a multiple of 16 or from 6 places after one. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = code & ~0xf;
  return String(code - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6));
}

/** Undoes what spreadsheets do with numbers. Null: the digits are lost. */
function fromSpreadsheet(text: string): string | null {
  if (/^#+$/.test(text)) return null;
  const bare = text.replace(/^=?["'`]+|["'`]+$/g, "").trim();
  const power = /^[+-]?(\d)(?:[.,](\d*))?e\+?(\d{1,2})$/.exec(bare);
  if (power) {
    const digits = `${power[1]}${power[2] ?? ""}`;
    return digits.length === Number(power[3]) + 1 ? digits : null;
  }
  if (/^\+?\d{8,}[.,]0+$/.test(bare)) return bare.replace(/[.,]0+$/, "");
  if (/^\d{1,3}(\.\d{3}){2,},0+$|^\d{1,3}(,\d{3}){2,}\.0+$/.test(bare))
    return bare.replace(/[.,]0+$/, "").replace(/,/g, ".");
  return bare;
}

/** Returns the digits of a WhatsApp link or address: always with country code. */
function fromLink(text: string): string | null {
  const link = /(?:wa\.me\/|whatsapp\.com\/send\S*[?&]phone=)(?:\+|%2b)?(\d{8,15})(?!\d)/.exec(text);
  return (link ?? /^(\d{8,15})@(?:s\.whatsapp\.net|c\.us)$/.exec(text))?.[1] ?? null;
}

/** A date, a Brazilian postal code or taxpayer number, an e-mail address. */
const isOther = (text: string) =>
  /^\d{1,2}\/\d{1,2}\/\d{4}\b|^\d{4}-\d{2}-\d{2}(?!\d)|^\d{5}-\d{3}$|^\d{3}\.\d{3}\.\d{3}-\d{2}$|@/.test(text);

type Run = { text: string; digits: number; before: string };

/**
 * Returns the only number in a text; it begins with "+" if the text says so. Shorter groups of digits after it are an
 * extension or another ending of the same line.
 */
function onlyNumber(text: string, least: number): string | PhoneReading {
  if (isOther(text)) return refused("notANumber");
  // 0xx31: the two letters stand for any carrier.
  const bare = text.replace(/\b0 ?\(?(?:xx|\*\*)\)?/g, "0").replace(/\b(?:ddd|tel|fone)\b[:. ]*/g, " ");
  const runs = joined(runsOf(bare), least);
  const at = runs.findIndex(({ digits }) => digits >= least);
  const run = runs[at];
  if (!run) return refused(runs.length > 0 && !/[a-z]/.test(text) ? "invalid" : "notANumber");
  if (at > 0) return refused("notANumber");
  if (runs.slice(at + 1).some(({ digits }) => digits >= least)) return refused("severalNumbers");
  return oneNumber(run.text, least);
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/[\d\s().+-]*\d[\d\s().+-]*/g)) {
    runs.push({ text: found, digits: found.replace(/\D/g, "").length, before: text.slice(end, index) });
    end = index + found.length;
  }
  return runs;
}

/** Joins an area code with the number after it (31/98888-7777), and drops the number of a label (Cel 2: …). */
function joined(runs: readonly Run[], least: number): Run[] {
  const whole: Run[] = [];
  for (const run of runs) {
    const last = whole.at(-1);
    const isLabel = last && whole.length === 1 && last.digits === 1 && run.before.startsWith(":") && last.before !== "";
    if (isLabel) whole.pop();
    if (last && !isLabel && last.digits < least && /^[/|,_]$|^cel(ular)?\W*$|^telefone\W*$/.test(run.before)) {
      whole.pop();
      whole.push({ text: `${last.text} ${run.text}`, digits: last.digits + run.digits, before: last.before });
    } else whole.push(run);
  }
  return whole;
}

/** Cuts an extension without a word, and puts the "+" in front. */
function oneNumber(run: string, least: number): string | PhoneReading {
  const text = withoutExtension(run.trim());
  if (text === null) return refused("invalid");
  const [before = "", ...after] = text.split("+");
  if (after.length === 0) return text;
  const ahead = before.replace(/\D/g, "");
  if (ahead.length >= least || after.filter((part) => /\d{4}/.test(part)).length > 1) return refused("severalNumbers");
  return /^0*$/.test(ahead) ? `+${after.join("")}` : refused("notANumber");
}

/**
 * Cuts digits after the end of a Brazilian number: 98888-7777 (2), (47) 3422-1101 - 205. Null: the digits could also
 * belong to the number, as in 3422-1101 20.
 */
function withoutExtension(run: string): string | null {
  if (/^\W*(?:\+(?! ?55)|00)/.test(run)) return run;
  const parts = /^(.*\d{4,5}-\d{4})( ?\( ?| ?- ?| )\d{1,6} ?\)?$/.exec(run);
  const number = parts?.[1];
  if (number === undefined) return run;
  if (parts?.[2]?.includes("(")) return number;
  return /^(?:\d{10,11}|55\d{10,11})$/.test(run.replace(/\D/g, "")) ? null : number;
}

/** After "00": the country code follows, or first the code of a carrier (00 21 1 415 555 2671). */
function readDialled(digits: string, written: string, home: PhoneHome): PhoneReading {
  const read = readInternational(digits, written, home);
  if (read.refused === undefined || home.country !== "BR") return read;
  const afterCarrier = readInternational(digits.slice(2), written, home);
  return afterCarrier.refused === undefined ? afterCarrier : read;
}

function readInternational(digits: string, written: string, home: PhoneHome): PhoneReading {
  if (digits.startsWith("55")) return readBrazilian(digits.slice(2), home.country === "BR" ? home.areaCode : "", home);
  const mexican = digits.replace(/^521(?=\d{10}$)/, "52");
  return (
    valid(`+${mexican}`, undefined, home) ??
    // +48 (0)512 345 678: the zero of calls within the country.
    (/\(\s*0\s*\)/.test(written)
      ? valid(`+${written.replace(/\(\s*0\s*\)/, "").replace(/\D/g, "")}`, undefined, home)
      : null) ??
    refused("invalid")
  );
}

/** Shared country codes: the islands count as the country that people mean. */
const islands: Record<string, string> = { GG: "GB", JE: "GB", IM: "GB" };

function valid(number: string, country: string | undefined, home: PhoneHome): PhoneReading | null {
  const parsed = parsePhoneNumberFromString(number, country as CountryCode | undefined);
  if (!parsed?.isValid()) return null;
  const found = parsed.country ?? parsed.getPossibleCountries()[0] ?? "";
  const of = islands[found] ?? found;
  return { number: parsed.number.slice(1), country: of, isForeign: of !== home.country };
}

/**
 * Reads a Brazilian number without "+" or country code. Its length says what it begins with: a zero and two digits of
 * a carrier, the country code, an area code, or nothing.
 */
function readBrazilian(dialled: string, areaCode: string, home: PhoneHome): PhoneReading {
  let digits = dialled;
  const isTollFree = /^0?800\d{6,7}$/.test(digits);
  if (isTollFree) return brazilian(digits.replace(/^0/, ""), home);
  if (digits.startsWith("55") && digits.length >= 12) digits = digits.slice(2);
  if (digits.startsWith("55") && digits.length >= 12) digits = digits.slice(2);
  const hasTrunk = digits.startsWith("0");
  if (hasTrunk) digits = digits.slice(1);
  if (hasTrunk && digits.length >= 12) digits = digits.slice(2);
  if (digits.length === 10 || digits.length === 11) {
    if (!brazilianAreaCodes.has(digits.slice(0, 2))) return refused("unknownAreaCode");
    return isLocal(digits.slice(2)) ? brazilian(digits, home) : refused("invalid");
  }
  if (digits.length === 8 || digits.length === 9) {
    if (!isLocal(digits)) return refused("invalid");
    if (!areaCode) return refused("noAreaCode");
    return brazilianAreaCodes.has(areaCode) ? brazilian(areaCode + digits, home) : refused("unknownAreaCode");
  }
  if (digits.length > MAX_DIGITS) return refused("severalNumbers");
  const isForeign = digits.length > 11 && valid(`+${dialled}`, undefined, home) !== null;
  return refused(isForeign ? "noPlus" : "invalid");
}

/** A landline, a mobile, or a mobile from before the ninth digit: some WhatsApp accounts still have that form. */
const isLocal = (digits: string) => /^[2-9]\d{7}$|^9\d{8}$/.test(digits);

const brazilian = (digits: string, home: PhoneHome): PhoneReading => ({
  number: `55${digits}`,
  country: "BR",
  isForeign: home.country !== "BR",
});

/** Reads a number as it is dialled within the company's country, outside Brazil. */
function readNational(digits: string, home: PhoneHome): PhoneReading {
  if (!isSupportedCountry(home.country)) return refused("noPlus");
  const mexican = home.country === "MX" ? digits.replace(/^(?:52)?(?:0?4[45]|1)?(?=\d{10}$)/, "") : digits;
  const read =
    valid(mexican, home.country, home) ?? (home.areaCode ? valid(home.areaCode + digits, home.country, home) : null);
  if (read) return read;
  const parsed = parsePhoneNumberFromString(digits, home.country);
  if (!home.areaCode && digits.length >= 6 && digits.length <= 8 && parsed && !parsed.isPossible())
    return refused("noAreaCode");
  return refused(digits.length > 9 && valid(`+${digits}`, undefined, home) ? "noPlus" : "invalid");
}

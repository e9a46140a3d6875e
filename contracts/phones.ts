import { SEARCH_LENGTH, searchWords } from "./search-text.ts";

/** Why a typed number cannot be read. */
export const phoneProblems = [
  /** No digits, or texts and digits that are no phone number. */
  "notANumber",
  /** The company has no area code that could be added. */
  "noAreaCode",
  "unknownAreaCode",
  /** Too many or too few digits, or a number that the country does not have. */
  "invalid",
  /** A number of another country without "+". */
  "noPlus",
  /** A spreadsheet has replaced the last digits: 5,53199E+12 or ####. */
  "shortened",
  "severalNumbers",
] as const;
export type PhoneProblem = (typeof phoneProblems)[number];

/** The company's own country (two letters) and area code, for numbers typed without them. '': no area code. */
export type PhoneHome = { country: string; areaCode: string };

/** `number`: digits with country code. `country`: two letters. */
export type PhoneReading =
  | { number: string; country: string; isForeign: boolean; refused?: undefined }
  | { refused: PhoneProblem };

/** Every country with a numbering plan, by its two letters (ISO 3166-1). */
export const phoneCountries: readonly string[] = (
  "AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA " +
  "CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
  "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
  "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR " +
  "MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO " +
  "RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT " +
  "TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
).split(" ");

export const brazilianAreaCodes: ReadonlySet<string> = new Set(
  (
    "11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 " +
    "65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99"
  ).split(" "),
);

/**
 * Returns the common key of all spellings of a number. A Brazilian mobile older than the ninth digit (6 to 9 after the
 * area code) is reported with and without it; newer mobiles and landlines have one spelling, and dropping a 9 there
 * would turn a mobile into another person's landline. Channels and people write Mexican mobiles with and without a 1
 * after 52, and Argentine mobiles with and without a 9 after 54.
 */
export function phoneMatchKey(digits: string): string {
  return digits
    .replace(/^55([1-9][1-9])9?([6-9]\d{7})$/, "55$1$2")
    .replace(/^521(\d{10})$/, "52$1")
    .replace(/^549(\d{10})$/, "54$1");
}

/** Returns the words by which a person is found: those of a name or, for a number, the parts that all its spellings have. */
export const personWords = (text = ""): string[] => phoneWords(text) ?? searchWords(text);

/** An area code and at least four digits of a mobile, with or without country code and ninth digit. */
const areaAndMobile = /^(55)?([1-9]\d)9?([6-9]\d{3,7})$/;

/**
 * Returns the parts of a number, or of the beginning of one, that every spelling of it contains, in their order: the
 * area code and the digits after the ninth digit. Null: the text is no number. Searches use it, so that (31) 98888-7777
 * and 031 98888 find 553188887777. A number that contains the typed digits contains the parts as well.
 */
function phoneWords(text: string): string[] | null {
  const plain = text
    .slice(0, SEARCH_LENGTH)
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\b(?:tel|fone|cel|ddd)\b[.:]*|(?<=\b0\W*)xx|\(0\)|(?<=\d{8})[.,]0+$/gi, " ");
  if (!/^[\d\s()+./\p{Pd}\u2212]+$/u.test(plain)) return null;
  const typed = plain.replace(/\D/g, "");
  // 0 and two digits of a carrier before a whole number with area code; 0 or 00 before others.
  const local = typed.replace(/^0[1-9]\d(?=[1-9]\d{9,10}$)|^0+/, "");
  // +55 031 has a trunk zero; 55007 is a part of a number.
  const digits = /^\s*\+|^00/.test(plain) || local.length > 11 ? local.replace(/^550+/, "55") : local;
  // "(31" and "+55" begin a number; 31 and 007 may be a part of a name.
  if (typed.length < 4 || digits.length < 3) return digits && /^\s*[(+]/.test(plain) ? [digits] : null;
  const abroad = /^(?:(52)1?|(54)9?)(\d{4,10})$/.exec(digits);
  if (abroad) return [abroad[1] ?? abroad[2] ?? "", abroad[3] ?? ""];
  const [, country, area = "", mobile] = areaAndMobile.exec(digits) ?? [];
  // 9 8888-7 without area code begins as 98 888-87 does.
  if (/^9[6-9]/.test(digits) && digits.length > 4 && digits.length < 10) return [mobile ?? digits.slice(1)];
  // 55 98888-7 of the area code 55 begins as +55 98 8887 does.
  if (mobile) return [country && area > "60" && digits.length < 12 ? country : area, mobile];
  if (digits.length < 8) return [digits];
  const before = digits.slice(0, -8).replace(/9$/, "").slice(-2);
  return before ? [before, digits.slice(-8)] : [digits.slice(-8)];
}

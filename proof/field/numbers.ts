import { brazilianAreaCodes, type PhoneHome, type PhoneProblem } from "../../contracts/phones.ts";
import reported from "./numbers.json" with { type: "json" };

/** `home`: the company's country and area code. Exactly one of `read` (digits with country code) and `refused` is set. */
export type NumberRow = { typed: string; home: PhoneHome; read?: string; refused?: PhoneProblem; why: string };

const homeOf = (text: string): PhoneHome => {
  const [country = "", areaCode = ""] = text.split(" ");
  return { country, areaCode };
};

/** The rows of `numbers.json`: bug reports, and the numbering plans of other countries. */
export const reportedNumbers: readonly NumberRow[] = reported.map(
  (row) => ({ ...row, home: homeOf(row.home) }) as NumberRow,
);

/** Landlines, mobiles from before the ninth digit, and mobiles, as the local number is written. */
const locals = {
  landline: ["2000-0000", "3422-1101", "4004-8765", "5999-9999"],
  "old mobile": ["6000-0000", "7777-0123", "8887-0201", "9999-9999"],
  mobile: ["96000-0000", "97777-0123", "98887-0201", "99999-9999"],
};

/** The spellings of a number: `area` is its area code, `local` the rest with its hyphen. */
const spellings: ((area: string, local: string) => string)[] = [
  (area, local) => `(${area}) ${local}`,
  (area, local) => `${area}${plain(local)}`,
  (area, local) => `${area} ${local}`,
  (area, local) => `${area}-${local}`,
  (area, local) => `${area}.${local.replace("-", ".")}`,
  (area, local) => `${area}/${local}`,
  (area, local) => `(0${area}) ${local}`,
  (area, local) => `0${area}${plain(local)}`,
  (area, local) => `(0xx${area}) ${local}`,
  (area, local) => `0 15 ${area} ${local}`,
  (area, local) => `0${area === "21" ? "31" : "21"}${area}${plain(local)}`,
  (area, local) => `+55 ${area} ${local}`,
  (area, local) => `+55 (${area}) ${local}`,
  (area, local) => `+55 (0${area}) ${local}`,
  (area, local) => `+55${area}${plain(local)}`,
  (area, local) => `55${area}${plain(local)}`,
  (area, local) => `55 ${area} ${local}`,
  (area, local) => `0055 ${area} ${local}`,
  (area, local) => `\u202a+55 ${area} ${local}\u202c`,
  (area, local) => `${area}\u00a0${local.replace("-", "\u2011")}`,
  (area, local) => `${area}${plain(local)}.0`,
  (area, local) => `(${area}) ${local} ramal 12`,
  (area, local) => `(${area}) ${local} (whats)`,
  (area, local) => `Tel.: (${area}) ${local}`,
];

const plain = (local: string) => local.replace("-", "");

/** Every Brazilian area code × kind of number × spelling, at a company without area code. */
export const brazilianNumbers: readonly NumberRow[] = [...brazilianAreaCodes].flatMap((area) =>
  Object.entries(locals).flatMap(([kind, written]) =>
    written.flatMap((local) =>
      spellings.map((spell) => ({
        typed: spell(area, local),
        home: { country: "BR", areaCode: "" },
        read: `55${area}${plain(local)}`,
        why: `${kind} of ${area}`,
      })),
    ),
  ),
);

/** Every area code as the company's own, with numbers typed without one. */
export const localNumbers: readonly NumberRow[] = [...brazilianAreaCodes].flatMap((areaCode) =>
  Object.entries(locals).flatMap(([kind, written]) =>
    written.flatMap((local) =>
      [local, plain(local), local.replace("-", " "), `+55 ${local}`, `0${plain(local)}`].map((typed) => ({
        typed,
        home: { country: "BR", areaCode },
        read: `55${areaCode}${plain(local)}`,
        why: `${kind} without area code at a company of ${areaCode}`,
      })),
    ),
  ),
);

import * as v from "valibot";

/** RFC 5321: 64 octets before the "@", 254 in all. */
const MAX_LOCAL = 64;
export const MAX_EMAIL = 254;
const MAX_LABEL = 63;

/** The marks that RFC 5321 allows before the "@" without quotes. A quoted local part and an address literal are refused. */
const ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+$/;
/** A part of a domain: letters of any script, as in "açaí.com.br", or its ASCII form with "xn--". */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** Whether a text is an e-mail address of a domain with a dot. Takes time in proportion to the first 254 characters. */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL) return false;
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (local.length > MAX_LOCAL || !local.split(".").every((atom) => ATOM.test(atom))) return false;
  const labels = domain.normalize("NFC").split(".");
  const ending = labels.at(-1) ?? "";
  return (
    labels.length > 1 &&
    labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label)) &&
    ending.length > 1 &&
    !/^\d+$/.test(ending)
  );
}

/** The message of the rule: screens have a sentence for it. */
export const NOT_AN_EMAIL = "not an e-mail address";

/** An e-mail address, without spaces around it. */
export const EmailAddress = v.pipe(v.string(), v.trim(), v.maxLength(MAX_EMAIL), v.check(isEmail, NOT_AN_EMAIL));
/** An address that a user signs in with. */
export const LoginEmail = v.pipe(EmailAddress, v.toLowerCase());
/** An e-mail address, or '' for none. */
export const OptionalEmail = v.union([v.literal(""), EmailAddress]);

/** Ways to write that there is no e-mail, in lower case without accents, spaces and marks. */
const NOTHING =
  /^(?:nao|no|none|null|nil|nenhum|nenhuma|ninguno|vazio|undefined|n|na|nd|nc|ni|nt|x+|0+|nao(?:tem|possui|informado|informou|informada|consta|ha|sei|usa|tenho|existe|seaplica|disponivel)(?:e?mail)?|desconhecido|(?:sem|s)(?:e?mail|e|informacao|cadastro)?|no(?:tiene|hay|email|mail)|sin(?:email|correo|mail)?|notavailable)?$/;

const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** How the e-mail cell of a spreadsheet is read; `rest`: what is not imported, '' for nothing. */
export type ReadEmail = { email: string; rest: string };

/** Reads the first e-mail address of a cell, as people write them: "Ana <ana@x.example>", two addresses, "não tem". */
export function readEmailCell(cell: string): ReadEmail {
  const text = cell.replace(/[\p{Cf}\p{Zs}]/gu, " ").trim();
  if (isEmail(text)) return { email: text, rest: "" };
  const parts = text.split(/[\s;,/|]+/).map(withoutMarks);
  const email = parts.find(isEmail) ?? "";
  if (email === "") return { email, rest: !text.includes("@") && NOTHING.test(folded(text)) ? "" : text };
  const others = parts.filter((part) => part.includes("@") && part.toLowerCase() !== email.toLowerCase());
  return { email, rest: [...new Set(others)].join(" ") };
}

/** Removes what stands around an address in a text. Goes from the ends, because such a pattern would search for them. */
export function withoutMarks(part: string): string {
  const text = part.replace(/^mailto:/i, "").replace(/^e-?mail:/i, "");
  let [start, end] = [0, text.length];
  while (start < end && `<("'[:`.includes(text.charAt(start))) start += 1;
  while (end > start && `>)"'].,:!`.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

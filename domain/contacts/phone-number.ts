import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * What two spellings of one person's number have in common. A Brazilian mobile that existed before the ninth digit
 * (6 to 9 after the area code) is reported with and without it; newer ones and landlines have one spelling only, and
 * dropping a 9 there would make a stranger's landline of somebody's mobile.
 */
export function phoneMatchKey(digits: string): string {
  return digits.replace(/^55([1-9][1-9])9?([6-9]\d{7})$/, "55$1$2");
}

/**
 * Digits with country code of what a person typed. Without a plus it is read as a Brazilian mobile if it can be one
 * (in 31 98888-7777 the 31 is Belo Horizonte, not the Netherlands), then as international, then as Brazilian. Null: no
 * such number.
 */
export function parsePhone(typed: string): string | null {
  const digits = typed.replace(/\D/g, "");
  const isInternational = typed.trim().startsWith("+");
  if (!isInternational && /^..9.{8}$/.test(digits) && isValid(`55${digits}`)) return `55${digits}`;
  if (isValid(digits)) return digits;
  return !isInternational && isValid(`55${digits}`) ? `55${digits}` : null;
}

const isValid = (digits: string): boolean =>
  parsePhoneNumberFromString(`+${digits}`)?.isValid() === true || isOldBrazilianMobile(digits);

/** Still how some accounts are known to WhatsApp, though no longer a number one could dial. */
function isOldBrazilianMobile(digits: string): boolean {
  return (
    /^55[1-9][1-9][6-9]\d{7}$/.test(digits) &&
    parsePhoneNumberFromString(`+${digits.slice(0, 4)}9${digits.slice(4)}`)?.isValid() === true
  );
}

import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Returns the common key of all spellings of a number. A Brazilian mobile older than the ninth digit (6 to 9 after
 * the area code) is reported with and without it. Newer mobiles and landlines have one spelling: dropping a 9 there
 * would turn a mobile into another person's landline.
 */
export function phoneMatchKey(digits: string): string {
  return digits.replace(/^55([1-9][1-9])9?([6-9]\d{7})$/, "55$1$2");
}

/**
 * Returns the digits with country code of a typed number. Without a plus it is read as a Brazilian mobile if possible
 * (in 31 98888-7777 the 31 is Belo Horizonte, not the Netherlands), then as international, then as Brazilian. Null:
 * not a number.
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

/** Some WhatsApp accounts still have this form, though it can no longer be dialled. */
function isOldBrazilianMobile(digits: string): boolean {
  return (
    /^55[1-9][1-9][6-9]\d{7}$/.test(digits) &&
    parsePhoneNumberFromString(`+${digits.slice(0, 4)}9${digits.slice(4)}`)?.isValid() === true
  );
}

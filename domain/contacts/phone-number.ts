import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * What two spellings of one person's number have in common. A Brazilian mobile that existed before the ninth digit
 * (6 to 9 after the area code) is reported with and without it; newer ones and landlines have one spelling only, and
 * dropping a 9 there would make a stranger's landline of somebody's mobile.
 */
export function phoneMatchKey(digits: string): string {
  return digits.replace(/^55([1-9][1-9])9?([6-9]\d{7})$/, "55$1$2");
}

/** Digits with country code of what a person typed; without a country code it is Brazilian. Null: no such number. */
export function parsePhone(typed: string): string | null {
  const digits = typed.replace(/\D/g, "");
  const international = parsePhoneNumberFromString(`+${digits}`);
  if (international?.isValid() || isOldBrazilianMobile(digits)) return digits;
  const national = parsePhoneNumberFromString(digits, "BR");
  if (national?.isValid()) return national.number.slice(1);
  return isOldBrazilianMobile(`55${digits}`) ? `55${digits}` : null;
}

/** Still how some accounts are known to WhatsApp, though no longer a number one could dial. */
function isOldBrazilianMobile(digits: string): boolean {
  return (
    /^55[1-9][1-9][6-9]\d{7}$/.test(digits) &&
    parsePhoneNumberFromString(`+${digits.slice(0, 4)}9${digits.slice(4)}`)?.isValid() === true
  );
}

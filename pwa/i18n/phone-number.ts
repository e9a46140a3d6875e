/** Country codes of two digits; 1 and 7 have one, all others three (ITU-T E.164). */
const TWO_DIGITS = /^(?:20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * Formats a number with country code: +55 (31) 95550-0148, +1 (415) 555-2671, +351 912 345 678. Returns anything else
 * unchanged.
 */
export function maskPhone(number: string): string {
  const digits = number.replace(/^\+/, "");
  if (!/^[1-9]\d{7,14}$/.test(digits)) return number;
  const parts = /^(55)(\d{2})(\d{4,5})(\d{4})$/.exec(digits) ?? /^(1)(\d{3})(\d{3})(\d{4})$/.exec(digits);
  if (parts) return `+${parts[1]} (${parts[2]}) ${parts[3]}-${parts[4]}`;
  const length = /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
  return `+${digits.slice(0, length)} ${digits.slice(length).replace(/\d{3}(?=\d{2})/g, "$& ")}`;
}

/** Returns a contact's name; a name that is only a number is formatted as a phone number. */
export const displayName = (name: string): string => (/^\d{8,}$/.test(name) ? maskPhone(name) : name);

/** Returns the digits of a text that looks like a phone number; null: it is a name. */
export function phoneDigits(typed: string): string | null {
  if (!/^[\d\s()+.-]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, "");
  return digits.length >= 8 && digits.length <= 50 ? digits : null;
}

/**
 * Formats a number while it is typed: up to 11 digits as (AA) number, 12 or 13 digits with the country code, longer
 * ones as digits after "+". A deletion of a separator keeps the digits.
 */
export function maskTypedPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 15);
  if (digits.length > 13) return `+${digits}`;
  if (digits.length > 11) return maskPhone(digits);
  if (digits.length <= 2) return digits;
  const [area, number] = [digits.slice(0, 2), digits.slice(2)];
  const cut = number.length > 8 ? 5 : 4;
  return number.length <= 4 ? `(${area}) ${number}` : `(${area}) ${number.slice(0, cut)}-${number.slice(cut)}`;
}

/** Formats 12 or 13 digits as +CC (AA) number; returns anything else unchanged. */
export function maskPhone(number: string): string {
  const parts = /^(\d{2})(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  return parts ? `+${parts[1]} (${parts[2]}) ${parts[3]}-${parts[4]}` : number;
}

/** Returns a contact's name; a name that is only a number is formatted as a phone number. */
export const displayName = (name: string): string => (/^\d{8,}$/.test(name) ? maskPhone(name) : name);

/**
 * Returns the digits of a typed number as they are stored; null when they cannot be a phone number with country code.
 */
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

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

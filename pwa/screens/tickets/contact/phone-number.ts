/** 12 or 13 digits as +CC (AA) number; anything else as it came. */
export function maskPhone(number: string): string {
  const parts = /^(\d{2})(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  return parts ? `+${parts[1]} (${parts[2]}) ${parts[3]}-${parts[4]}` : number;
}

/** A contact's name; one that is only a number is written as a number. */
export const displayName = (name: string): string => (/^\d{8,}$/.test(name) ? maskPhone(name) : name);

/** The digits of what a person typed, as a number is stored; null when they cannot be a number with country code. */
export function phoneDigits(typed: string): string | null {
  if (!/^[\d\s()+.-]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, "");
  return digits.length >= 8 && digits.length <= 50 ? digits : null;
}

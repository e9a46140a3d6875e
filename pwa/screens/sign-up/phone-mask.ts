const MAX_FOREIGN = 20;

/**
 * Formats a phone number while it is typed: "+55 (31) 95550-0301" for Brazil, digits only for other countries ("+351…").
 * The last character is always a digit, so that Backspace always removes one. `before`: the text before this change.
 */
export function maskTyped(typed: string, before: string): string {
  const digits = typed.replace(/\D/g, "");
  const isDeleting = typed.length < before.length;
  const isForeign = typed.trimStart().startsWith("+") && !digits.startsWith("55");
  if (isForeign) return digits || !isDeleting ? `+${digits.slice(0, MAX_FOREIGN)}` : "";
  const hasCountry = digits.startsWith("55") && (typed.trimStart().startsWith("+") || digits.length > 11);
  const national = withoutCountry(hasCountry ? digits.slice(2) : digits);
  if (!national) return digits && !isDeleting ? "+55" : "";
  return `+55 ${nationalMask(national)}`;
}

/** The mask writes the country code; one that is typed as well makes the number too long. */
const withoutCountry = (digits: string) =>
  (digits.length > 11 && digits.startsWith("55") ? digits.slice(2) : digits).slice(0, 11);

function nationalMask(digits: string): string {
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)];
  if (!rest) return `(${area}`;
  const first = digits.length > 10 ? 5 : 4;
  return `(${area}) ${rest.length > first ? `${rest.slice(0, first)}-${rest.slice(first)}` : rest}`;
}

/** Whether it has enough digits: area code and number in Brazil, at least 8 digits elsewhere. */
export function isWholePhone(masked: string): boolean {
  const digits = masked.replace(/\D/g, "");
  return masked.startsWith("+55") ? digits.length >= 12 : digits.length >= 8;
}

/** Returns the position after as many digits as are before `caret` in the typed text. */
export function caretIn(masked: string, typed: string, caret: number): number {
  const typedDigits = typed.replace(/\D/g, "").length;
  const after = typedDigits - typed.slice(0, caret).replace(/\D/g, "").length;
  let position = masked.length;
  for (let left = after; left > 0 && position > 0; position--) if (/\d/.test(masked[position - 1] ?? "")) left--;
  while (position > 0 && !/[\d+]/.test(masked[position - 1] ?? "")) position--;
  return position;
}

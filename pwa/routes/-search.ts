/** Returns a text of the address; undefined for any other value. */
export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Returns a text of the address. The router parses a text of digits only as a number. */
export const textOrDigitsOf = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : textOf(value);

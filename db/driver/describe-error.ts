type Thrown = { name?: string; message?: string; code?: unknown; cause?: unknown; errors?: unknown[]; stack?: string };

/** Returns the loggable fields of an error, without query parameters, because those hold messages and keys. */
export function describeError(error: unknown): Record<string, unknown> {
  // Some libraries throw plain objects with an error's fields.
  if (typeof error !== "object" || error === null) return { message: String(error) };
  // An AggregateError has one error per attempted address; the first one represents all.
  const { name, message = "", code, stack, errors, cause = errors?.[0] } = error as Thrown;
  const places = stack
    ?.split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 6)
    .join("\n");
  const described = { name, message: messageOf(message, code), code, stack: places };
  return cause ? { ...described, cause: describeError(cause) } : described;
}

/** Postgres repeats an invalid value in the message (error class 22); such a message is replaced. */
function messageOf(message: string, code: unknown): string {
  if (message.startsWith("Failed query")) return "Failed query";
  return typeof code === "string" && /^22...$/.test(code) ? "a value was refused" : message;
}

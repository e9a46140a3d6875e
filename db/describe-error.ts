type Thrown = { name?: string; message?: string; code?: unknown; cause?: unknown; errors?: unknown[]; stack?: string };

/** An error as it may be logged: without what a query carried, because parameters hold messages and keys. */
export function describeError(error: unknown): Record<string, unknown> {
  // Libraries also hand on plain objects with an error's fields.
  if (typeof error !== "object" || error === null) return { message: String(error) };
  // An AggregateError has one error for each address that was tried; the first stands for all.
  const { name, message = "", code, stack, errors, cause = errors?.[0] } = error as Thrown;
  const places = stack
    ?.split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 6)
    .join("\n");
  const described = { name, message: messageOf(message, code), code, stack: places };
  return cause ? { ...described, cause: describeError(cause) } : described;
}

/** Postgres repeats a value that it cannot take (class 22 of its codes). */
function messageOf(message: string, code: unknown): string {
  if (message.startsWith("Failed query")) return "Failed query";
  return typeof code === "string" && /^22...$/.test(code) ? "a value was refused" : message;
}

/** An error as it may be logged: without what a query carried, because parameters hold messages and keys. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, cause } = error as Error & { code?: unknown };
  const message = messageOf(error.message, code);
  const stack = error.stack
    ?.split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 6)
    .join("\n");
  return { name: error.name, message, code, stack, ...(cause ? { cause: describeError(cause) } : {}) };
}

/** Postgres repeats a value that it cannot take (class 22 of its codes). */
function messageOf(message: string, code: unknown): string {
  if (message.startsWith("Failed query")) return "Failed query";
  return typeof code === "string" && /^22...$/.test(code) ? "a value was refused" : message;
}

import pino, { type Logger } from "pino";

/** Errors are logged without what a query carried: parameters hold messages and keys. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, cause } = error as Error & { code?: unknown };
  const message = error.message.startsWith("Failed query") ? "Failed query" : error.message;
  const stack = error.stack
    ?.split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 6)
    .join("\n");
  return { name: error.name, message, code, stack, ...(cause ? { cause: describe(cause) } : {}) };
}

export function openLogger(level = process.env.LOG_LEVEL ?? "info"): Logger {
  return pino(
    { level, base: { program: "connector" }, serializers: { err: describe, error: describe } },
    pino.destination(2),
  );
}

/** For the channel's library, which logs whole stanzas at lower levels. */
export function libraryLogger(logger: Logger): Logger {
  return logger.child({ of: "baileys" }, { level: process.env.BAILEYS_LOG_LEVEL ?? "silent" });
}

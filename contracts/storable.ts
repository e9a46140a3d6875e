/** The levels of nesting that are stored: more than any known content has. */
export const MAX_LEVELS = 64;

/**
 * Returns a value that Postgres can store: without NUL characters and lone surrogates, and without deeper nesting
 * than the limit.
 */
export function storable<T>(value: T, level = 0): T {
  return clean(value, level) as T;
}

function clean(value: unknown, level: number): unknown {
  if (typeof value === "string") return value.replaceAll("\u0000", "").toWellFormed();
  if (Array.isArray(value)) return level < MAX_LEVELS ? value.map((item) => clean(item, level + 1)) : [];
  if (!isRecord(value)) return value;
  if (level >= MAX_LEVELS) return {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key, 0), clean(item, level + 1)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

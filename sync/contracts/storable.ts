/** Nothing that we know nests so deep. */
const MOST_LEVELS = 64;

/**
 * A value as it can be stored: Postgres holds no NUL character in a text, and neither that nor half a surrogate pair
 * in JSON. Nobody sees them, so they go; what nests deeper than anything we know goes too.
 */
export function storable<T>(value: T, level = 0): T {
  return clean(value, level) as T;
}

function clean(value: unknown, level: number): unknown {
  if (typeof value === "string") return value.replaceAll("\u0000", "").toWellFormed();
  if (Array.isArray(value)) return level < MOST_LEVELS ? value.map((item) => clean(item, level + 1)) : [];
  if (!isRecord(value)) return value;
  if (level >= MOST_LEVELS) return {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key, 0), clean(item, level + 1)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

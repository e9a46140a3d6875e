import { ConfigError } from "./config-error.ts";

/**
 * Reads variables that belong together. Returns null when none is set, and refuses to start when only some are: a
 * service that is half configured would fail at its first use.
 */
export function readGroup<Name extends string>(
  environment: Record<string, string | undefined>,
  names: readonly Name[],
): Record<Name, string> | null {
  const values = names.map((name) => [name, environment[name]?.trim() ?? ""] as const);
  const missing = values.filter(([, value]) => !value).map(([name]) => name);
  if (missing.length === names.length) return null;
  if (missing.length > 0) throw new ConfigError(`${missing.join(", ")} is missing: set all of ${names.join(", ")}.`);
  return Object.fromEntries(values) as Record<Name, string>;
}

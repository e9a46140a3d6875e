import { ConfigError } from "../outside/environment/index.ts";

type Environment = Record<string, string | undefined>;

/** Returns the owner's address of a Postgres of your own; undefined means the embedded one. */
export function ownerUrlFromEnvironment({ DATABASE_URL, DATABASE_OWNER_URL }: Environment): string | undefined {
  if (DATABASE_URL && !DATABASE_OWNER_URL)
    throw new ConfigError("DATABASE_OWNER_URL is missing: the address of the user who owns the desk's database.");
  return DATABASE_OWNER_URL || undefined;
}

/** Returns both addresses of a Postgres of your own; null means the embedded one. */
export function databaseFromEnvironment(environment: Environment): { url: string; ownerUrl: string } | null {
  const ownerUrl = ownerUrlFromEnvironment(environment);
  if (!ownerUrl) return null;
  if (!environment.DATABASE_URL)
    throw new ConfigError("DATABASE_URL is missing: the address of the application's role, which owns nothing.");
  return { url: environment.DATABASE_URL, ownerUrl };
}

/**
 * Like `databaseFromEnvironment`, for commands that do not apply to the embedded one; throws without a Postgres of your
 * own.
 */
export function requireDatabase(environment: Environment): { url: string; ownerUrl: string } {
  const given = databaseFromEnvironment(environment);
  if (!given)
    throw new ConfigError("DATABASE_URL and DATABASE_OWNER_URL are missing: the Postgres addresses of the desk.");
  return given;
}

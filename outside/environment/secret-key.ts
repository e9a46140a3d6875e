import { ConfigError } from "./config-error.ts";

const MIN_CHARACTERS = 32;
const MIN_DIFFERENT = 10;

/** Returns the key that signs bearer tokens and encrypts channel secrets; refuses a guessable one. */
export function readSecretKey(value: string | undefined, name = "SECRET_KEY"): string {
  const wanted = `set ${MIN_CHARACTERS} or more random characters, the same for every process.`;
  if (!value) throw new ConfigError(`${name} is missing: ${wanted}`);
  if (value.length < MIN_CHARACTERS || new Set(value).size < MIN_DIFFERENT)
    throw new ConfigError(`${name} can be guessed: ${wanted}`);
  return value;
}

/**
 * Returns `SECRET_KEY`, and `SECRET_KEY_ALSO` if it is set: a second key of which values are read, while one key replaces
 * the other.
 */
export function readSecretKeys(environment: Record<string, string | undefined>): [string, ...string[]] {
  const { SECRET_KEY, SECRET_KEY_ALSO } = environment;
  const key = readSecretKey(SECRET_KEY);
  if (!SECRET_KEY_ALSO) return [key];
  if (SECRET_KEY_ALSO === key) throw new ConfigError("SECRET_KEY_ALSO is the same as SECRET_KEY: leave it empty.");
  return [key, readSecretKey(SECRET_KEY_ALSO, "SECRET_KEY_ALSO")];
}

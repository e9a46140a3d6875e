import { ConfigError } from "./config-error.ts";

const MIN_CHARACTERS = 32;
const MIN_DIFFERENT = 10;

/** Returns the key that signs bearer tokens and encrypts channel secrets; refuses a guessable one. */
export function readSecretKey(value: string | undefined): string {
  const wanted = `set ${MIN_CHARACTERS} or more random characters, the same for every process.`;
  if (!value) throw new ConfigError(`SECRET_KEY is missing: ${wanted}`);
  if (value.length < MIN_CHARACTERS || new Set(value).size < MIN_DIFFERENT)
    throw new ConfigError(`SECRET_KEY can be guessed: ${wanted}`);
  return value;
}

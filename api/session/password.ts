import { hash, verify } from "@node-rs/argon2";

// Argon2id is the library's default algorithm; memory and time are OWASP's minimum.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let decoy: Promise<string> | undefined;

/**
 * Returns whether the password matches. Takes as long for an account that does not exist (`null`) as for an existing
 * one.
 */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const matches = await verify(passwordHash || (await decoy), password);
  return matches && Boolean(passwordHash);
}

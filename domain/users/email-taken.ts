import { DomainError } from "../domain-error.ts";

const UNIQUE_VIOLATION = "23505";

export const emailTaken = () => new DomainError("ERR_VALIDATION", { fields: { email: ["taken"] } });

/**
 * Returns whether the error says that another user, of any company, has the e-mail: only the unique index sees all of
 * them.
 */
export const isEmailTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error &&
    error.code === UNIQUE_VIOLATION &&
    "constraint" in error &&
    error.constraint === "users_email") ||
    (error.cause !== undefined && isEmailTaken(error.cause)));

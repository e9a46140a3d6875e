import type { ErrorCode } from "../sync/contracts/errors.ts";

/** A refusal the person can understand. Each door turns the code into its own answer. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, details: Record<string, unknown> = {}) {
    super(code);
    this.name = "DomainError";
    this.code = code;
    this.details = details;
  }
}

import type { ErrorCode } from "../../../contracts/errors.ts";

/** Thrown for a file that cannot be imported, with the error code of the reason. */
export class ImportRefused extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
